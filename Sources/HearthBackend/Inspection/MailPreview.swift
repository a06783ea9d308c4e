package import HearthCore
internal import HearthDatabase
internal import HearthWire

/// A mail with a code in plain words: those of the page behind its link, in the reader's language.
///
/// Hearth has no templates of mails. What a mail says is decided by the `Mailer`, which gets the code and the link.
package struct MailPreview: Sendable, Hashable {
    package let subject: String
    package let paragraphs: [String]
    /// What the link is called.
    package let button: String
    /// The language, for example `de`.
    package let language: String
    /// `ltr` or `rtl`.
    package let direction: String

    /// The languages that there are.
    package static let languages = PageLanguage.allCases.map(\.rawValue)
    /// What mails are for, in the words of the wire.
    package static let types = [
        CodeType.verifyEmail, .passwordReset, .emailSignIn, .verifyAndChangeEmail, .recoverEmail, .revertSecondFactor,
    ].map(\.rawValue)
}

extension Backend {
    /// A mail as a mailer that uses the pages' words would write it.
    ///
    /// - Parameters:
    ///   - type: What the mail is for, one of ``MailPreview/types``.
    ///   - language: A tag such as `de-AT`; English for a language that there is not.
    ///   - project: The project whose app's name stands in it.
    ///   - email: The address of the account.
    ///   - newEmail: The address that it is to have.
    /// - Returns: The mail; `nil` for an unknown type.
    /// - Throws: ``BackendError`` if the storage fails.
    package func mailPreview(
        _ type: String,
        in language: String,
        of project: ProjectID,
        email: String,
        newEmail: String
    ) async throws(BackendError) -> MailPreview? {
        let settings: ProjectSettings
        do {
            settings = try await store.read(inspection(of: Scope(project: project, tenant: nil))) { [store] tx in
                try store.projects.settings(of: tx.scope.project, tx)
            }
        } catch {
            throw BackendError(.storage, "the settings cannot be read: \(error)")
        }
        let frame = PageFrame(
            language: PageLanguage(tag: language) ?? .english,
            appName: settings.publicName(of: project, configuration),
            domain: "",
            isEmulator: configuration.isEmulator
        )
        let words = frame.words
        guard let (title, texts, button) = words.mail(CodeType(rawValue: type)) else { return nil }
        return MailPreview(
            subject: frame.plain(title, ["email": email, "new": newEmail]),
            paragraphs: texts.map { frame.plain($0, ["email": email, "new": newEmail]) },
            button: button,
            language: frame.language.rawValue,
            direction: frame.language.direction
        )
    }
}

extension PageWords {
    /// The title, the text and the name of the link of a mail; `nil` for an unknown type.
    fileprivate func mail(_ type: CodeType) -> (title: String, texts: [String], button: String)? {
        switch type {
        case .passwordReset: (resetTitle, [resetText], resetTitle)
        case .verifyEmail: (verifyTitle, [verifyText, verifyWarning], verifyButton)
        case .emailSignIn: (signInTitle, [signInText], signInTitle)
        case .verifyAndChangeEmail: (changeTitle, [changeText], changeButton)
        case .recoverEmail: (recoverTitle, [recoverText], recoverButton)
        case .revertSecondFactor: (factorTitle, [factorText], factorButton)
        default: nil
        }
    }
}
