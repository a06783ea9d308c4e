import HearthBackend
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import Testing

@testable import HearthConsole

/// An emulator with a console, whose clock is set by hand, and an app that talks to it.
struct FlowWorld {
    let clock = Locked(UnixTime(seconds: 1_700_000_000))
    let console: Console
    let backend: Backend

    init(profile: BackendConfiguration.Profile = .lenient, recordsRequests: Bool = true) async throws {
        let clock = clock
        let now: @Sendable () -> UnixTime = { clock.withLock { $0 } }
        var shown = Console.Settings(version: "1", projects: ["demo-shop"], profile: profile.rawValue)
        shown.recordsRequests = recordsRequests
        // Stands in for the drawing: one row, the text itself.
        shown.qrCode = { [$0] }
        console = Console(shown, now: now)
        var configuration = BackendConfiguration(project: try #require(ProjectID(rawValue: "demo-shop")))
        configuration.storage = .memory
        configuration.profile = profile
        let backend = try await Backend(
            configuration,
            environment: BackendEnvironment(now: now),
            mailer: console,
            messenger: console
        )
        self.backend = backend
        console.attach(backend) { await backend.handle($0) }
    }

    func pass(_ time: Duration) { clock.withLock { $0 = $0 + time } }

    static let ada: JSONObject = [
        "localId": "ada", "email": "ada@example.com", "emailVerified": true, "rawPassword": "correct horse 42",
        "mfaInfo": [["mfaEnrollmentId": "ada-phone", "phoneInfo": "+15555550100"]],
    ]

    static func password(_ text: String = "correct horse 42") -> JSONObject {
        ["email": "ada@example.com", "password": .string(text), "returnSecureToken": true]
    }

    /// Sends what an app sends, through the log.
    @discardableResult
    func app(_ operation: String, _ body: JSONObject) async throws -> JSONValue {
        try await send(
            "/identitytoolkit.googleapis.com/\(operation)?key=k",
            "application/json",
            JSON.serialize(.object(body))
        )
    }

    func refresh(_ token: String) async throws {
        let form: FormParameters = ["grant_type": "refresh_token", "refresh_token": token]
        _ = try await send(
            "/securetoken.googleapis.com/v1/token?key=k",
            "application/x-www-form-urlencoded",
            Array(form.encoded.utf8)
        )
    }

    private func send(_ target: String, _ type: String, _ body: [UInt8]) async throws -> JSONValue {
        let fields: HTTPFields = ["Host": "localhost:9099", "Content-Type": type]
        let request = HTTPRequest(.post, target: target, fields: fields, body: body)
        pass(.seconds(1))
        let response = await console.answer(request) { await backend.handle($0) }
        return try JSON.parse(response.bytes)
    }

    /// Adds an account before anything is logged.
    func add(_ account: JSONObject) async throws {
        try await administer(
            "/identitytoolkit.googleapis.com/v1/projects/demo-shop/accounts:batchCreate",
            ["users": [.object(account)]]
        )
    }

    /// Asks past the log, as a server of the project.
    func administer(_ target: String, _ body: JSONObject) async throws {
        _ = try await ServiceReader(handle: { await backend.handle($0) }).ask(.post, target, body)
    }

    func code(of key: String) throws -> String {
        let bytes = try #require(Base32.decode(key))
        return TOTP(key: Secret(bytes)).code(at: TOTP.step(at: clock.withLock { $0 })).reveal()
    }

    // MARK: The console

    func read(_ path: String) async throws -> HTTPResponse {
        let fields: HTTPFields = ["Host": "localhost:9099", "X-Hearth-Console": "1"]
        return await console.answer(HTTPRequest(.get, target: "/console/v1/\(path)", fields: fields)) { _ in
            HTTPResponse(status: 500)
        }
    }

    func write(_ path: String, _ body: JSONObject) async throws -> HTTPResponse {
        let fields: HTTPFields = [
            "Host": "localhost:9099", "X-Hearth-Console": "1", "Content-Type": "application/json",
        ]
        let bytes = JSON.serialize(.object(body))
        let request = HTTPRequest(.post, target: "/console/v1/\(path)", fields: fields, body: bytes)
        return await console.answer(request) { _ in HTTPResponse(status: 500) }
    }

    func log() async throws -> JSONValue { try JSON.parse(try await read("log").bytes) }

    /// The code that was mailed or texted last.
    func newestCode() async throws -> String {
        try #require(try await log()["entries"]?.array?.last { $0["kind"]?.string == "message" }?["code"]?.string)
    }

    func newestFlow() async throws -> Int64 {
        try #require(try await log()["flows"]?.array?.last?["id"]?.integer)
    }

    func copy(_ flow: Int64) async throws -> HTTPResponse { try await read("flows/\(flow)/test?project=demo-shop") }

    /// The newest flow as a test.
    func copiedFlow() async throws -> JSONValue {
        let answer = try await copy(try await newestFlow())
        try #require(answer.status == 200, "\(String(decoding: answer.bytes, as: UTF8.self))")
        return try JSON.parse(answer.bytes)
    }
}
