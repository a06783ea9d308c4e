import HearthAuth
import HearthCore
import HearthTesting

/// A call about a mailed link or a texted code: it has the message sent, reads it as its user does, and goes on with it.
enum MessageAction: Sendable, Hashable {
    /// Signs in with a mailed link, and signs up if the address has no account yet.
    case signInWithLink(email: String, Holder<Inbox>)
    case linkMail(email: String, Holder<Inbox>)
    /// Signs in with a texted code, and signs up if the number has no account yet.
    case signInWithPhone(String, Holder<Inbox>)
    case linkPhone(String, Holder<Inbox>)
    /// Has a link mailed that sets a new password, and sets it.
    case resetPassword(email: String, password: String, Holder<Inbox>)

    /// Makes the calls.
    ///
    /// - Returns: The identifier of the user that it brought.
    func perform(_ auth: Auth) async throws(AuthError) -> String? {
        switch self {
        case .signInWithLink(let email, let inbox):
            let link = try await Self.mailedLink(email, inbox.object, auth)
            return try await auth.signIn(withEmail: email, link: link).user.uid
        case .signInWithPhone(let number, let inbox):
            return try await auth.signIn(with: try await Self.textedCode(number, inbox.object, auth)).user.uid
        case .resetPassword(let email, let password, let inbox):
            try await auth.sendPasswordReset(withEmail: email)
            let code = inbox.object.all.last { $0.kind == .passwordReset && $0.to == email }?.code ?? ""
            try await auth.confirmPasswordReset(withCode: code, newPassword: password)
            return nil
        case .linkMail(let email, let inbox):
            guard let user = auth.currentUser else { throw AuthError(.nullUser) }
            let link = try await Self.mailedLink(email, inbox.object, auth)
            return try await user.link(with: EmailAuthProvider.credential(withEmail: email, link: link)).user.uid
        case .linkPhone(let number, let inbox):
            guard let user = auth.currentUser else { throw AuthError(.nullUser) }
            return try await user.link(with: try await Self.textedCode(number, inbox.object, auth)).user.uid
        }
    }

    var isSignIn: Bool {
        switch self {
        case .signInWithLink, .signInWithPhone: true
        case .linkMail, .linkPhone, .resetPassword: false
        }
    }

    private static func mailedLink(_ email: String, _ inbox: Inbox, _ auth: Auth) async throws(AuthError) -> String {
        var settings = ActionCodeSettings()
        settings.url = "http://localhost/finish"
        settings.handleCodeInApp = true
        try await auth.sendSignInLink(toEmail: email, actionCodeSettings: settings)
        return inbox.all.last { $0.kind == .emailSignIn && $0.to == email }?.link ?? ""
    }

    private static func textedCode(
        _ number: String,
        _ inbox: Inbox,
        _ auth: Auth
    ) async throws(AuthError) -> PhoneAuthCredential {
        let id = try await PhoneAuthProvider(auth).verifyPhoneNumber(number)
        let code = inbox.allTexts.last { $0.to == number }?.code ?? ""
        return PhoneAuthProvider.credential(withVerificationID: id, verificationCode: code)
    }
}
