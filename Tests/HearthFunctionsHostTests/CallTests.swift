import HearthAuth
import HearthCore
import HearthFunctions
import HearthFunctionsHost
import HearthHTTP
import HearthJSON
import HearthServer
import HearthTesting
import HearthTransport
import Testing

private enum Sum: CallableFunction {
    static let name = "sum"
    typealias Input = [Int64]
    typealias Output = Int64
}

private enum Count: StreamingFunction {
    static let name = "count"
    typealias Input = Int
    typealias Message = Int
    typealias Output = String
}

/// How a client reaches the host.
enum Wiring: CaseIterable, Sendable {
    case inProcess
    case overTCP
}

/// Runs a test against the functions of a backend.
func calling(
    _ wiring: Wiring,
    signedIn: Bool = false,
    _ setUp: @Sendable (FunctionsHost, TestBackend) throws -> Void,
    _ play: @Sendable (Functions, TestBackend) async throws -> Void
) async throws {
    let backend = try await TestBackend()
    let functions = try backend.functions
    try setUp(functions.host, backend)
    let auth = Auth(backend)
    if signedIn { try await auth.signInAnonymously() }
    guard wiring == .overTCP else { return try await play(functions.client(auth), backend) }
    var configuration = ServerConfiguration()
    configuration.loops = 1
    configuration.limits.bodyBytes = FunctionsHost.maximumBody
    let server = HTTPServer(configuration: configuration) { [host = functions.host] in await host.handle($0) }
    let port = try server.bind().port
    async let run: Void = server.run()
    var client = Functions(project: backend.project.rawValue, transport: SystemTransport(), credentials: auth)
    client.useEmulator(withHost: "127.0.0.1", port: port)
    let outcome = await Result.catching { try await play(client, backend) }
    server.drain(within: .zero)
    try await run
    try outcome.get()
}

extension Result where Failure == any Error {
    fileprivate static func catching(_ work: () async throws -> Success) async -> Self {
        do { return .success(try await work()) } catch { return .failure(error) }
    }
}

@Suite("Calls of functions")
struct CallTests {
    @Test(arguments: Wiring.allCases)
    func `a function declared once is called with its types`(_ wiring: Wiring) async throws {
        try await calling(wiring) { host, _ in
            try host.onCall(Sum.self) { call in
                #expect(call.auth == nil && call.app == nil && !call.acceptsStreaming)
                return call.data.reduce(0, &+)
            }
        } _: { functions, _ in
            let small = try await functions.call(Sum.self, [1, 2, 3])
            let large = try await functions.call(Sum.self, [.max, -1])
            let untyped = try await functions.httpsCallable("sum").call([4, 5])
            let one = try await functions.httpsCallable("sum", requestAs: [Int].self, responseAs: Int.self)([1])
            #expect(small == 6 && large == .max - 1 && untyped.data == 9 && one == 1)
        }
    }

    @Test(arguments: Wiring.allCases)
    func `a function sees the verified user, and nobody without a token`(_ wiring: Wiring) async throws {
        try await calling(wiring, signedIn: true) { host, _ in
            try host.onCall("who") { (call: Call<Empty>) in call.auth?.uid ?? "" }
        } _: { functions, backend in
            let uid = try await functions.httpsCallable("who").call().data.string
            #expect(uid?.isEmpty == false)
            // The tokens of the past are worth nothing.
            backend.clock.advance(by: .seconds(7200))
            let again = try await functions.httpsCallable("who").call().data.string
            #expect(again == uid)
        }
    }

