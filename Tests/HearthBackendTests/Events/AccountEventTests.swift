import HearthCore
import HearthDatabase
import HearthJSON
import HearthTesting
import HearthTriggers
import Testing

@testable import HearthBackend

@Suite("Events of accounts")
struct AccountEventTests {
    struct Failure: Error {}

    /// Functions that act on accounts, and what they were told.
    final class Functions: Sendable {
        private let told = Locked<[JSONObject]>([])
        private let answers = Locked<[Bool]>([])
        private let bell = AsyncStream<Void>.makeStream()

        /// Fails as often as it is said, and then succeeds.
        init(failures: Int = 0) {
            answers.withLock { $0 = Array(repeating: false, count: failures) }
        }

        var documents: [JSONObject] { told.withLock { $0 } }
        var kinds: [String] {
            documents.map { $0["eventType"]?.string?.split(separator: ".").last.map(String.init) ?? "" }
        }
        var uids: [String] { documents.map { $0["data"]?["uid"]?.string ?? "" } }

        func trigger() throws -> Trigger {
            let declaration = TriggerDeclaration(
                function: "accounts",
                kinds: [
                    "providers/firebase.auth/eventTypes/user.create", "providers/firebase.auth/eventTypes/user.delete",
                ],
                subjects: try PathPattern("projects/**"),
                retryFor: .hours(1)
            )
            return Trigger(declaration) { event in
                let document = try #require(try JSON.parse(event.payload).object)
                self.told.withLock { $0.append(document) }
                self.bell.continuation.yield()
                let succeeds = self.answers.withLock { $0.isEmpty ? true : $0.removeFirst() }
                if !succeeds { throw Failure() }
            }
        }

        /// Waits until so many events have come.
        func hear(_ count: Int) async {
            if documents.count >= count { return }
            for await _ in bell.stream where documents.count >= count { return }
        }
    }

    /// A backend whose triggers run as long as the body does.
    private func withTriggers(
        _ functions: Functions,
        outbound: FakeFunction? = nil,
        _ body: (TestClient, TestBackend) async throws -> Void
    ) async throws {
        let outbox = TriggerOutbox([try functions.trigger()])
        let test = try await TestBackend(outbound: outbound, triggers: outbox)
        let running = Task { try await test.backend.runTriggers() }
        try await body(TestClient(test), test)
        running.cancel()
        try await running.value
    }

    @Test func `are told for each account that is created or deleted, and for no import`() async throws {
        let functions = Functions()
        try await withTriggers(functions) { client, _ in
            let user = try await client.signUp("ada@example.com")
            _ = try await client.signIn("ada@example.com")
            _ = try await client.admin("accounts", ["localId": "made"])
            _ = try await client.user("accounts:signInWithCustomToken", ["token": "{\"uid\":\"custom\"}"])
            _ = try await client.signIn("google.com", claims: ["sub": "g1"])
            _ = try await client.admin("accounts:batchCreate", ["users": [["localId": "imported"]]])
            _ = try await client.user("accounts:delete", ["idToken": .string(user.idToken)])
            _ = try await client.admin("accounts:batchDelete", ["localIds": ["made", "imported"], "force": true])
            await functions.hear(7)
            #expect(functions.kinds.count { $0 == "create" } == 4 && functions.kinds.count { $0 == "delete" } == 3)
            let ofUser = functions.documents.filter { $0["data"]?["uid"]?.string == user.uid }
            #expect(
                ofUser.map { $0["eventType"] } == [
                    "providers/firebase.auth/eventTypes/user.create", "providers/firebase.auth/eventTypes/user.delete",
                ]
            )
            let first = try #require(ofUser.first)
            #expect(first["resource"] == ["name": "projects/demo-test", "service": "firebaseauth.googleapis.com"])
            #expect(first["data"]?["email"] == "ada@example.com" && first["data"]?["passwordHash"] == nil)
            #expect(Set(functions.documents.map { $0["eventId"]?.string }).count == 7)
        }
    }

    @Test func `are not told of what was undone`() async throws {
        let functions = Functions()
        try await withTriggers(functions) { client, _ in
            _ = try await client.signUp("ada@example.com")
            let again = try await client.user("accounts:signUp", ["email": "ada@example.com", "password": "secret1"])
            #expect(again.error == "EMAIL_EXISTS")
            let last = try await client.signUp("grace@example.com")
            await functions.hear(2)
            #expect(functions.kinds == ["create", "create"] && functions.uids.last == last.uid)
        }
    }

    @Test func `are told once, however often functions are asked`() async throws {
        let (functions, blocking) = (Functions(), FakeFunction())
        try await withTriggers(functions, outbound: blocking) { client, _ in
            try await client.setTriggers(["beforeCreate", "beforeSignIn"])
            _ = try await client.signUp("ada@example.com")
            blocking.answer("beforeSignIn", ["error": "no"], status: 403)
            _ = try await client.user("accounts:signUp", ["email": "grace@example.com", "password": "secret1"])
            blocking.answer("beforeCreate", ["error": "no"], status: 403)
            _ = try await client.user("accounts:signUp", ["email": "joan@example.com", "password": "secret1"])
            _ = try await client.admin("accounts", ["localId": "last"])
            await functions.hear(3)
            #expect(functions.uids.count == 3 && functions.uids.last == "last")
        }
    }

    @Test func `of a tenant name it in their data and in their subject`() async throws {
        let scope = Scope(
            project: try #require(ProjectID(rawValue: "demo-test")),
            tenant: TenantID(rawValue: "north")
        )
        let account = Account(id: try #require(UserID(rawValue: "ada")))
        let event = AccountEvent.event(.created, account, id: "1", in: scope, at: UnixTime(seconds: 1_800_000_000))
        #expect(event.subject == "projects/demo-test/tenants/north/accounts/ada")
        let document = try #require(try JSON.parse(event.payload).object)
        #expect(document["data"]?["tenantId"] == "north" && document["timestamp"] == "2027-01-15T08:00:00.000Z")
    }

    @Test func `outlive a process that ended before they were delivered, and a function that failed`() async throws {
        let folder = try TestFolder()
        let clock = ManualClock()
        clock.advance(by: .seconds(60))
        func open(_ functions: Functions) async throws -> TestBackend {
            let outbox = TriggerOutbox(
                [try functions.trigger()],
                now: { clock.now },
                sleep: { try await clock.sleep(for: $0) }
            )
            return try await TestBackend(triggers: outbox) { $0.storage = .sqlite(path: "\(folder.path)/auth.db") }
        }
        // This process never delivers anything.
        let first = Functions()
        let ended = try await open(first)
        let user = try await TestClient(ended).signUp("ada@example.com")
        await ended.backend.close()
        #expect(first.documents.isEmpty)

        let second = Functions(failures: 1)
        let backend = try await open(second).backend
        let running = Task { try await backend.runTriggers() }
        await clock.untilATaskSleeps()
        clock.advance(by: .seconds(10))
        await second.hear(2)
        #expect(second.uids == [user.uid, user.uid])
        #expect(Set(second.documents.map { $0["eventId"] }).count == 1)
        running.cancel()
        try await running.value
        await backend.close()
    }
}
