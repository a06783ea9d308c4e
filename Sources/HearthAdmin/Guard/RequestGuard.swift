public import HearthCore
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
/// The token is read from `Authorization: Bearer`, or from `Firebase-Token` for the clients that send it there. Whose
/// users are let in, the project's own or a tenant's, is the verifier's `tenants`.
public struct RequestGuard<Users: UserDirectory>: Sendable {
    private let users: Users
    private let verify: @Sendable (String) async throws(TokenRejection) -> VerifiedToken
    private let possession: Possession?
    private var appCheck: AppCheckVerifier?

    /// Which proofs are asked for, and whose keys they may be made with.
    private struct Possession: Sendable {
        var proofs: RequestProofVerifier
        var knowsKey: @Sendable (KeyThumbprint, VerifiedToken) async throws(ProofRejection) -> Bool
    }

    /// Creates a guard.
    ///
    /// - Parameters:
    ///   - verifier: Decides which tokens are believed.
    ///   - users: The application's own users.
    public init(_ verifier: TokenVerifier, users: Users) {
        self.users = users
        verify = { (token: String) async throws(TokenRejection) in try await verifier.verify(token) }
        possession = nil
    }

    /// Creates a guard that lets in a token only together with a proof that its own device sent it
    /// ([RFC 9449](https://www.rfc-editor.org/rfc/rfc9449)).
    ///
    /// - Parameters:
    ///   - verifier: Decides which tokens are believed.
    ///   - users: The application's own users.
    ///   - proofs: Checks the proofs.
    ///   - knowsKey: Says whether a key is one of the user's devices; keep its thumbprint when the user enrolls the
    ///     device. It throws `ProofRejection.overloaded` if it cannot know. It is not asked for a token
    ///     that is bound to a key: that key must have made the proof.
    public init(
        _ verifier: TokenVerifier,
        users: Users,
        proofs: RequestProofVerifier,
        knowsKey: @escaping @Sendable (KeyThumbprint, VerifiedToken) async throws(ProofRejection) -> Bool
    ) {
        self.users = users
        verify = { (token: String) async throws(TokenRejection) in try await verifier.verify(token) }
        possession = Possession(proofs: proofs, knowsKey: knowsKey)
    }

    /// Creates a guard that lets in anyone who claims to be someone: for tests on one machine, with the emulator.
    ///
    /// - Parameters:
    ///   - verifier: Believes unsigned tokens.
    ///   - users: The application's own users.
    public init(believingUnsignedTokens verifier: EmulatorTokenVerifier, users: Users) {
        self.users = users
        verify = { (token: String) async throws(TokenRejection) in try verifier.verify(token) }
        possession = nil
    }

    /// A guard that lets in a request only from an app of one's own, as a token of Firebase App Check proves.
    ///
    /// The app is looked at before the user. Clients send the token as `X-Firebase-AppCheck`.
    ///
    /// - Parameter appCheck: Decides which apps are believed.
    /// - Returns: The guard.
    public func requiring(_ appCheck: AppCheckVerifier) -> RequestGuard {
        var stricter = self
        stricter.appCheck = appCheck
        return stricter
    }

    /// Tells which app sent a request, where that is asked for.
    private func checkApp(of request: HTTPRequest) async throws(AuthenticationRefusal) {
        guard let appCheck else { return }
        let tokens = request.fields.values(of: "x-firebase-appcheck")
        guard tokens.count == 1, let token = tokens.first else { throw .missingAppCheck }
        do throws(TokenRejection) {
            _ = try await appCheck.verify(token)
        } catch {
            throw .appRejected(error)
        }
    }

    /// Tells what the token of a request proves, without asking for the application's user.
    ///
    /// - Parameter request: The request.
    /// - Returns: The verified token.
    /// - Throws: ``AuthenticationRefusal``.
    public func token(of request: HTTPRequest) async throws(AuthenticationRefusal) -> VerifiedToken {
        try await checkApp(of: request)
        let text = try PresentedToken.read(request, withProof: possession != nil)
        let token = try await believe(text)
        guard let possession else { return token }
        do throws(ProofRejection) {
            let key = try await possession.proofs.verify(request, token: Secret(text))
            if let bound = token.boundKey {
                guard key == bound else { throw .unknownKey }
                return token
            }
            guard try await possession.knowsKey(key, token) else { throw .unknownKey }
            return token
        } catch {
            throw .unproved(error)
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

    /// Tells what a token proves that another framework took out of its request.
    ///
    /// - Parameter bearer: The token, without `Bearer`; `nil` if the request brings none.
    /// - Returns: The verified token.
    /// - Throws: ``AuthenticationRefusal``. A guard that asks for proofs or for App Check refuses every token that comes
    ///   alone: make an `HTTPRequest` of the method, the path and the fields, and ask with that.
    public func token(bearer: Secret<String>?) async throws(AuthenticationRefusal) -> VerifiedToken {
        guard appCheck == nil else { throw .missingAppCheck }
        guard let bearer else { throw .missingToken }
        guard possession == nil else { throw .unproved(.missing) }
        return try await believe(bearer.reveal())
    }

    /// Finds the user of a token that another framework took out of its request, and creates one at the first visit.
    ///
    /// ```swift
    /// let member = try await guardian.user(bearer: request.headers.bearerAuthorization.map { Secret($0.token) })
    /// ```
    ///
    /// - Parameter bearer: The token, without `Bearer`; `nil` if the request brings none.
    /// - Returns: The user.
    /// - Throws: ``AuthenticationRefusal`` as ``token(bearer:)``, or what the directory throws.
    public func user(bearer: Secret<String>?) async throws -> Users.User {
        try await users.findOrCreate(try await token(bearer: bearer))
    }

    private func believe(_ token: String) async throws(AuthenticationRefusal) -> VerifiedToken {
        do throws(TokenRejection) {
            return try await verify(token)
        } catch {
            throw .rejected(error)
        }
    }
}
