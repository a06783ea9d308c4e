public import HearthCore

/// A mail that carries a code.
public struct CodeMail: Sendable {
    /// What the code is for, in the words of the wire, for example `PASSWORD_RESET`.
    public let type: String
    /// The address that the mail goes to.
    public let to: EmailAddress
    /// The address that the account will have once the code was used, when it is to change.
    public let newEmail: EmailAddress?
    /// The code.
    public let code: Secret<String>
    /// The link with the code.
    public let link: Secret<String>
    /// The project whose user gets the mail.
    public let project: ProjectID
    /// The language that the user reads, if the client said so.
    public let locale: String?
}

/// Takes mails to their readers.
///
/// Called after the code was stored. Delivery that takes time must happen elsewhere: the caller of the API waits.
public protocol Mailer: Sendable {
    /// Takes one mail.
    ///
    /// - Parameter mail: The mail.
    func deliver(_ mail: CodeMail)
}

/// Sends nothing: the emulator's users read their codes from its lists.
public struct SilentMailer: Mailer {
    /// Creates a mailer.
    public init() {}

    /// Does nothing.
    ///
    /// - Parameter mail: The mail, which is dropped.
    public func deliver(_ mail: CodeMail) {}
}
