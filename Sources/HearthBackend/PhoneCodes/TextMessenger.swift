public import HearthCore

/// A text message that carries a code.
public struct CodeText: Sendable {
    /// What a code is for, open to new values.
    public struct Purpose: RawRepresentable, Sendable, Hashable {
        /// The spelling used in logs.
        public let rawValue: String

        /// Creates a purpose from its spelling.
        ///
        /// - Parameter rawValue: The spelling used in logs.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// To sign in with the number, or to give it to an account.
        public static let signIn = Purpose(rawValue: "sign-in")
        /// To enroll the number as a second factor.
        public static let enrollment = Purpose(rawValue: "enrollment")
        /// To show the second factor at a sign-in.
        public static let secondFactor = Purpose(rawValue: "second-factor")
    }

    /// What the code is for.
    public let purpose: Purpose
    /// The number that the message goes to, in E.164 form.
    public let to: PhoneNumber
    /// The code, six digits.
    public let code: Secret<String>
    /// The project whose user gets the message.
    public let project: ProjectID
    /// The language that the user reads, if the client said so.
    public let locale: String?
    /// What the client sends the code back with.
    let session: Secret<String>
    /// When the code ends; `nil` for never.
    let expiresAt: UnixTime?
}

/// Takes text messages to their readers.
///
/// Called after the code was stored, never for a test number. Delivery that takes time must happen elsewhere: the
/// caller of the API waits.
public protocol TextMessenger: Sendable {
    /// Takes one message.
    ///
    /// - Parameter text: The message.
    func deliver(_ text: CodeText)
}

/// Sends nothing: the emulator's users read their codes from its lists.
public struct SilentTextMessenger: TextMessenger {
    /// Creates a messenger.
    public init() {}

    /// Does nothing.
    ///
    /// - Parameter text: The message, which is dropped.
    public func deliver(_ text: CodeText) {}
}
