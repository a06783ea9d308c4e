public import HearthHTTP
public import HearthTokens

/// Stands before the routes of an API, and tells whose request it is.
///
/// ```swift
/// let guardian = RequestGuard(verifier, users: members)
///
/// do {
///     let member = try await guardian.user(for: request)
///     …
/// } catch let refusal as AuthenticationRefusal {
///     return refusal.response
/// }
/// ```
///
/// The token is read from `Authorization: Bearer`, or from `Firebase-Token` for the clients that send it there.
public struct RequestGuard<Users: UserDirectory>: Sendable {
    private let users: Users
    private let verify: @Sendable (String) async throws(TokenRejection) -> VerifiedToken

    /// Creates a guard.
    ///
    /// - Parameters:
    ///   - verifier: Decides which tokens are believed.
    ///   - users: The application's own users.
    public init(_ verifier: TokenVerifier, users: Users) {
        self.users = users
        verify = { (token: String) async throws(TokenRejection) in try await verifier.verify(token) }
    }

    /// Creates a guard that lets in whoever claims to be someone: for tests on one machine, with the emulator.
    ///
    /// - Parameters:
    ///   - verifier: Believes unsigned tokens.
    ///   - users: The application's own users.
    public init(believingUnsignedTokens verifier: EmulatorTokenVerifier, users: Users) {
        self.users = users
        verify = { (token: String) async throws(TokenRejection) in try verifier.verify(token) }
    }

    /// Tells what the token of a request proves, without asking for the application's user.
    ///
    /// - Parameter request: The request.
    /// - Returns: The verified token.
    /// - Throws: ``AuthenticationRefusal``.
    public func token(of request: HTTPRequest) async throws(AuthenticationRefusal) -> VerifiedToken {
        let token = try PresentedToken.read(request)
        do throws(TokenRejection) {
            return try await verify(token)
        } catch {
            throw .rejected(error)
        }
    }

    /// Finds the user whose request it is, and creates one at the first visit.
    ///
    /// - Parameter request: The request.
    /// - Returns: The user.
    /// - Throws: ``AuthenticationRefusal``, or what the directory throws.
    public func user(for request: HTTPRequest) async throws -> Users.User {
        try await users.findOrCreate(try await token(of: request))
    }
}
