public import HearthCore

/// A question to the user to confirm who they are, for any number of operations that wait for it.
public struct ReauthenticationChallenge: Sendable, Hashable {
    /// What is to be done after the confirmation, to be told to the user; open to new values.
    public struct Purpose: RawRepresentable, Sendable, Hashable {
        /// The spelling used in logs.
        public let rawValue: String

        /// Creates a purpose from its spelling.
        ///
        /// - Parameter rawValue: The spelling used in logs.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Deletes the account.
        public static let deleteAccount = Purpose(rawValue: "deleteAccount")
        /// Changes the address.
        public static let changeEmail = Purpose(rawValue: "changeEmail")
        /// Changes the password.
        public static let changePassword = Purpose(rawValue: "changePassword")
        /// Unlinks a sign-in method.
        public static let unlinkProvider = Purpose(rawValue: "unlinkProvider")
        /// Adds or takes away a second factor.
        public static let changeSecondFactors = Purpose(rawValue: "changeSecondFactors")
        /// Shows or does something that the app guards.
        public static let sensitive = Purpose(rawValue: "sensitive")
    }

    /// Tells this challenge from others.
    public let id: FlowID
    /// What is to be done.
    public let purpose: Purpose
    /// The account that must confirm.
    public let uid: String
    /// The account's address, if it has one.
    public let email: String?
    /// The account's sign-in methods, those that the app does not know included; the password first.
    public let providers: [String]
    /// How many more wrong answers are accepted before the challenge ends.
    public internal(set) var attemptsLeft: Int
    /// Until when it can be answered.
    public let expiresAt: UnixTime
    /// The second factor that is asked for now; `nil` while it is the first.
    public internal(set) var secondFactor: SecondFactorStep?
    /// What to tell the user of the answer before, if it was wrong.
    public internal(set) var lastProblem: Message?
}

extension ReauthenticationChallenge: CustomStringConvertible, CustomReflectable {
    /// The purpose, and nothing personal.
    public var description: String { "ReauthenticationChallenge(\(purpose.rawValue))" }

    /// What ``description`` shows.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
