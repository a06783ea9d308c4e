public import HearthCore
internal import HearthWire

extension AdminAuth {
    /// Makes a link with which anyone who has it sets a new password: mail it, and show it to no one else.
    ///
    /// - Parameters:
    ///   - email: The user's address.
    ///   - continueURL: Where the page leads back to. Defaults to nowhere.
    /// - Returns: The link.
    /// - Throws: ``AdminError``, for example with code ``AdminError/Code/emailNotFound``.
    public func passwordResetLink(
        for email: String,
        continueURL: String? = nil
    ) async throws(AdminError) -> Secret<String> {
        try await link(.passwordReset, email, continueURL)
    }

    /// Makes a link that proves who reads the mailbox.
    ///
    /// - Parameters:
    ///   - email: The user's address.
    ///   - continueURL: Where the page leads back to. Defaults to nowhere.
    /// - Returns: The link.
    /// - Throws: ``AdminError``, for example with code ``AdminError/Code/userNotFound``.
    public func emailVerificationLink(
        for email: String,
        continueURL: String? = nil
    ) async throws(AdminError) -> Secret<String> {
        try await link(.verifyEmail, email, continueURL)
    }

    /// Makes a link that signs in anyone who has it.
    ///
    /// - Parameters:
    ///   - email: The address; a user is created at the first sign-in.
    ///   - continueURL: Where the link leads to: the app, which finishes the sign-in.
    /// - Returns: The link.
    /// - Throws: ``AdminError``.
    public func signInLink(for email: String, continueURL: String) async throws(AdminError) -> Secret<String> {
        try await link(.emailSignIn, email, continueURL)
    }

    private func link(
        _ type: CodeType,
        _ email: String,
        _ continueURL: String?
    ) async throws(AdminError) -> Secret<String> {
        let request = SendCode.Request {
            $0.requestType = type
            $0.email = email
            $0.continueUrl = continueURL
            $0.canHandleCodeInApp = type == .emailSignIn ? true : nil
            $0.returnOobLink = true
        }
        guard let link = try await caller.call(SendCode.self, request).oobLink else {
            // A project that hides its addresses answers an unknown one like any other, but has no link for it.
            throw AdminError(.emailNotFound)
        }
        return link
    }
}
