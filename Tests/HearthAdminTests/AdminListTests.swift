import HearthAdmin
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

@Suite("AdminAuth, many users at once")
struct AdminListTests {
    private func users(_ count: Int) -> [ImportedUser] {
        (0..<count).compactMap { UserID(rawValue: "u\($0)") }.map { ImportedUser(uid: $0) }
    }

    @Test(arguments: [0, 1, 1000, 1001, 2500])
    func `reads every user once, whatever the pages`(_ count: Int) async throws {
        let admin = try await Fixture().admin
        #expect(try await admin.importUsers(users(count)).isEmpty)
        var seen: Set<UserID> = []
        var total = 0
        for try await user in admin.users {
            seen.insert(user.uid)
            total += 1
        }
        #expect(total == count)
        #expect(seen.count == count)
    }

    @Test func `removes many users, disabled or not, and forgives who is gone`() async throws {
        let admin = try await Fixture().admin
        let many = users(1200)
        try await admin.importUsers(many)
        let failures = try await admin.deleteUsers(many.map(\.uid) + many.prefix(1).map(\.uid))
        #expect(failures.isEmpty)
        for try await user in admin.users { Issue.record("\(user.uid) is still there") }
    }

    @Test func `takes over users with their passwords`() async throws {
        let fixture = try await Fixture()
        var user = ImportedUser(uid: try #require(UserID(rawValue: "ada")))
        user.email = "ada@example.com"
        user.isEmailVerified = true
        // The password is "password"; made by another implementation.
        let hash = "$2b$04$EGdrhbKUv8Oc9vGiXX0HQOxSg445d458Muh7DAHskb6QbtCvdxcie"
        user.passwordHash = Secret(Array(hash.utf8))
        user.customClaims = ["role": "editor"]
        user.providers = [UserRecord.Provider(id: "google.com", uid: "g1")]
        user.createdAt = UnixTime(seconds: 1_600_000_000)
        #expect(try await fixture.admin.importUsers([user], hashes: .bcrypt).isEmpty)
        let found = try #require(try await fixture.admin.user(user.uid))
        #expect(found.createdAt == user.createdAt)
        #expect(found.customClaims["role"] == "editor")
        #expect(found.providers.contains { $0.id == "google.com" && $0.uid == "g1" })
    }

    @Test func `tells which of many could not be taken over`() async throws {
        let admin = try await Fixture().admin
        var many = users(1002)
        many[1001].email = "not an address"
        let failures = try await admin.importUsers(many)
        #expect(failures.map(\.index) == [1001])
    }

    @Test func `does not read for ever from a service that repeats itself`() async throws {
        let transport = CannedTransport(status: 200, #"{"users":[{"localId":"a"}],"nextPageToken":"t"}"#)
        let admin = AdminAuth.emulator(project: try #require(ProjectID(rawValue: "p")), transport: transport)
        var count = 0
        for try await _ in admin.users { count += 1 }
        #expect(count == 2)
    }
}
