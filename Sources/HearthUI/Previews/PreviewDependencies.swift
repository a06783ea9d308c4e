#if canImport(SwiftUI)
internal import HearthAuth
internal import HearthFlows
internal import HearthHTTP
internal import HearthModels
internal import SwiftUI

extension AuthDependencies {
    /// A client in memory, without a network: every screen shows itself, and every action says that there is no answer.
    static var preview: AuthDependencies {
        let auth = Auth(
            .emulator(project: "demo-preview"),
            storage: InMemorySessionStorage(),
            transport: OfflineTransport(),
            retry: .never
        )
        return AuthDependencies(
            AuthManager(auth),
            providers: ["apple.com", "google.com", "oidc.staff"].map { id in
                ProviderSignIn(id) { throw CancellationError() }
            }
        )
    }
}

private struct OfflineTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        throw TransportError(.unreachable)
    }
}

extension View {
    /// A screen as an app shows it, and next to it large, dark, and from right to left.
    func inEveryLook() -> some View {
        Group {
            NavigationStack { self }
            NavigationStack { self }.dynamicTypeSize(.accessibility3).preferredColorScheme(.dark)
            NavigationStack { self }.language(.arabic)
        }
    }
}
#endif
