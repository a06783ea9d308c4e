/// A link with which the system opened the app, by its receiver.
///
/// ```swift
/// .onOpenURL { url in
///     switch IncomingLink(url.absoluteString, callbackScheme: "com.example.notes") { … }
/// }
/// ```
public enum IncomingLink: Sendable, Hashable {
    /// A link in a mail: sign in with it, or apply its code.
    case actionCode(ActionCodeURL, link: String)
    /// A browser comes back from a provider: anyone who opened it waits for this.
    case webCallback(String)
    /// Not one of Hearth's: the app's own.
    case other(String)

    /// Reads a link.
    ///
    /// - Parameters:
    ///   - link: The link as it was opened.
    ///   - callbackScheme: The scheme, without a colon, to which browsers come back. Defaults to none.
    public init(_ link: String, callbackScheme: String? = nil) {
        if let action = ActionCodeURL(link: link) {
            self = .actionCode(action, link: link)
        } else if let callbackScheme, link.lowercased().hasPrefix(callbackScheme.lowercased() + ":") {
            self = .webCallback(link)
        } else {
            self = .other(link)
        }
    }
}

extension IncomingLink: CustomStringConvertible, CustomReflectable {
    /// The receiver of the link, and nothing of what it carries.
    public var description: String {
        switch self {
        case .actionCode(let action, _): "IncomingLink(\(action.operation.rawValue))"
        case .webCallback: "IncomingLink(callback)"
        case .other: "IncomingLink(other)"
        }
    }

    /// What ``description`` shows.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
