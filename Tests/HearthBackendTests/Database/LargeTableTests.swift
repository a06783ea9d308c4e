import HearthCore
import HearthDatabase
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@testable import HearthBackend

/// What an attacker has filled costs the next request nothing: judged by the steps of SQLite's machine, never by time.
@Suite("A table of 300,000 codes", .inProcessAndLive)
struct LargeTableTests {
    private static let rows = 300_000
    /// A statement that looks at every row takes a step for each, at least.
    private static let mostSteps = rows / 10

    /// A strict backend in whose table of codes others have filled up, and the work of each of its calls.
    private struct Bench {
        let backend: TestBackend
        let client: TestClient
        private let steps = Locked(0)
        private let statements = Locked<[String]>([])
        private let scanned = Locked<[String]>([])

        init() async throws {
            var probe = BackendProbe()
            probe.refusesScans = false
            let (steps, statements, scanned) = (steps, statements, scanned)
            probe.stepped = { text, count in
                steps.withLock { $0 += count }
                statements.withLock { $0.append(text) }
            }
            probe.planned = { plan in
                let tables = plan.scannedTables.filter { !Store.smallTables.contains($0) }
                scanned.withLock { $0 += tables.map { "\($0): \(plan.statement)" } }
            }
            backend = try await TestBackend(probe: probe) { $0.profile = .strict }
            client = TestClient(backend)
        }

        /// Adds codes: every other one has ended long ago.
        func fill(_ count: Int, email: String? = nil, account: String? = nil) async throws {
            let now = backend.clock.now
            _ = try await backend.backend.store.write { db in
                try db.execute(
                    """
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
                    INSERT INTO codes (digest, project, tenant, type, email, account, created_at, expires_at)
                    SELECT randomblob(32), 'demo-test', '', 'PASSWORD_RESET',
                        coalesce(\(email), 'user' || i || '@example.com'), coalesce(\(account), 'account' || i), \(now),
                        \(now) + iif(i % 2 = 0 OR \(email != nil), 3600, -1000000)
                    FROM n
                    """
                )
            }
            scanned.withLock { $0 = [] }
        }

        /// The codes of an address, or all of them, and the steps that counting them takes.
        func count(of email: String? = nil) async throws -> (codes: Int, steps: Int) {
            steps.withLock { $0 = 0 }
            let found: Int = try await backend.backend.store.read { db in
                try db.first(
                    email.map { "SELECT count(*) FROM codes WHERE email = \($0)" }
                        ?? "SELECT count(*) FROM codes WHERE type <> ''"
                )?[0] ?? 0
            }
            return (found, steps.withLock { $0 })
        }

        /// The steps and the statements of a call.
        func work(_ call: (TestClient) async throws -> TestClient.Answer) async throws -> (
            steps: Int, statements: [String]
        ) {
            steps.withLock { $0 = 0 }
            statements.withLock { $0 = [] }
            _ = try await call(client)
            return (steps.withLock { $0 }, statements.withLock { $0 })
        }

        /// The tables that were read whole since they were filled, with the statements.
        var scans: [String] { scanned.withLock { $0 } }
    }

