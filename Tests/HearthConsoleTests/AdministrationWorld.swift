import HearthBackend
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import Testing

@testable import HearthConsole

/// A server for real users with a console, in memory, at a time that is set by hand.
struct AdministrationWorld {
    static let origin = "https://admin.example.com"
    static let operatorToken = "operator-token-of-at-least-32-bytes"

    let clock = Locked(UnixTime(seconds: 1_700_000_000))
    let store: AdministratorStore
    let backend: Backend
    let console: AdministrationConsole
    /// The requests that reached a service.
    let reached = Locked<[HTTPRequest]>([])

    init(path: String? = nil) async throws {
        let clock = clock
        let reached = reached
        let now: @Sendable () -> UnixTime = { clock.withLock { $0 } }
        store = try await AdministratorStore(path: path, now: now)
        let accounts = try await AdministratorAccounts(
            nil,
            Self.origin,
            [],
            nil,
            BackendEnvironment(now: now),
            hashesCheaply: true
        )
        var configuration = BackendConfiguration(project: try #require(ProjectID(rawValue: "shop")))
        configuration.profile = .strict
        configuration.isEmulator = false
        configuration.administratorToken = Secret(Self.operatorToken)
        configuration.publicURL = "https://shop.example"
        configuration.hashesCheaply = true
        let backend = try await Backend(configuration, environment: BackendEnvironment(now: now))
        self.backend = backend
        var settings = AdministrationConsole.Settings(
            version: "1",
            projects: ["shop"],
            origin: Self.origin,
            hasFirestore: true,
            hasTelemetry: true,
            trustedProxies: []
        )
        settings.qrCode = { ["1 \($0)"] }
        console = AdministrationConsole(
            settings,
            store: store,
            accounts: accounts,
            services: .init(backend: backend, token: Secret(Self.operatorToken)) { request in
                reached.withLock { $0.append(request) }
                return await backend.handle(request)
            }
        )
    }

    func pass(_ time: Duration) { clock.withLock { $0 = $0 + time } }

    // MARK: Requests

    /// A browser with its cookie and its write token.
    struct Browser {
        var cookie: String?
        var token = "1"
        var fields: HTTPFields = [:]
        var peer = "192.0.2.7"
    }

    func send(
        _ method: HTTPMethod,
        _ path: String,
        _ body: JSONObject? = nil,
        as browser: Browser = Browser()
    ) async -> HTTPResponse {
        var request = HTTPRequest(method, target: "/console/v1/\(path)")
        request.fields = ["Host": "admin.example.com", "X-Hearth-Console": browser.token]
        if method != .get { request.fields["Origin"] = Self.origin }
        if let cookie = browser.cookie { request.fields["Cookie"] = "\(ConsoleSession.cookie)=\(cookie)" }
        if let body {
            request.body = JSON.serialize(.object(body))
            request.fields["Content-Type"] = "application/json"
        }
        for field in browser.fields.all { request.fields[field.name] = field.value }
        request.peer = browser.peer
        return await console.answer(request)
    }

    static func document(_ response: HTTPResponse) throws -> JSONObject {
        try #require(try JSON.parse(response.bytes).object, "\(response.status)")
    }

    /// The browser after an answer that began a session.
    static func browser(after response: HTTPResponse) throws -> Browser {
        let field = try #require(response.fields["set-cookie"], "\(String(decoding: response.bytes, as: UTF8.self))")
        let value = try #require(field.split(separator: ";").first?.split(separator: "=").last)
        return Browser(cookie: String(value), token: try #require(try document(response)["writeToken"]?.string))
    }

    // MARK: People

    static let password = "a long pass phrase 42"

    /// An administrator who has accepted an invitation.
    struct Person {
        let email: String
        let key: [UInt8]
        var browser: Browser
    }

    func code(_ key: [UInt8]) -> JSONValue {
        .string(TOTP(key: Secret(key)).code(at: TOTP.step(at: clock.withLock { $0 })).reveal())
    }

    func enroll(_ email: String, as role: AdministratorRole) async throws -> Person {
        let invitation = try await store.invite(try #require(EmailAddress(email)), as: role)
        let started = await send(
            .post,
            "invitation",
            ["invitation": .string(invitation.reveal()), "password": .string(Self.password)]
        )
        let draft = try Self.document(started)
        let key = try #require(draft["key"]?.string.flatMap { Base32.decode($0) }, "\(draft)")
        let ticket = try #require(draft["ticket"])
        let finished = await send(.post, "invitation:finish", ["ticket": ticket, "code": code(key)])
        return Person(email: email, key: key, browser: try Self.browser(after: finished))
    }

    /// Signs in with address, password and the present code.
    func signIn(_ person: Person, password: String = Self.password, from peer: String = "192.0.2.7") async throws
        -> HTTPResponse
    {
        let browser = Browser(peer: peer)
        let first = await send(
            .post,
            "session",
            ["email": .string(person.email), "password": .string(password)],
            as: browser
        )
        guard first.status == 200 else { return first }
        let waiting = try Self.document(first)
        return await send(
            .post,
            "session:finish",
            [
                "pending": try #require(waiting["pending"]), "factor": try #require(waiting["factor"]),
                "code": code(person.key),
            ],
            as: browser
        )
    }

    /// Adds a user of the shop.
    func addUser(_ id: String, email: String) async {
        _ = await backend.handle(
            HTTPRequest(
                .post,
                target: "/identitytoolkit.googleapis.com/v1/projects/shop/accounts",
                fields: ["Authorization": "Bearer \(Self.operatorToken)", "Content-Type": "application/json"],
                body: Array(#"{"localId":"\#(id)","email":"\#(email)","password":"\#(Self.password)"}"#.utf8)
            )
        )
    }
}
