package import HearthCore

/// What the console's list of users is narrowed to: an account has everything that is named.
package struct AccountFilter: Sendable, Hashable {
    /// How an account can sign in.
    package enum Method: Sendable, Hashable {
        case password
        case emailLink
        case phone
        case passkey
        case customToken
        /// A linked user of an identity provider.
        case provider(ProviderID)

        /// Reads `password`, `emailLink`, `phone`, `passkey`, `custom`, or the name of a provider, for example
        /// `google.com`.
        ///
        /// - Parameter name: The name.
        package init?(_ name: String) {
            switch name {
            case "password": self = .password
            case "emailLink": self = .emailLink
            case "phone": self = .phone
            case "passkey": self = .passkey
            case "custom": self = .customToken
            default:
                // Every provider has a dot in its name: any other word is a misspelled method.
                guard name.contains("."), let id = ProviderID(rawValue: name) else { return nil }
                self = .provider(id)
            }
        }
    }

    /// What an account is like.
    package enum State: String, Sendable, Hashable, CaseIterable {
        case disabled, enabled, unverified, verified, guest, factor, noFactor
    }

    /// From one moment until before another one; both ends may be open.
    package struct Span: Sendable, Hashable {
        /// The first moment.
        package var start: UnixTime?
        /// The moment after the last one.
        package var end: UnixTime?

        /// Creates a span.
        ///
        /// - Parameters:
        ///   - start: The first moment.
        ///   - end: The moment after the last one.
        package init(start: UnixTime? = nil, end: UnixTime? = nil) {
            self.start = start
            self.end = end
        }

        /// Whether both ends are open.
        package var isEmpty: Bool { start == nil && end == nil }
    }

    /// The methods, each of which an account has.
    package var methods: [Method] = []
    /// The states, in each of which an account is.
    package var states: [State] = []
    /// When the account was created.
    package var created = Span()
    /// When the user signed in last.
    package var signedIn = Span()
    /// The name of a custom claim that an account has.
    package var claim: String?

    /// Creates a filter that every account passes.
    package init() {}

    /// Whether every account passes.
    package var isEmpty: Bool { self == AccountFilter() }
}
