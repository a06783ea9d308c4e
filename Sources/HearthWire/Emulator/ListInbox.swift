package import HearthCore
internal import HearthHTTP

/// `GET inbox`: what was mailed and texted since the server started, oldest first.
///
/// With `Accept: text/event-stream` the answer does not end: each message is an event with one ``Entry`` as data.
package enum ListInbox: Operation {
    package static let routes = [Route].emulator(.get, "inbox", tenants: false)

    package struct Request: Message {
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var messages: [Entry]?

        package init() {}
    }

    /// A mail or a text message.
    package struct Entry: Message {
        /// Names the message; a stream goes on after it.
        package var id: String?
        /// `EMAIL` or `SMS`.
        package var channel: String?
        /// What the code of a mail is for.
        package var requestType: CodeType?
        /// What the code of a text message is for.
        package var purpose: String?
        /// The address or the number.
        package var to: String?
        package var newEmail: String?
        package var code: Secret<String>?
        package var link: Secret<String>?
        /// RFC 3339 text.
        package var sentAt: String?

        package init() {}
    }
}
