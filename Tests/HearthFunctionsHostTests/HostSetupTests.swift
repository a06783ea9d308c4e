import HearthCore
import HearthFunctions
import HearthFunctionsHost
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import HearthTransport
import Testing

@Suite("The set-up of a functions host")
struct HostSetupTests {
    private struct Limits: Codable, Equatable {
        var most: Int
    }

    private static func read<Value>(
        _ variables: [String: String],
        _ make: (FunctionParameters) throws -> Value
    ) throws -> Value {
        try FunctionParameters.read(from: { variables[$0] }, make)
    }

    @Test func `parameters are read with their types, or have their defaults`() throws {
        let all = ["KEY": "s3cret", "NAME": "shop", "MOST": "7", "OPEN": "false", "LIMITS": #"{"most":3}"#]
        #expect(try Self.read(all) { try $0.secret("KEY").reveal() } == "s3cret")
        #expect(try Self.read(all) { try $0.text("NAME") } == "shop")
        #expect(try Self.read(all) { try $0.integer("MOST") } == 7)
        #expect(try Self.read(all) { try $0.boolean("OPEN", default: true) } == false)
        #expect(try Self.read(all) { try $0.json("LIMITS", as: Limits.self) } == Limits(most: 3))
        #expect(try Self.read([:]) { try $0.text("NAME", default: "x") } == "x")
        #expect(try Self.read([:]) { try $0.integer("MOST", default: 1) } == 1)
        #expect(try Self.read([:]) { try $0.json("LIMITS", as: Limits.self, default: Limits(most: 0)) }.most == 0)
    }

    @Test func `a parameter that is missing or has another shape ends the start, and its value is not told`() {
        let wrong = ["KEY": "hidden-value", "OPEN": "hidden-value", "MOST": "hidden-value", "LIMITS": "hidden-value"]
        let reads: [(String, (FunctionParameters) throws -> Void)] = [
            ("MOST", { _ = try $0.integer("MOST") }), ("OPEN", { _ = try $0.boolean("OPEN") }),
            ("LIMITS", { _ = try $0.json("LIMITS", as: Limits.self) }),
        ]
        for (name, read) in reads {
            let error = #expect(throws: FunctionParameters.Problem.self) { try Self.read(wrong, read) }
            #expect(error?.name == name && error?.reason != nil)
            #expect(error?.description.contains("hidden-value") == false)
        }
        let missing = reads + [("KEY", { _ = try $0.secret("KEY") }), ("NAME", { _ = try $0.text("NAME") })]
        for (name, read) in missing {
            let error = #expect(throws: FunctionParameters.Problem.self) { try Self.read([:], read) }
            #expect(error?.name == name && error?.reason == nil)
        }
    }

    @Test(
        arguments: [
            [:], ["GCLOUD_PROJECT": "a/b"], ["GCLOUD_PROJECT": "shop", "FUNCTIONS_PORT": "many"],
            ["GCLOUD_PROJECT": "shop", "FUNCTIONS_EMULATOR": "yes"],
        ] as [[String: String]]
    )
    func `a process with wrong variables does not start`(_ variables: [String: String]) {
        #expect(throws: FunctionParameters.Problem.self) {
            try FunctionsProcess(transport: SystemTransport()) { variables[$0] }
        }
    }

    @Test func `functions of a group have its name before theirs`() async throws {
        let backend = try await TestBackend()
        let host = try backend.functions.host
        let pay = host.group("pay")
        try pay.onCall("charge") { (call: Call<Int>) in call.data + 1 }
        try pay.group("card").onRequest("form") { _ in HTTPResponse(status: 201) }
        #expect(host.names == ["us-central1/pay-card-form", "us-central1/pay-charge"])
        let client = try backend.functions.client()
        #expect(try await client.httpsCallable("pay-charge").call(4).data == 5)
        #expect(throws: FunctionRegistrationError.self) { try pay.onCall("charge") { (call: Call<Int>) in call.data } }
        let form = await host.handle(HTTPRequest(.get, target: "/demo-test/us-central1/pay-card-form/below"))
        #expect(form.status == 201)
    }

    private struct AppCredentials: CallCredentials {
        let app: String

        func token(forcingRefresh: Bool) -> Secret<String>? { nil }

        func appCheckToken(limitedUse: Bool) async -> Secret<String>? { Secret(app) }
    }

    @Test func `an app's token is asked for where it is enforced, and one that comes again is marked`() async throws {
        let backend = try await TestBackend()
        let host = try backend.functions.host
        try host.onCall("open") { (call: Call<JSONValue>) in call.app?.appID ?? "none" }
        try host.onCall("enforced", options: .init(appCheck: .enforced)) { (call: Call<JSONValue>) in
            call.app?.appID ?? "none"
        }
        try host.onCall("once", options: .init(appCheck: .consumed)) { (call: Call<JSONValue>) in
            call.app?.wasConsumed == true ? "again" : "first"
        }
        let now = backend.clock.now.seconds
        let token = try TokenMint.unsigned.mint(["sub": "app-1", "exp": .integer(now + 3600)]).reveal()
        let known = try backend.functions.client(AppCredentials(app: token))
        let unknown = try backend.functions.client()
        #expect(try await known.httpsCallable("open").call().data == "app-1")
        #expect(try await unknown.httpsCallable("open").call().data == "none")
        #expect(try await known.httpsCallable("enforced").call().data == "app-1")
        for name in ["enforced", "once"] {
            let error = await #expect(throws: FunctionsError.self) { try await unknown.httpsCallable(name).call() }
            #expect(error?.code == .unauthenticated)
        }
        #expect(try await known.httpsCallable("once").call().data == "first")
        #expect(try await known.httpsCallable("once").call().data == "again")
    }

    @Test(.timeLimit(.minutes(5)))
    func `a backend of a test that is dropped leaves neither its services nor its functions behind`() async throws {
        func make() async throws -> [() -> AnyObject?] {
            let backend = try await TestBackend()
            let host = try backend.functions.host
            try host.onAccount("greet") { _ in }
            try host.onDocument("follow", of: "orders/{order}") { _ in }
            try await backend.functions.beforeUserSignedIn(in: backend) { _ in nil }
            let (identity, documents) = (backend.backend, try await backend.firestore)
            return [{ [weak host] in host }, { [weak identity] in identity }, { [weak documents] in documents }]
        }
        let references = try await make()
        // The tasks that deliver events end when they see that they are cancelled.
        while references.contains(where: { $0() != nil }), !Task.isCancelled { await Task.yield() }
        #expect(references.allSatisfy { $0() == nil })
    }
}
