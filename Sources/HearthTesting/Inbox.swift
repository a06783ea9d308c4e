public import HearthBackend
internal import HearthCore

/// A mail that a backend sent in a test.
public struct Mail: Sendable, Hashable {
    /// What a mail is for, open to new values.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The spelling on the wire.
        public let rawValue: String

        /// Creates a kind from its spelling on the wire.
        ///
        /// - Parameter rawValue: The spelling on the wire.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Proves an address.
        public static let verifyEmail = Kind(rawValue: "VERIFY_EMAIL")
        /// Allows a new password.
        public static let passwordReset = Kind(rawValue: "PASSWORD_RESET")
        /// Signs in.
        public static let emailSignIn = Kind(rawValue: "EMAIL_SIGNIN")
        /// Proves a new address and puts it in place of the old one.
        public static let verifyAndChangeEmail = Kind(rawValue: "VERIFY_AND_CHANGE_EMAIL")
        /// Undoes the change of an address.
        public static let recoverEmail = Kind(rawValue: "RECOVER_EMAIL")
        /// Takes a second factor away that was just enrolled.
        public static let revertSecondFactorAddition = Kind(rawValue: "REVERT_SECOND_FACTOR_ADDITION")
    }

    /// What the mail is for.
    public let kind: Kind
    /// The address it went to.
    public let to: String
    /// The code in it.
    public let code: String
    /// The link in it.
    public let link: String
}

/// A text message that a backend sent in a test.
public struct Text: Sendable, Hashable {
    /// What the code is for.
    public let purpose: CodeText.Purpose
    /// The number it went to.
    public let to: String
    /// The code in it, six digits.
    public let code: String
}

/// Everything that a backend mailed and texted, for a test to read.
public final class Inbox: Mailer, TextMessenger {
    private let mails = Tray<Mail>()
    private let texts = Tray<Text>()

    /// Creates an empty inbox.
    public init() {}

    /// Every mail so far, oldest first, read or not.
    public var all: [Mail] { mails.all }

    /// Every text message so far, oldest first, read or not.
    public var allTexts: [Text] { texts.all }

    /// Takes the oldest unread mail of a kind to an address, and waits for one if there is none.
    ///
    /// - Parameters:
    ///   - kind: What the mail is for.
    ///   - address: The address it goes to, in any case.
    ///   - patience: How long it waits, by the real clock. Defaults to two minutes.
    /// - Returns: The mail.
    /// - Throws: ``NothingArrived`` when the patience is over; `CancellationError` if the task is cancelled before.
    public func next(
        _ kind: Mail.Kind,
        to address: String,
        within patience: Duration = .seconds(120)
    ) async throws -> Mail {
        let address = address.lowercased()
        return try await mails.next("a mail \(kind.rawValue) to \(address)", within: patience) {
            $0.kind == kind && $0.to == address
        }
    }

    /// Takes the oldest unread text message to a number, and waits for one if there is none.
    ///
    /// - Parameters:
    ///   - number: The number it goes to, in E.164 form.
    ///   - patience: How long it waits, by the real clock. Defaults to two minutes.
    /// - Returns: The message.
    /// - Throws: ``NothingArrived`` when the patience is over; `CancellationError` if the task is cancelled before.
    public func nextText(to number: String, within patience: Duration = .seconds(120)) async throws -> Text {
        try await texts.next("a text message to \(number)", within: patience) { $0.to == number }
    }

    /// Puts a mail into the inbox.
    ///
    /// - Parameter mail: The mail.
    public func deliver(_ mail: CodeMail) {
        mails.put(
            Mail(
                kind: Mail.Kind(rawValue: mail.type),
                to: mail.to.text,
                code: mail.code.reveal(),
                link: mail.link.reveal()
            )
        )
    }

    /// Puts a text message into the inbox.
    ///
    /// - Parameter text: The message.
    public func deliver(_ text: CodeText) {
        texts.put(Text(purpose: text.purpose, to: text.to.text, code: text.code.reveal()))
    }
}