    @Test(arguments: Wiring.allCases, FunctionsErrorCode.allCases.filter { $0 != .ok })
    func `each code reaches the caller with its message and its details`(
        _ wiring: Wiring,
        _ code: FunctionsErrorCode
    ) async throws {
        try await calling(wiring) { host, _ in
            try host.onCall("fail") { (call: Call<Empty>) -> Empty in
                throw HTTPSError(code, "because", details: ["n": .integer(.max)])
            }
        } _: { functions, _ in
            let error = await #expect(throws: FunctionsError.self) { try await functions.httpsCallable("fail").call() }
            #expect(error == FunctionsError(code, "because", details: ["n": .integer(.max)]))
            let stream = await #expect(throws: FunctionsError.self) {
                for try await _ in functions.httpsCallable("fail").stream() {}
            }
            #expect(stream == error)
        }
    }

    @Test func `an error that is not for callers tells them nothing`() async throws {
        struct Password: Error { let text = "hunter2" }
        try await calling(.inProcess) { host, _ in
            try host.onCall("fail") { (call: Call<Empty>) -> Empty in throw Password() }
            try host.onCall("age") { (call: Call<[String: Int]>) in call.data }
        } _: { functions, _ in
            let error = await #expect(throws: FunctionsError.self) { try await functions.httpsCallable("fail").call() }
            #expect(error == FunctionsError(.internal, "INTERNAL"))
            let wrong = await #expect(throws: FunctionsError.self) {
                try await functions.httpsCallable("age").call(["age": "hunter2"])
            }
            #expect(wrong?.code == .invalidArgument && wrong?.message.contains("age") == true)
            #expect(wrong?.message.contains("hunter2") == false)
            let missing = await #expect(throws: FunctionsError.self) {
                try await functions.httpsCallable("nope").call()
            }
            #expect(missing?.code == .notFound)
        }
    }

    @Test(arguments: Wiring.allCases)
    func `messages arrive before the result, each as it is sent`(_ wiring: Wiring) async throws {
        let (steps, step) = AsyncStream.makeStream(of: Void.self)
        try await calling(wiring) { host, _ in
            try host.onCall(streaming: Count.self) { call, sender in
                var turns = steps.makeAsyncIterator()
                for number in 0..<call.data {
                    await turns.next()
                    let isRead = try await sender.send(number)
                    #expect(isRead == call.acceptsStreaming)
                }
                return "done"
            }
        } _: { functions, _ in
            var responses = functions.stream(Count.self, 3).makeAsyncIterator()
            for number in 0..<3 {
                step.yield()
                let message = try await responses.next()
                #expect(message == .message(number))
            }
            let (result, end) = (try await responses.next(), try await responses.next())
            #expect(result == .result("done") && end == nil)
            for _ in 0..<2 { step.yield() }
            let alone = try await functions.call(Count.self, 2)
            #expect(alone == "done")
        }
    }

    @Test(arguments: Wiring.allCases)
    func `a caller who leaves cancels the function`(_ wiring: Wiring) async throws {
        let (ends, end) = AsyncStream.makeStream(of: Bool.self)
        try await calling(wiring) { host, _ in
            try host.onCall("wait", streaming: Int.self) { (call: Call<Empty>, sender) in
                try await sender.send(1)
                let outcome = await Result.catching { try await Task.sleep(for: .seconds(3600)) }
                end.yield((try? outcome.get()) == nil)
                return Empty()
            }
        } _: { functions, _ in
            var ended = ends.makeAsyncIterator()
            for try await _ in functions.httpsCallable("wait").stream() { break }
            #expect(await ended.next() == true)
            let (starts, start) = AsyncStream.makeStream(of: Void.self)
            let call = Task {
                start.yield()
                return try await functions.httpsCallable("wait").call()
            }
            _ = await starts.first { true }
            call.cancel()
            await #expect(throws: FunctionsError.self) { try await call.value }
        }
    }

    @Test func `a deadline ends the call for the caller and for the function`() async throws {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        try await calling(.inProcess) { host, _ in
            try host.onCall("slow", options: .init(timeout: .seconds(5))) { (call: Call<Empty>) -> Empty in
                defer { end.yield() }
                try await Task.sleep(for: .seconds(3600))
                return Empty()
            }
        } _: { functions, backend in
            for isStream in [false, true] {
                let call = Task {
                    guard isStream else { return try await functions.httpsCallable("slow").call().data }
                    for try await _ in functions.httpsCallable("slow").stream() {}
                    return .null
                }
                await backend.clock.untilATaskSleeps()
                if isStream { backend.clock.advance(by: .seconds(1)) }
                backend.clock.advance(by: .seconds(60))
                let error = await #expect(throws: FunctionsError.self) { try await call.value }
                #expect(error?.code == .deadlineExceeded)
                _ = await ends.first { true }
            }
        }
    }

    @Test func `a quiet stream is kept alive`() async throws {
        let (steps, step) = AsyncStream.makeStream(of: Void.self)
        let backend = try await TestBackend()
        let functions = try backend.functions
        try functions.host.onCall("quiet", streaming: Int.self, options: .init(timeout: .seconds(1_000_000_000))) {
            (call: Call<Empty>, sender) in
            _ = await steps.first { true }
            return 7
        }
        let request = HTTPRequest(
            .post,
            target: "/demo-test/us-central1/quiet",
            fields: ["Content-Type": "application/json", "Accept": "text/event-stream"],
            body: Array(#"{"data":null}"#.utf8)
        )
        let exchange = try await functions.transport.open(request)
        #expect(exchange.fields["content-type"] == "text/event-stream")
        var pieces = exchange.body.makeAsyncIterator()
        for _ in 0..<3 {
            let ticking = Task {
                while !Task.isCancelled {
                    backend.clock.advance(by: .seconds(30))
                    await Task.yield()
                }
            }
            let text = String(decoding: try await pieces.next() ?? [], as: UTF8.self)
            ticking.cancel()
            #expect(text == ": ping\n\n")
        }
        step.yield()
        let rest = try await exchange.collected().bytes
        #expect(String(decoding: rest, as: UTF8.self).hasSuffix("data: {\"result\":7}\n\n"))
    }

    @Test func `more calls than may run wait, and too many are refused`() async throws {
        let (steps, step) = AsyncStream.makeStream(of: Void.self)
        try await calling(.inProcess) { host, _ in
            try host.onCall("one", options: .init(concurrency: 1)) { (call: Call<Int>) in
                _ = await steps.first { true }
                return call.data
            }
        } _: { functions, backend in
            let host = try backend.functions.host
            let calls = (0..<11).map { number in
                Task { try await functions.httpsCallable("one").call(.integer(number)).data }
            }
            while host.statistics(of: "one")?.waiting != 10 { await Task.yield() }
            let refused = await #expect(throws: FunctionsError.self) {
                try await functions.httpsCallable("one").call(1)
            }
            #expect(refused?.code == .resourceExhausted)
            // One that leaves the queue makes room for another.
            calls[10].cancel()
            _ = await calls[10].result
            for _ in 0..<20 { step.yield() }
            var results = 0
            for call in calls where (try? await call.value) != nil { results += 1 }
            #expect(results >= 10)
            #expect(host.statistics(of: "one")?.running == 0)
        }
    }

    @Test func `a draining host finishes what runs and refuses what comes`() async throws {
        let (steps, step) = AsyncStream.makeStream(of: Void.self)
        try await calling(.inProcess) { host, _ in
            try host.onCall("one") { (call: Call<Empty>) in
                _ = await steps.first { true }
                return "done"
            }
        } _: { functions, backend in
            let host = try backend.functions.host
            let call = Task { try await functions.httpsCallable("one").call().data }
            while host.statistics(of: "one")?.running != 1 { await Task.yield() }
            let drain = Task { await host.drain() }
            while true {
                let probe = Task { try await functions.httpsCallable("one").call() }
                if case .failure(let error) = await Result.catching({
                    step.yield()
                    return try await probe.value
                }), (error as? FunctionsError)?.code == .unavailable {
                    break
                }
            }
            step.yield()
            #expect(try await call.value == "done")
            await drain.value
        }
    }

    @Test func `a test sees which calls there were`() async throws {
        try await calling(.inProcess) { host, _ in
            try host.onCall(Sum.self) { $0.data.reduce(0, +) }
        } _: { functions, backend in
            _ = try await functions.call(Sum.self, [1])
            _ = try? await functions.httpsCallable("sum").call("x")
            let calls = try await backend.functions.ended(2, of: "sum")
            #expect(calls.map(\.failure?.code) == [nil, .invalidArgument])
        }
    }
}
