import HearthConsole
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTriggers
import Testing

@testable import hearth

private struct Broken: Error {}

private func event(_ id: String, bytes: Int = 2) -> TriggerEvent {
    let payload = Array("\"".utf8) + Array(repeating: UInt8(ascii: "x"), count: bytes) + Array("\"".utf8)
    return TriggerEvent(id: id, kind: "made", subject: "a/b", time: UnixTime(seconds: 100), payload: payload)
}

private func declaration(_ function: String, retryFor: Duration? = nil) throws -> TriggerDeclaration {
    TriggerDeclaration(function: function, kinds: ["made"], subjects: try PathPattern("{a}/{b}"), retryFor: retryFor)
}

@Suite("The book of deliveries")
struct DeliveryBookTests {
    @Test func `says of each event what its last delivery came to, and after how many`() async throws {
        let book = DeliveryBook { UnixTime(seconds: 110) }
        let failures = Locked<[any Error]>([Broken(), UnreachableFunction("away")])
        let trigger = book.noting(
            Trigger(try declaration("log", retryFor: .seconds(60))) { _ in
                if let failure = failures.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw failure }
            }
        )
        var states: [DeliveryBook.State?] = []
        for _ in 0..<3 {
            try? await trigger.run(event("one"))
            states.append(book.newest.first?.state)
        }
        #expect(states == [.retried, .waiting, .done])
        #expect(book.newest.map(\.attempts) == [3])
        #expect(book.newest.first?.reason == nil)
    }

    @Test(arguments: [(nil, DeliveryBook.State.dropped), (5, .dropped), (60, .retried)])
    func `tells a failure that is given up from one that is tried again`(seconds: Int?, state: DeliveryBook.State)
        async throws
    {
        let book = DeliveryBook { UnixTime(seconds: 110) }
        let declared = try declaration("log", retryFor: seconds.map { .seconds($0) })
        let trigger = book.noting(Trigger(declared) { _ in throw Broken() })
        await #expect(throws: Broken.self) { try await trigger.run(event("one")) }
        #expect(book.newest.first?.state == state)
    }

    @Test func `tells the live log of each attempt as it ends`() async throws {
        let book = DeliveryBook { UnixTime(seconds: 110) }
        let told = Locked<[ConsoleDelivery]>([])
        book.follow { delivery in told.withLock { $0.append(delivery.forLog) } }
        let failures = Locked<[any Error]>([Broken()])
        let trigger = book.noting(
            Trigger(try declaration("log", retryFor: .seconds(60))) { _ in
                if let failure = failures.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw failure }
            }
        )
        for _ in 0..<2 { try? await trigger.run(event("one")) }
        let deliveries = told.withLock { $0 }
        #expect(deliveries.map(\.state) == ["retried", "done"])
        #expect(deliveries.map(\.attempts) == [1, 2])
        #expect(deliveries.map(\.subject) == ["a/b", "a/b"])
        #expect(deliveries.map { $0.reason == nil } == [false, true])
    }

    @Test func `forgets the oldest when there are many, or when they are large`() async throws {
        let book = DeliveryBook { UnixTime(seconds: 110) }
        let trigger = book.noting(Trigger(try declaration("log")) { _ in })
        for number in 0..<(DeliveryBook.limit + 10) { try await trigger.run(event("\(number)")) }
        #expect(book.newest.count == DeliveryBook.limit)
        #expect(book.newest.last?.event.id == "10")
        for number in 0..<3 { try await trigger.run(event("large \(number)", bytes: DeliveryBook.byteLimit / 2)) }
        #expect(book.newest.map(\.event.id) == ["large 2"])
    }
}

/// A host of functions on the other side of a transport: a manifest, counts, and failures on demand.
private final class FakeHost: HTTPTransport {
    let seen = Locked<[HTTPRequest]>([])
    let fails = Locked(false)

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        seen.withLock { $0.append(request) }
        if fails.withLock({ $0 }) { return HTTPResponse(status: 500) }
        switch request.path {
        case "/__/statistics": return HTTPResponse(status: 200, body: .bytes(Array(#"{"r/pay":{"calls":3}}"#.utf8)))
        case "/__/events/log": return HTTPResponse(status: 204)
        default: return HTTPResponse(status: 200, body: .bytes(Array(#"{"result":1}"#.utf8)))
        }
    }
}

@Suite("The functions that the console shows")
struct FunctionsBoardTests {
    private let host = FakeHost()
    private let board: FunctionsBoard
    private let triggers: [Trigger]

    init() throws {
        board = FunctionsBoard(transport: host, book: DeliveryBook { UnixTime(seconds: 110) })
        let remote = RemoteFunctions(origin: "http://127.0.0.1:5", token: Secret("t"), transport: host)
        let manifest = FunctionsManifest(
            triggers: [try declaration("log")],
            blocking: ["beforeCreate": "/demo/r/ask"],
            callable: ["/demo/r/pay", "/demo/r/ask"],
            scheduled: ["nightly"]
        )
        triggers = board.connect(remote, manifest, at: "http://127.0.0.1:5")
    }

    @Test func `lists each function once, by what starts it, with its counts`() async throws {
        let report = await board.report()
        let lines = try #require(report["functions"]?.array)
        let kinds = lines.map { "\($0["name"]?.string ?? "") \($0["kind"]?.string ?? "")" }
        #expect(kinds == ["r/pay callable", "r/ask blocking", "log event", "nightly schedule"])
        #expect(lines[0]["statistics"]?["calls"]?.integer == 3)
        #expect(report["up"]?.bool == true)
    }

    @Test func `calls the functions of the manifest alone, as the user it is told`() async throws {
        let (status, answer) = try await board.call("/demo/r/pay", 5, as: Secret("token"))
        #expect(status == 200 && answer["result"]?.integer == 1)
        let request = try #require(host.seen.withLock { $0.last })
        #expect(request.fields["authorization"] == "Bearer token")
        #expect(String(decoding: request.body, as: UTF8.self) == #"{"data":5}"#)
        for path in ["/__/functions", "/demo/r/other", "//evil.example/x", ""] {
            let error = await #expect(throws: ConsoleFailure.self) { _ = try await board.call(path, .null, as: nil) }
            #expect(error?.kind == .notFound, "\(path)")
        }
    }

    @Test func `delivers an event again, and says so when it fails again`() async throws {
        host.fails.withLock { $0 = true }
        await #expect(throws: FailedFunction.self) { try await triggers[0].run(event("one")) }
        let number = try #require(board.book.newest.first?.number)
        let failure = await #expect(throws: ConsoleFailure.self) { try await board.replay(number) }
        #expect(failure?.kind == .conflict)
        host.fails.withLock { $0 = false }
        // The queue has tried it once more meanwhile: the event is found by the same number.
        try await triggers[0].run(event("one"))
        try await board.replay(number)
        #expect(board.book.newest.map(\.number) == [number])
        #expect(board.book.newest.first?.state == .done)
        #expect(board.book.newest.first?.attempts == 4)
        let unknown = await #expect(throws: ConsoleFailure.self) { try await board.replay(number + 1) }
        #expect(unknown?.kind == .notFound)
    }

    @Test func `shows a program that says nothing of its functions as what it is`() async {
        let other = FunctionsBoard(transport: host)
        #expect(await other.report()["up"]?.bool == false)
        let remote = RemoteFunctions(origin: "http://127.0.0.1:5", token: Secret("t"), transport: host)
        _ = other.connect(remote, nil, at: "http://127.0.0.1:5")
        let report = await other.report()
        #expect(report["up"]?.bool == true && report["named"]?.bool == false)
    }
}
