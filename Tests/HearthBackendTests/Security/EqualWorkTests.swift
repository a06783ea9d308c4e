import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// That an address is known cannot be seen from the work that a call costs: the same statements, the same hashes.
///
/// Work is counted and not timed, so that a busy machine changes nothing.
@Suite("What a call costs tells nothing", .inProcessAndLive)
struct EqualWorkTests {
    /// A backend whose work is counted.
    private struct Bench {
        let client: TestClient
        private let work = WorkLog()

        init() async throws {
            var probe = BackendProbe()
            let work = work
            probe.worked = { work.add($0) }
            client = TestClient(try await TestBackend(probe: probe) { $0.profile = .strict })
        }

        /// The statements and hashes of a call, in order.
        func work(of operation: String, _ body: JSONValue) async throws -> [String] {
            work.clear()
            _ = try await client.user(operation, body)
            return work.all.filter { !Self.isFraming($0) && !Self.isOfSettings($0) }
        }

        /// Settings are read once a second, by whichever call comes first.
        private static func isOfSettings(_ text: String) -> Bool { text.hasPrefix("SELECT * FROM projects") }

        /// Transactions are shared by calls that arrive together.
        private static func isFraming(_ text: String) -> Bool {
            ["BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE"].contains { text.hasPrefix($0) }
        }
    }

    private final class WorkLog: Sendable {
        private let items = Locked<[String]>([])
        var all: [String] { items.withLock { $0 } }
        func add(_ text: String) { items.withLock { $0.append(text) } }
        func clear() { items.withLock { $0 = [] } }
    }

    private static func importUsers(_ client: TestClient) async throws {
        let bcrypt = "$2b$04$abcdefghijklmnopqrstuuPOjJ4AJrwSCPuWMwLfQ38r8KPZxIfhS"
        let groups: [JSONValue] = [
            [
                "hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 1024, "blockSize": 8, "parallelization": 1,
                "users": [
                    [
                        "localId": "scrypt", "email": "scrypt@example.com",
                        "passwordHash": .string(Base64.encode([UInt8](repeating: 7, count: 32))),
                        "salt": "c2FsdHNhbHQ=",
                    ]
                ],
            ],
            [
                "hashAlgorithm": "BCRYPT",
                "users": [
                    [
                        "localId": "bcrypt", "email": "bcrypt@example.com",
                        "passwordHash": .string(Base64.encode(Array(bcrypt.utf8))),
                    ]
                ],
            ],
        ]
        for group in groups {
            let answer = try await client.admin("accounts:batchCreate", group)
            #expect(answer["error"] == [], "\(answer.text)")
        }
    }

    @Test func `a wrong password: known, unknown, disabled, without one, and imported`() async throws {
        let bench = try await Bench()
        _ = try await bench.client.signUp("known@example.com")
        let disabled: JSONValue = ["email": "disabled@example.com", "password": "x1y2z3w4", "disabled": true]
        _ = try await bench.client.admin("accounts", disabled)
        _ = try await bench.client.admin("accounts", ["email": "nopassword@example.com"])
        try await Self.importUsers(bench.client)
        var kinds: [String: [String]] = [:]
        for name in ["known", "unknown", "disabled", "nopassword", "scrypt", "bcrypt"] {
            let body: JSONValue = ["email": .string("\(name)@example.com"), "password": "wrong-password"]
            // The order of the hashes differs; no one can see it.
            kinds[name] = try await bench.work(of: "accounts:signInWithPassword", body).sorted()
        }
        let expected = try #require(kinds["known"])
        #expect(expected.filter { $0.hasPrefix("hash ") } == ["hash argon2id", "hash bcrypt", "hash scrypt"])
        for (name, work) in kinds { #expect(work == expected, "\(name)") }
    }

    @Test func `a wrong password where nothing was imported, beside a tenant where something was`() async throws {
        let bench = try await Bench()
        _ = try await bench.client.signUp("known@example.com")
        let tenant = try await bench.client.makeTenant()
        let user: JSONValue = [
            "localId": "a", "email": "a@example.com", "salt": "c2FsdHNhbHQ=",
            "passwordHash": .string(Base64.encode([UInt8](repeating: 7, count: 32))),
        ]
        let users: JSONValue = [
            "hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 1024, "blockSize": 8, "parallelization": 1,
            "users": [user],
        ]
        #expect(try await bench.client.admin("tenants/\(tenant)/accounts:batchCreate", users)["error"] == [])
        func hashes(_ email: String, tenant: String?) async throws -> [String] {
            var body: [String: JSONValue] = ["email": .string(email), "password": "wrong-password"]
            if let tenant { body["tenantId"] = .string(tenant) }
            return try await bench.work(of: "accounts:signInWithPassword", JSONValue(body))
                .filter { $0.hasPrefix("hash ") }.sorted()
        }
        for email in ["known@example.com", "unknown@example.com"] {
            #expect(try await hashes(email, tenant: nil) == ["hash argon2id"])
        }
        // An imported hash is imitated for addresses without an account too.
        for email in ["a@example.com", "unknown@example.com"] {
            #expect(try await hashes(email, tenant: tenant) == ["hash argon2id", "hash scrypt"])
        }
    }

    @Test func `a password reset: known, unknown and disabled`() async throws {
        let bench = try await Bench()
        _ = try await bench.client.signUp("known@example.com")
        _ = try await bench.client.admin("accounts", ["email": "disabled@example.com", "disabled": true])
        var kinds: [String: [String]] = [:]
        for _ in 0..<3 {
            for name in ["known", "unknown", "disabled"] {
                let body: JSONValue = ["requestType": "PASSWORD_RESET", "email": .string("\(name)@example.com")]
                kinds[name] = try await bench.work(of: "accounts:sendOobCode", body)
            }
            #expect(Set(kinds.values).count == 1, "\(kinds)")
            #expect(kinds["unknown"]?.contains { $0.hasPrefix("INSERT INTO codes") } == true)
        }
    }

    @Test func `a code that is stored for no one is listed nowhere and good for nothing`() async throws {
        let (backend, client) = try await TestClient.strict()
        let body: JSONValue = ["requestType": "PASSWORD_RESET", "email": "unknown@example.com"]
        #expect(try await client.user("accounts:sendOobCode", body).status == 200)
        #expect(try await client.send(.get, "/emulator/v1/projects/demo-test/oobCodes")["oobCodes"] == [])
        _ = try await client.signUp("unknown@example.com")
        #expect(try await client.user("accounts:sendOobCode", body).status == 200)
        #expect(try await backend.inbox.next(.passwordReset, to: "unknown@example.com").to == "unknown@example.com")
    }

    @Test func `a number whose account has a second factor is texted like any other`() async throws {
        let bench = try await Bench()
        _ = try await bench.client.admin(
            "accounts",
            [
                "localId": "ada", "email": "ada@example.com", "emailVerified": true, "phoneNumber": "+15555550101",
                "mfaInfo": [["phoneInfo": "+15555550109"]],
            ]
        )
        let known = try await bench.work(of: "accounts:sendVerificationCode", ["phoneNumber": "+15555550101"])
        let unknown = try await bench.work(of: "accounts:sendVerificationCode", ["phoneNumber": "+15555550102"])
        #expect(known == unknown)
        #expect(
            try await bench.client.user("accounts:sendVerificationCode", ["phoneNumber": "+15555550101"]).status == 200
        )
    }
}
