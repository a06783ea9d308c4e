#if canImport(AuthenticationServices) && !os(watchOS)
public import AuthenticationServices

extension AppleSignIn {
    /// Shows the system's sheet, and waits for the answer.
    ///
    /// Ends at once when the task is cancelled.
    ///
    /// - Parameter anchor: The window above which the sheet stands.
    /// - Returns: The credential, and what Apple tells beside it.
    /// - Throws: ``AuthError``, with code ``AuthError/Code/cancelled`` if the user gave up.
    @MainActor
    public func perform(
        above anchor: @MainActor @Sendable () -> ASPresentationAnchor
    ) async throws(AuthError) -> AppleAuthorization {
        let sheet = AuthorizationSheet<AppleAuthorization>(above: anchor()) { authorization in
            guard let answer = authorization.credential as? ASAuthorizationAppleIDCredential else {
                return .failure(AuthError(.invalidCredential, "Apple answered something else"))
            }
            return Result { () throws(AuthError) in try self.authorization(from: answer) }
        }
        return try await sheet.perform(request()).get()
    }
}
#endif
