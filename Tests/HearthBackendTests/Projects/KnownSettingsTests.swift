import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthWire
import Testing

@testable import HearthBackend

@Suite("The settings that a server remembers")
struct KnownSettingsTests {
    private static let closed: JSONValue = ["client": ["permissions": ["disabledUserSignup": true]]]
    private static let guest: JSONValue = ["returnSecureToken": true]

    @Test func `are read once for the calls of a second`() async throws {
        let reads = Locked(0)
        var probe = BackendProbe()
        probe.worked = { text in reads.withLock { $0 += text.hasPrefix("SELECT * FROM projects") ? 1 : 0 } }
        let backend = try await TestBackend(probe: probe)
        let client = TestClient(backend)
        for (advance, expected) in [(0, 1), (0, 1), (999, 1), (1, 2), (999, 2), (5000, 3)] {
            backend.clock.advance(by: .milliseconds(advance))
            #expect(try await client.user("accounts:signUp", Self.guest).status == 200)
            #expect(reads.withLock { $0 } == expected, "after \(advance) ms")
        }
    }

    @Test func `are those of this server's last change at once, and of another's within a second`() async throws {
        let folder = try TestFolder()
        let first = try await TestBackend { $0.storage = .sqlite(path: folder.path + "/hearth.db") }
        let second = try await TestBackend { $0.storage = .sqlite(path: folder.path + "/hearth.db") }
        let (one, other) = (TestClient(first), TestClient(second))
        #expect(try await one.user("accounts:signUp", Self.guest).status == 200)
        #expect(try await other.user("accounts:signUp", Self.guest).status == 200)
        #expect(try await one.config(.patch, Self.closed, mask: "client.permissions").status == 200)
        #expect(try await one.user("accounts:signUp", Self.guest).error == "ADMIN_ONLY_OPERATION")
        second.clock.advance(by: .seconds(1))
        #expect(try await other.user("accounts:signUp", Self.guest).error == "ADMIN_ONLY_OPERATION")
    }

    @Test func `are not what was read before a change and kept after it`() throws {
        let known = KnownSettings()
        let project = try #require(ProjectID(rawValue: "demo"))
        let now = UnixTime(seconds: 1_700_000_000)
        var old = ProjectSettings()
        old.allowsDuplicateEmails = true
        let before = known.changes
        known.forget()
        known.keep(old, of: project, at: now, readAfter: before)
        #expect(known.settings(of: project, at: now) == nil)
        known.keep(old, of: project, at: now, readAfter: known.changes)
        #expect(known.settings(of: project, at: now) == old)
        // A clock that was set back knows nothing of when they were read.
        #expect(known.settings(of: project, at: now - .milliseconds(1)) == nil)
    }
}
