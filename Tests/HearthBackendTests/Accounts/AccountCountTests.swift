import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// Every number is the test's own count of what it did.
@Suite("The kept numbers of accounts")
struct AccountCountTests {
    private struct World {
        let backend: TestBackend
        let client: TestClient

        init(_ profile: BackendConfiguration.Profile = .lenient) async throws {
            backend = try await TestBackend { $0.profile = profile }
            client = TestClient(backend)
        }

        /// All accounts, and those with a second factor.
        func counts(tenant: String? = nil) async throws -> [Int64?] {
            let page = try await backend.backend.find(
                AccountSearch(),
                of: try #require(ProjectID(rawValue: "demo-test")),
                tenant: tenant.flatMap { TenantID(rawValue: $0) }
            )
            return [page["total"]?.integer, page["withFactor"]?.integer]
        }

        func add(_ id: String, factors: Int = 0, tenant: String? = nil) async throws {
            let factors: [JSONValue] = (0..<factors).map {
                ["mfaEnrollmentId": .string("\(id)-\($0)"), "phoneInfo": .string("+1555555010\($0)")]
            }
            let user: JSONValue = [
                "localId": .string(id), "email": .string("\(id)@example.com"), "emailVerified": true,
                "mfaInfo": .array(factors),
            ]
            let path = tenant.map { "tenants/\($0)/accounts:batchCreate" } ?? "accounts:batchCreate"
            let answer = try await client.admin(path, ["users": [user], "allowOverwrite": true])
            #expect(answer["error"]?.array?.isEmpty ?? true, "\(answer.document)")
        }

        func enroll(_ id: String, _ factors: [JSONValue]) async throws {
            let answer = try await client.admin(
                "accounts:update",
                ["localId": .string(id), "mfa": ["enrollments": .array(factors)]]
            )
            #expect(answer.status == 200, "\(answer.document)")
        }

        func delete(_ id: String) async throws {
            #expect(try await client.admin("accounts:delete", ["localId": .string(id)]).status == 200)
        }
    }

    private static let phone: JSONValue = ["mfaEnrollmentId": "one", "phoneInfo": "+15555550101"]
    private static let other: JSONValue = ["mfaEnrollmentId": "two", "phoneInfo": "+15555550102"]

    @Test func `follow sign-ups, enrollments and withdrawals of the users themselves`() async throws {
        let world = try await World(.strict)
        #expect(try await world.counts() == [0, 0])
        let ada = try await world.client.signUpVerified("ada@example.com")
        _ = try await world.client.signUpVerified("bob@example.com")
        #expect(try await world.counts() == [2, 0])
        let withPhone = try await world.client.enrollPhone("+15555550100", ada)
        #expect(try await world.counts() == [2, 1])
        let factor = try await world.client.account(ada.uid)["mfaInfo"]?.array?.first?["mfaEnrollmentId"]
        let answer = try await world.client.user2(
            "accounts/mfaEnrollment:withdraw",
            ["idToken": .string(withPhone.idToken), "mfaEnrollmentId": factor ?? .null]
        )
        #expect(answer.status == 200, "\(answer.document)")
        #expect(try await world.counts() == [2, 0])
    }

    @Test func `count a user with several factors once, and change with the first and the last`() async throws {
        let world = try await World()
        try await world.add("ada")
        try await world.enroll("ada", [Self.phone])
        try await world.enroll("ada", [Self.phone, Self.other])
        #expect(try await world.counts() == [1, 1])
        try await world.enroll("ada", [Self.other])
        #expect(try await world.counts() == [1, 1])
        // One goes and another comes at once.
        try await world.enroll("ada", [Self.phone])
        #expect(try await world.counts() == [1, 1])
        // A change of something else writes the account anew.
        let renamed = try await world.client.admin("accounts:update", ["localId": "ada", "displayName": "Ada"])
        #expect(renamed.status == 200)
        #expect(try await world.counts() == [1, 1])
        try await world.enroll("ada", [])
        #expect(try await world.counts() == [1, 0])
    }

    @Test func `follow imports, also those that replace accounts, and deletions`() async throws {
        let world = try await World()
        for (id, factors) in [("a", 0), ("b", 1), ("c", 2)] { try await world.add(id, factors: factors) }
        #expect(try await world.counts() == [3, 2])
        // The same users again, one without the factor that it had, one with its first.
        for (id, factors) in [("a", 1), ("b", 0), ("c", 2)] { try await world.add(id, factors: factors) }
        #expect(try await world.counts() == [3, 2])
        try await world.delete("c")
        #expect(try await world.counts() == [2, 1])
        try await world.delete("b")
        #expect(try await world.counts() == [1, 1])
        #expect(try await world.client.admin("accounts:query", ["returnUserInfo": false])["recordsCount"] == "1")
    }

    @Test func `come back with a deletion that is taken back, and stay where a call is refused`() async throws {
        let world = try await World()
        try await world.add("ada", factors: 2)
        try await world.add("bob")
        let project = try #require(ProjectID(rawValue: "demo-test"))
        let undo = try await world.backend.backend.keepAccount("ada", project: project, tenant: nil)
        try await world.delete("ada")
        #expect(try await world.counts() == [1, 0])
        for _ in 0..<2 {
            _ = try await world.backend.backend.restoreAccount(try #require(undo))
            #expect(try await world.counts() == [2, 1])
        }
        // An address that is taken: the transaction is undone, with what its triggers did.
        let refused = try await world.client.admin("accounts", ["localId": "eve", "email": "bob@example.com"])
        #expect(refused.status == 400)
        #expect(try await world.counts() == [2, 1])
    }

    @Test func `belong to a project or to one tenant, and go with it`() async throws {
        let world = try await World()
        try await world.add("ada", factors: 1)
        for id in ["one", "two"] { try await world.add(id, factors: 1, tenant: "staff") }
        try await world.add("three", tenant: "staff")
        #expect(try await world.counts() == [1, 1])
        #expect(try await world.counts(tenant: "staff") == [3, 2])
        #expect(try await world.counts(tenant: "unknown") == [0, 0])
        let cleared = try await world.client.send(.delete, "/emulator/v1/projects/demo-test/accounts")
        #expect(cleared.status == 200)
        #expect(try await world.counts() == [0, 0])
        let removed = try await world.client.send(
            .delete,
            "/v2/projects/demo-test/tenants/staff",
            nil,
            ["Authorization": "Bearer owner"]
        )
        #expect(removed.status == 200)
        #expect(try await world.counts(tenant: "staff") == [0, 0])
    }
}
