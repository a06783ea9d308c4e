import HearthAuth
import HearthFunctionsHost
import HearthTesting
import HearthTriggers
import Testing

@Suite("Functions that act on accounts")
struct AccountTriggerTests {
    @Test func `an account that is created and deleted reaches its function, in this order`() async throws {
        let backend = try await TestBackend()
        let (events, sent) = AsyncStream.makeStream(of: AccountEvent.self)
        try backend.functions.host.onAccount("log") { sent.yield($0) }
        try backend.functions.host.onAccount("none", [.deleted]) { #expect($0.change == .deleted) }
        let auth = Auth(backend)
        let user = try await auth.createUser(withEmail: "ada@example.com", password: "correct horse").user
        try await user.delete()
        var received: [AccountEvent] = []
        for await event in events {
            received.append(event)
            if received.count == 2 { break }
        }
        #expect(received.map(\.change) == [.created, .deleted])
        #expect(received.allSatisfy { $0.uid == user.uid && $0.email == "ada@example.com" && $0.tenant == nil })
        #expect(Set(received.map(\.id)).count == 2)
    }

    @Test func `what happened before a function was added is not told to it`() async throws {
        let backend = try await TestBackend()
        let auth = Auth(backend)
        try await auth.createUser(withEmail: "early@example.com", password: "correct horse")
        let (events, sent) = AsyncStream.makeStream(of: AccountEvent.self)
        try backend.functions.host.onAccount("log") { sent.yield($0) }
        try await auth.createUser(withEmail: "late@example.com", password: "correct horse")
        for await event in events {
            #expect(event.email == "late@example.com")
            break
        }
    }

    @Test func `a test sees the events that a function failed with`() async throws {
        struct NoPaper: Error, CustomStringConvertible {
            var description: String { "no paper" }
        }
        let backend = try await TestBackend()
        try backend.functions.host.onAccount("letter") { _ in throw NoPaper() }
        let uid = try await Auth(backend).createUser(withEmail: "ada@example.com", password: "correct horse").user.uid
        while try await backend.functions.failures().isEmpty { await Task.yield() }
        let failure = try #require(try await backend.functions.failures(of: "letter").first)
        #expect(failure.event.subject.hasSuffix(uid) && failure.attempts == 1 && failure.time == backend.clock.now)
        // The caller of a function learns nothing of an error that is not made for callers; the operator does.
        #expect(failure.reason == "no paper")
        #expect(try backend.functions.calls.map(\.name) == ["letter"])
    }
}
