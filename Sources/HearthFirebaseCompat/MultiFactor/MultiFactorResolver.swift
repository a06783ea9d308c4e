public import HearthAuth

/// How to go on with a sign-in whose first factor was right and which waits for a second one.
///
/// Found in the error of the sign-in, by ``AuthErrorUserInfoMultiFactorResolverKey``.
public final class MultiFactorResolver: Sendable {
    /// The client that the sign-in is of.
    public let auth: Auth
    private let value: HearthAuth.MultiFactorResolver

    init(_ value: HearthAuth.MultiFactorResolver, of auth: Auth) {
        self.value = value
        self.auth = auth
    }

    /// The factors that may be used, in the order of enrollment.
    public var hints: [any MultiFactorInfo] { value.hints.map(multiFactorInfo) }

    /// What ``PhoneAuthProvider`` needs to text a code to one of them.
    public var session: MultiFactorSession { value.session }

    /// Ends the sign-in, or whatever waited for the second factor; may be called again after a wrong code.
    @discardableResult
    public func resolveSignIn(with assertion: MultiFactorAssertion) async throws -> AuthDataResult {
        auth.result(try await auth.perform { _ in try await value.resolveSignIn(with: assertion) })
    }

    /// Ends the sign-in, and then calls the completion handler.
    public func resolveSignIn(with assertion: MultiFactorAssertion, completion: AuthCompletion<AuthDataResult>? = nil) {
        complete(completion) { try await self.resolveSignIn(with: assertion) }
    }
}