    @Test func `costs no call of a user more than a few steps`() async throws {
        let bench = try await Bench()
        try await bench.fill(Self.rows)
        let user = try await bench.client.signUp("ada@example.com")
        let reset = try await bench.client.code("PASSWORD_RESET", ["email": "ada@example.com"])
        let link = try await bench.client.code("EMAIL_SIGNIN", ["email": "bob@example.com"])
        let calls: [(String, JSONValue)] = [
            ("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]),
            ("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "nobody@example.com"]),
            ("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": "new@example.com"]),
            ("accounts:sendOobCode", ["requestType": "VERIFY_EMAIL", "idToken": .string(user.idToken)]),
            ("accounts:resetPassword", ["oobCode": "wrong"]),
            ("accounts:signInWithEmailLink", ["email": "ada@example.com", "oobCode": "wrong"]),
            ("accounts:update", ["oobCode": "wrong"]),
            ("accounts:createAuthUri", ["identifier": "ada@example.com", "continueUri": "http://localhost"]),
            ("accounts:signUp", ["email": "new@example.com", "password": "secret1"]),
            ("accounts:signInWithPassword", ["email": "ada@example.com", "password": "wrong1"]),
            ("accounts:signInWithPassword", ["email": "ada@example.com", "password": "secret1"]),
            ("accounts:signInWithEmailLink", ["email": "bob@example.com", "oobCode": .string(link)]),
            ("accounts:resetPassword", ["oobCode": .string(reset), "newPassword": "secret2"]),
        ]
        for (operation, body) in calls {
            let work = try await bench.work { try await $0.user(operation, body) }
            #expect(!work.statements.isEmpty)
            #expect(work.steps < Self.mostSteps, "\(operation) \(body): \(work.steps) steps")
        }
        let again = try TestUser(try await bench.client.signIn("ada@example.com", "secret2"))
        for (operation, body) in [
            ("accounts:update", ["idToken": .string(again.idToken), "password": "secret3"] as JSONValue),
            ("accounts:lookup", ["idToken": .string(again.idToken)]),
            ("accounts:delete", ["idToken": .string(again.idToken)]),
        ] {
            let work = try await bench.work { try await $0.user(operation, body) }
            #expect(work.steps < Self.mostSteps, "\(operation): \(work.steps) steps")
        }
        #expect(bench.scans == [])
        // The measure itself: looking at all of them takes a step for each, and is seen.
        let all = try await bench.count()
        #expect(all.codes > Self.rows - 1000 && all.steps > Self.rows)
        #expect(bench.scans.count == 1)
    }

    @Test func `is not what readiness asks about`() async throws {
        let bench = try await Bench()
        try await bench.fill(Self.rows)
        let work = try await bench.work { try await $0.send(.get, "/readyz") }
        let framing = ["BEGIN", "COMMIT", "SAVEPOINT", "RELEASE"]
        let own = work.statements.filter { text in !framing.contains { text.hasPrefix($0) } }
        #expect(own == ["INSERT OR REPLACE INTO readiness (id, checked_at, room) VALUES (1, ?, zeroblob(?))"])
        #expect(work.steps < 200)
        #expect(try await bench.work { try await $0.send(.get, "/healthz") }.statements == [])
        #expect(bench.scans == [])
    }

    @Test func `does not wait for one address: a stranger's thousandth code takes the oldest away`() async throws {
        let bench = try await Bench()
        let ada = try await bench.client.signUp("ada@example.com")
        try await bench.fill(CodeIssuer.mostOfAddress + 40, email: "ada@example.com", account: ada.uid)
        for _ in 0..<5 {
            let body: JSONValue = ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
            let work = try await bench.work { try await $0.user("accounts:sendOobCode", body) }
            #expect(work.steps < Self.mostSteps)
        }
        #expect(try await bench.count(of: "ada@example.com").codes == CodeIssuer.mostOfAddress)
        // The owner's own code, the newest, works; the others are void with it.
        let code = try await bench.client.code("PASSWORD_RESET", ["email": "ada@example.com"])
        let reset: JSONValue = ["oobCode": .string(code), "newPassword": "secret2"]
        #expect(try await bench.client.user("accounts:resetPassword", reset).status == 200)
        #expect(try await bench.count(of: "ada@example.com").codes == 0)
    }

    @Test func `of codes that are used up loses more rows than one use adds`() async throws {
        let bench = try await Bench()
        let ada = try await bench.client.signUp("ada@example.com")
        func spent() async throws -> Int {
            try await bench.backend.backend.store.read { db in try db.first("SELECT count(*) FROM spent_codes")?[0] ?? 0
            }
        }
        for _ in 0..<3 {
            try await bench.fill(900, email: "ada@example.com", account: ada.uid)
            let before = try await spent()
            let code = try await bench.client.code("PASSWORD_RESET", ["email": "ada@example.com"])
            let reset: JSONValue = ["oobCode": .string(code), "newPassword": "secret2"]
            #expect(try await bench.client.user("accounts:resetPassword", reset).status == 200)
            #expect(try await spent() <= max(before, 901))
            bench.backend.clock.advance(by: .hours(24 * 8))
        }
    }
}
