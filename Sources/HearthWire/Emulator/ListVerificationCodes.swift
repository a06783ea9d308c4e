package import HearthCore
internal import HearthHTTP

/// `GET verificationCodes`: the texted codes that are still good, oldest first.
package enum ListVerificationCodes: Operation {
    package static let routes = [Route].emulator(.get, "verificationCodes")

    package struct Request: Message {
        package var targetProjectId: String?
        package var tenantId: String?

        package init() {}
    }

    package struct Response: Message {
        package var verificationCodes: [Entry]?

        package init() {}
    }

    /// A code that waits to be typed.
    package struct Entry: Message {
        package var phoneNumber: String?
        package var code: Secret<String>?
        package var sessionInfo: Secret<String>?

        package init() {}
    }
}
