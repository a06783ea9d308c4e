import HearthCore
import HearthDatabase
import HearthFirestoreBackend
import HearthFunctionsHost
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import HearthTriggers
import Testing

@Suite("Functions that act on documents")
struct DocumentTriggerTests {
    @Test(arguments: ["", "users", "/users/a", "users//a/b", "users/{}", "users/{a}/b", "users/{a}/b/{a}", "u/{a"])
    func `what is no path of documents is refused`(_ pattern: String) async throws {
        let host = try await TestBackend().functions.host
        let error = #expect(throws: FunctionRegistrationError.self) { try host.onDocument("f", of: pattern) { _ in } }
        #expect(error?.kind == .invalidPattern)
    }

    private struct User: Codable, Equatable {
        var name: String
        var age: Int
    }

    @Test func `each change of a document reaches its function, in order, with both versions`() async throws {
        let backend = try await TestBackend()
        let host = try backend.functions.host
        let (events, sent) = AsyncStream.makeStream(of: DocumentEvent.self)
        try host.onDocument("log", of: "users/{user}") { sent.yield($0) }
        try host.onDocument("none", [.created], of: "others/{x}") { _ in Issue.record("called") }
        let write = { (method: HTTPMethod, path: String, age: Int) in
            try await Self.write(method, path, age, backend)
        }
        try await write(.patch, "users/ada", 36)
        try await write(.patch, "users/ada", 36)
        try await write(.patch, "users/ada", 37)
        try await write(.patch, "elsewhere/x", 1)
        try await write(.delete, "users/ada", 0)
        var received: [DocumentEvent] = []
        for await event in events {
            received.append(event)
            if received.last?.change == .deleted { break }
        }
        // The second write changed nothing.
        #expect(received.map(\.change) == [.created, .updated, .deleted])
        #expect(received.allSatisfy { $0.params == ["user": "ada"] && $0.path == "users/ada" })
        let first = try #require(received.first)
        #expect(first.before == nil)
        #expect(try first.after(as: User.self) == User(name: "Ada", age: 36))
        let last = try #require(received.last)
        #expect(last.after == nil)
        #expect(try last.before(as: User.self) == User(name: "Ada", age: 37))
    }

    @Test func `a failure is tried again as long as the function wants, and holds back no other document`() async throws
    {
        struct Failure: Error {}
        let backend = try await TestBackend()
        let host = try backend.functions.host
        let seen = Locked<[String]>([])
        try host.onDocument("log", of: "users/{user}", retryFor: .seconds(60)) { event in
            let tries = seen.withLock { seen in
                seen.append("\(event.path) \(event.change)")
                return seen.count { $0 == "users/ada created" }
            }
            if event.path == "users/ada", tries < 3 { throw Failure() }
        }
        try await Self.write(.patch, "users/ada", 36, backend)
        try await Self.write(.patch, "users/ada", 37, backend)
        try await Self.write(.patch, "users/bea", 38, backend)
        while !seen.withLock({ $0.contains("users/ada updated") }) {
            backend.clock.advance(by: .seconds(5))
            await Task.yield()
        }
        let ada = seen.withLock { $0.filter { $0.hasPrefix("users/ada") } }
        #expect(ada == ["users/ada created", "users/ada created", "users/ada created", "users/ada updated"])
        #expect(seen.withLock { $0.contains("users/bea created") })
    }

    @Test func `a function that causes its own events comes to an end`() async throws {
        let backend = try await TestBackend()
        let host = try backend.functions.host
        let count = Locked(0)
        try host.onDocument("again", of: "loops/{x}") { event in
            count.withLock { $0 += 1 }
            try await Self.write(.patch, "loops/x", count.withLock { $0 }, backend)
        }
        try await Self.write(.patch, "loops/x", 0, backend)
        // The first one, and ten that triggers caused in a row.
        try await backend.functions.ended(11, of: "again")
        try await Self.write(.patch, "loops/y", 0, backend)
        try await backend.functions.ended(12, of: "again")
        #expect(count.withLock { $0 } >= 12)
    }

    private static func write(_ method: HTTPMethod, _ path: String, _ age: Int, _ backend: TestBackend) async throws {
        let body = #"{"fields":{"name":{"stringValue":"Ada"},"age":{"integerValue":"\#(age)"}}}"#
        let request = HTTPRequest(
            method,
            target: "/v1/projects/demo-test/databases/(default)/documents/\(path)",
            fields: ["Content-Type": "application/json", "Authorization": "Bearer owner"],
            body: method == .delete ? [] : Array(body.utf8)
        )
        let response = try await backend.transport.send(request)
        #expect(response.status == 200, "\(String(decoding: response.bytes, as: UTF8.self))")
    }
}
