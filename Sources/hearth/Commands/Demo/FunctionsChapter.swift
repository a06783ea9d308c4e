internal import HearthAuth
internal import HearthCore
internal import HearthFunctions
internal import HearthFunctionsHost
internal import HearthHTTP
internal import HearthServer
internal import HearthTokens
internal import HearthTransport

/// Functions that an app calls: a host in this process, which believes the backend's users, and its client.
struct FunctionsChapter: DemoChapter {
    static let title = "Functions that an app calls"

    private let scene: Scene

    init(scene: Scene) {
        self.scene = scene
    }

    /// Charges an order; declared once, for both ends.
    private enum Charge: CallableFunction {
        static let name = "charge"

        struct Input: Codable, Sendable {
            var amount: Double
        }

        struct Output: Codable, Sendable {
            var receipt: String
        }
    }

    func play() async throws {
        let host = try host()
        let server = HTTPServer { await host.handle($0) }
        let address = try server.bind()
        let running = Task { try await server.run() }
        defer { running.cancel() }
        let auth = scene.client()
        var functions = Functions(project: scene.project, transport: scene.transport, credentials: auth)
        functions.useEmulator(withHost: address.host, port: address.port)
        try await call(functions, auth)
        try await stream(functions)
        server.drain(within: .seconds(1))
        _ = await running.result
    }

    private func host() throws -> FunctionsHost {
        guard let project = ProjectID(rawValue: scene.project) else { throw CommandFailure("the project has no name") }
        let users = try TokenVerifier.hearth(
            origin: scene.stage.backend,
            project: project,
            transport: scene.transport
        )
        let unsigned = EmulatorTokenVerifier(believingUnsignedTokensOf: project)
        let host = FunctionsHost(project: scene.project, trust: .emulator(unsigned, users: users))
        try host.onCall(Charge.self) { call in
            guard let user = call.auth else { throw HTTPSError(.unauthenticated, "Sign in first.") }
            guard call.data.amount > 0 else { throw HTTPSError(.invalidArgument, "Nothing to charge.") }
            return .init(receipt: "\(call.data.amount) from \(user.uid.prefix(6))…")
        }
        try host.onCall("count", streaming: Int.self) { (call: Call<Int>, messages) in
            for number in 0..<call.data { try await messages.send(number) }
            return "done"
        }
        scene.narrator.step(
            "A host declares its functions",
            "host.onCall(Charge.self) { call in … }"
        )
        scene.narrator.tell("functions", host.names.joined(separator: ", "))
        return host
    }

    private func call(_ functions: Functions, _ auth: Auth) async throws {
        scene.narrator.step("A guest is refused", "functions.call(Charge.self, .init(amount: 24.5))")
        do throws(FunctionsError) {
            _ = try await functions.call(Charge.self, .init(amount: 24.5))
            throw FunctionsError(.ok, "")
        } catch {
            guard error.code == .unauthenticated else { throw CommandFailure("a guest was not refused") }
            scene.narrator.tell("refused", "unauthenticated: \(error.message)")
        }
        scene.narrator.step("A user is not", "auth.signInAnonymously()", "functions.call(Charge.self, …)")
        try await auth.signInAnonymously()
        scene.narrator.tell("receipt", try await functions.call(Charge.self, .init(amount: 24.5)).receipt)
    }

    private func stream(_ functions: Functions) async throws {
        scene.narrator.step("Another one answers bit by bit", "for try await message in functions…stream(5)")
        let count = functions.httpsCallable("count", requestAs: Int.self, responseAs: String.self)
        var messages: [Int] = []
        for try await response in count.stream(5, messagesAs: Int.self) {
            switch response {
            case .message(let number): messages.append(number)
            case .result(let text): scene.narrator.tell("result", text)
            }
        }
        scene.narrator.tell("messages", messages.map(String.init).joined(separator: ", "))
        try scene.expect(messages == [0, 1, 2, 3, 4], "a message is missing")
    }
}
