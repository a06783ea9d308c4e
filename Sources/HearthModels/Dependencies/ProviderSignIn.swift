public import HearthFlows

/// A provider that the app offers, and how its proof is come by.
///
/// ```swift
/// let google = ProviderSignIn("google.com") {
///     let tokens = try await GoogleSignInSDK.signIn()
///     return .google(idToken: tokens.idToken, accessToken: tokens.accessToken)
/// }
/// ```
public struct ProviderSignIn: Sendable, Identifiable {
    /// The provider, for example `google.com`.
    public let id: String
    private let source: @MainActor @Sendable () async throws -> IdentityProvider

    /// Offers a provider.
    ///
    /// - Parameters:
    ///   - id: The provider, for example `google.com`.
    ///   - proof: Asks the user, as the provider has it. A `CancellationError` says that the user gave up.
    public init(_ id: String, proof: @escaping @MainActor @Sendable () async throws -> IdentityProvider) {
        self.id = id
        source = proof
    }

    /// Asks the user.
    ///
    /// - Returns: The credential.
    /// - Throws: ``FlowError``, of kind ``FlowError/Kind/cancelled`` if the user gave up.
    @MainActor
    func proof() async throws(FlowError) -> IdentityProvider {
        do {
            return try await source()
        } catch {
            throw FlowError(error)
        }
    }
}
