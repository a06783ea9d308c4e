import HearthAuth
import HearthCore
import HearthHTTP
import HearthJSON
import Testing

@Suite("Calls to the service")
struct CallerTests {
    let service = FakeService()

    private func auth(_ configuration: AuthConfiguration) -> Auth {
        Auth(configuration, storage: InMemorySessionStorage(), transport: service, retry: .never)
    }

    private func addresses(_ configuration: AuthConfiguration) async throws -> [String] {
        let auth = auth(configuration)
        try await auth.signInAnonymously()
        _ = try await auth.idToken(forcingRefresh: true)
        return service.calls.map { ($0.request.origin ?? "") + $0.request.target }
    }

    @Test func `go to Firebase`() async throws {
        #expect(
            try await addresses(.firebase(apiKey: "k&1")) == [
                "https://identitytoolkit.googleapis.com/v1/accounts:signUp?key=k%261",
                "https://identitytoolkit.googleapis.com/v1/accounts:lookup?key=k%261",
                "https://securetoken.googleapis.com/v1/token?key=k%261",
            ]
        )
    }

    @Test(arguments: [("127.0.0.1", "127.0.0.1"), ("::1", "[::1]"), ("[::1]", "[::1]"), ("emulator", "emulator")])
    func `go to an emulator, and nowhere else`(_ host: String, _ authority: String) async throws {
        #expect(
            try await addresses(.emulator(project: "demo-shop", host: host, port: 9199)) == [
                "http://\(authority):9199/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo-shop",
                "http://\(authority):9199/identitytoolkit.googleapis.com/v1/accounts:lookup?key=demo-shop",
                "http://\(authority):9199/securetoken.googleapis.com/v1/token?key=demo-shop",
            ]
        )
    }

    @Test func `go to a server of one's own, with its path`() async throws {
        let configuration = AuthConfiguration.custom(
            apiKey: "k",
            identity: "https://id.shop.example:8443/auth/",
            tokens: "https://tokens.shop.example"
        )
        #expect(
            try await addresses(configuration) == [
                "https://id.shop.example:8443/auth/v1/accounts:signUp?key=k",
                "https://id.shop.example:8443/auth/v1/accounts:lookup?key=k",
                "https://tokens.shop.example/v1/token?key=k",
            ]
        )
        #expect(service.calls.first?.request.origin == "https://id.shop.example:8443")
    }

    @Test func `name the client, the app and the language`() async throws {
        var configuration = AuthConfiguration.firebase(apiKey: "k", appID: "1:2:ios:3")
        configuration.tenantID = "tenant-1"
        let auth = auth(configuration)
        auth.languageCode = "pt-BR"
        try await auth.signInAnonymously()
        let call = try #require(service.calls.first)
        #expect(call.request.fields["Content-Type"] == "application/json")
        #expect(call.request.fields["X-Client-Version"]?.hasPrefix("Hearth/") == true)
        #expect(call.request.fields["X-Firebase-Locale"] == "pt-BR")
        #expect(call.request.fields["X-Firebase-GMPID"] == "1:2:ios:3")
        #expect(call.body["tenantId"] == "tenant-1" && call.body["returnSecureToken"] == true)
    }

    @Test func `leave out what is not set`() async throws {
        try await auth(.firebase(apiKey: "k")).signInAnonymously()
        let call = try #require(service.calls.first)
        #expect(call.request.fields["X-Firebase-Locale"] == nil && call.request.fields["X-Firebase-GMPID"] == nil)
        #expect(call.body.object?.names == ["returnSecureToken"])
    }

    @Test func `trade the refresh token as the service wants it`() async throws {
        let auth = auth(.firebase(apiKey: "k"))
        try await auth.signInAnonymously()
        _ = try await auth.idToken(forcingRefresh: true)
        let body = try #require(service.calls.last?.body)
        #expect(body["grantType"] == "refresh_token")
        #expect(body["refreshToken"]?.string?.hasPrefix("refresh-") == true)
        #expect(body.object?.count == 2)
    }

    @Test(arguments: ["not an address", "ftp://example.com", "http://", ""])
    func `to an address that is none fail with a type`(_ address: String) async {
        let auth = Auth(
            .custom(apiKey: "k", identity: address, tokens: address),
            storage: InMemorySessionStorage()
        )
        let error = await failure { () throws(AuthError) in try await auth.signInAnonymously() }
        #expect(error?.code == .invalidRequest && error?.recovery == .configuration)
    }
}
