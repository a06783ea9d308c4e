#if canImport(AuthenticationServices) && !os(watchOS)
public import AuthenticationServices
internal import HearthAuth
internal import HearthFlows
public import HearthModels

extension ProviderSignIn {
    /// Sign in with Apple, by the system's own sheet.
    ///
    /// - Parameter anchor: The window above which the sheet stands.
    /// - Returns: The provider.
    public static func apple(above anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor) -> ProviderSignIn
    {
        ProviderSignIn("apple.com") {
            .credential(try await AppleSignIn().perform(above: anchor).credential)
        }
    }
}
#endif
