import HearthAdmin
import HearthAuth
import HearthHTTP
import HearthModels
import HearthServer
import HearthTesting
import HearthTokens
import ShoppingApp
import ShoppingServer
import Testing

/// The app against its server, with a whole identity service in the test.
@Suite("Shopping, in one process")
@MainActor
struct ShoppingTests {
    private let backend: TestBackend
    private let service: ShoppingService
    private let auth: Auth
    private let list: ShoppingList

    init() async throws {
        let backend = try await TestBackend()
        let verifier = try TokenVerifier.hearth(
            origin: "http://127.0.0.1:9099",
            project: backend.project,
            transport: backend.transport,
            now: { backend.clock.now }
        )
        self.backend = backend
        service = ShoppingService(verifier: verifier)
        auth = Auth(backend)
        let api = ListAPI(host: "shop.example", auth: auth, transport: ServiceTransport(service: service))
        list = ShoppingList(auth: auth, api: api)
    }

    @Test func `a list needs a user`() async {
        await list.add("bread")
        #expect(list.items == [] && list.notice != nil)
    }

    @Test func `a guest keeps the list when an account is created`() async throws {
        await list.signIn.continueAsGuest()
        await list.add("bread")
        let guest = try #require(auth.currentUser?.uid)
        list.signUp.email.text = "eve@example.com"
        list.signUp.password.text = "correct horse"
        await list.signUp.submit()
        #expect(auth.currentUser?.uid == guest && auth.currentUser?.isAnonymous == false)
        await list.refresh()
        #expect(list.items == ["bread"] && list.notice == nil)
    }

    @Test func `nobody sees the list of another`() async throws {
        await list.signIn.continueAsGuest()
        await list.add("bread")
        try await auth.signOut()
        await list.signIn.continueAsGuest()
        await list.refresh()
        #expect(list.items == [])
    }

    @Test func `a token that ran out is refreshed on the way`() async throws {
        await list.signIn.continueAsGuest()
        backend.clock.advance(by: .hours(2))
        await list.add("bread")
        #expect(list.items == ["bread"] && list.notice == nil)
    }

    @Test func `an administrator finds the user`() async throws {
        await list.signIn.continueAsGuest()
        let admin = AdminAuth.emulator(project: backend.project, transport: backend.transport)
        for try await user in admin.users { #expect(user.uid.rawValue == auth.currentUser?.uid) }
    }
}

/// The same over sockets: nothing but addresses is passed in.
@Suite("Shopping, over sockets")
@MainActor
struct LiveShoppingTests {
    @Test func `app, server and identity service speak over HTTP`() async throws {
        let backend = try await TestBackend()
        let identity = HTTPServer { request in
            (try? await backend.transport.send(request)) ?? HTTPResponse(status: 500)
        }
        let address = try identity.bind()
        let service = ShoppingService(
            verifier: try .hearth(origin: "http://\(address)", project: backend.project)
        )
        let server = HTTPServer { await service.handle($0) }
        let host = "\(try server.bind())"
        async let identityRun: Void = identity.run()
        async let serverRun: Void = server.run()

        let auth = Auth(
            .emulator(project: backend.project.rawValue, host: address.host, port: address.port),
            storage: InMemorySessionStorage()
        )
        let list = ShoppingList(auth: auth, api: ListAPI(host: host, isSecure: false, auth: auth))
        await list.signIn.continueAsGuest()
        await list.add("bread")
        #expect(list.items == ["bread"] && list.notice == nil)

        identity.drain(within: .zero)
        server.drain(within: .zero)
        try await identityRun
        try await serverRun
    }
}

/// The app's own server, without a socket.
struct ServiceTransport: HTTPTransport {
    let service: ShoppingService

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        await service.handle(request)
    }
}
