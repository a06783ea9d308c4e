import HearthAuth
import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import HearthTransport
import Testing

/// The client, its loopback port, a strict backend and a provider, all at once.
@Suite("Signing in through a browser", .timeLimit(.minutes(5)))
struct WebFlowTests {
    static let issuer = "https://sso.example.com"
    let provider: FakeProvider
    let backend: TestBackend
    let auth: Auth
    let staff = OAuthProvider(providerID: "oidc.staff")

    init() async throws {
        let provider = try FakeProvider()
        var configuration = ProviderConfiguration.openID(
            "oidc.staff",
            issuer: Self.issuer,
            clientIDs: ["app"],
            emailTrust: .always
        )
        configuration.clientAuthentication = .basic("s3cret")
        self.provider = provider
        backend = try await TestBackend(outbound: provider) { [configuration] in
            $0.profile = .strict
            $0.providers = [configuration]
        }
        auth = Auth(backend)
    }

    /// A browser whose user signs in at the provider, and which comes back to a port of this machine.
    private func browser(_ sub: String, _ claims: JSONValue = [:]) -> LoopbackWebAuthenticator {
        LoopbackWebAuthenticator(timeout: .seconds(300)) { [provider, backend] (page) throws(AuthError) in
            do {
                let now = backend.clock.now
                let address = try provider.visit(page, issuer: Self.issuer, sub: sub, at: now, claims)
                try await Self.open(address)
            } catch {
                throw AuthError(.webInternalError, "\(error)")
            }
        }
    }

    private static func open(_ address: String) async throws {
        let origin = address.prefix { $0 != "?" }.split(separator: "/").prefix(2).joined(separator: "//")
        let request = HTTPRequest(.get, origin: origin, target: String(address.dropFirst(origin.count)))
        _ = try await SystemTransport().send(request)
    }

    @Test func `someone signs up at the provider, and comes back another day`() async throws {
        let first = try await auth.signIn(with: staff, using: browser("ada", ["name": "Ada"]))
        #expect(first.additionalUserInfo.isNewUser)
        #expect(first.user.displayName == "Ada")
        #expect(first.user.providerData.map(\.providerID) == ["oidc.staff"])
        try await auth.signOut()
        let again = try await auth.signIn(with: staff, using: browser("ada"))
        #expect(again.user.uid == first.user.uid && !again.additionalUserInfo.isNewUser)
    }

    @Test func `a guest links the provider, and confirms who they are with it`() async throws {
        let guest = try await auth.signInAnonymously().user
        let user = try await guest.link(with: staff, using: browser("ada")).user
        #expect(user.uid == guest.uid && !user.isAnonymous)
        try await user.reauthenticate(with: staff, using: browser("ada"))
        let error = await #expect(throws: AuthError.self) {
            try await user.reauthenticate(with: staff, using: browser("eve"))
        }
        #expect(error?.code == .userMismatch)
    }

    static let foreign: [(JSONValue, AuthError.Code)] = [
        (["aud": "another"], .invalidCredential), (["nonce": "another"], .missingOrInvalidNonce),
        (["exp": 1_000_600, "iat": 1_000_000], .invalidCredential),
    ]

    @Test(arguments: foreign)
    func `no one signs in with a token that is not for them`(_ claims: JSONValue, _ code: AuthError.Code) async {
        let error = await #expect(throws: AuthError.self) {
            try await auth.signIn(with: staff, using: browser("ada", claims))
        }
        #expect(error?.code == code)
        #expect(auth.currentUser == nil)
    }

    @Test func `an app signs in by itself, and the backend believes the token`() async throws {
        let client = try OpenIDClient(
            issuer: Self.issuer,
            clientID: "app",
            clientSecret: "s3cret",
            transport: provider
        )
        let credential = try await client.credential(for: "oidc.staff", using: browser("ada"))
        let user = try await auth.signIn(with: credential).user
        #expect(user.providerData.map(\.uid) == ["ada"])
        // What was used is used.
        let error = await #expect(throws: AuthError.self) { try await auth.signIn(with: credential) }
        #expect(error?.code == .missingOrInvalidNonce)
    }

    @Test func `the emulator's page brings its answer to the port`() async throws {
        let backend = try await TestBackend()
        let auth = Auth(backend)
        let browser = LoopbackWebAuthenticator(timeout: .seconds(300)) { (page) throws(AuthError) in
            do {
                let origin = page.prefix { $0 != "?" }.split(separator: "/").prefix(2).joined(separator: "//")
                let shown = try await backend.transport.send(
                    HTTPRequest(.get, target: String(page.dropFirst(origin.count)))
                )
                #expect(String(decoding: shown.bytes, as: UTF8.self).contains(#"data-return="address""#))
                // What the page's script does with the claims that the developer chose.
                let target = HTTPRequest(.get, target: page).query["redirectUrl"] ?? ""
                let answer: FormParameters = ["providerId": "google.com", "id_token": #"{"sub":"g1","name":"Ada"}"#]
                try await Self.open(target + "&" + answer.encoded)
            } catch {
                throw AuthError(.webInternalError, "\(error)")
            }
        }
        let user = try await auth.signIn(with: OAuthProvider(providerID: "google.com"), using: browser).user
        #expect(user.displayName == "Ada")
    }
}
