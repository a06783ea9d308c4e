public import HearthCore

/// An account that is in the way of a sign-in, and what is known of it without asking the service who has an address.
///
/// The credential that was stopped is kept: after signing in to the other account it is linked by itself. An app that
/// asks the user should say so.
public struct LinkingConflict: Sendable, Hashable, Codable {
    /// Why an account is in the way, open to new values.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
        /// The spelling used in logs.
        public let rawValue: String

        /// Creates a kind from its spelling.
        ///
        /// - Parameter rawValue: The spelling used in logs.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The address has an account with other sign-in methods: sign in by one of them, and the new one is linked.
        public static let addressTaken = Kind(rawValue: "addressTaken")
        /// The credential belongs to another account already: it cannot be linked here, but signs in there.
        public static let credentialTaken = Kind(rawValue: "credentialTaken")
    }

    /// Tells this conflict from others.
    public let id: FlowID
    /// Why an account is in the way.
    public let kind: Kind
    /// The address in question, if the service tells it.
    public let email: String?
    /// The provider whose credential was stopped.
    public let providerID: String
    /// The sign-in methods of the other account that the service tells, for example `google.com`; often none.
    public let knownProviders: [String]
    /// Whether the stopped credential also survives the end of the app.
    public let outlivesProcess: Bool
    /// Until when the credential is kept.
    public let expiresAt: UnixTime
}

extension LinkingConflict: CustomStringConvertible, CustomReflectable {
    /// The kind and the provider, without the address.
    public var description: String { "LinkingConflict(\(kind.rawValue), \(providerID))" }

    /// What ``description`` shows.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
