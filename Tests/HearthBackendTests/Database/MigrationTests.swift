import HearthCore
import HearthDatabase
import HearthJSON
import HearthTesting
import Testing

@testable import HearthBackend

@Suite("A database of an earlier version")
struct MigrationTests {
    /// What version 7 of the schema kept of one user of everything.
    private static let rows: [SQL] = [
        """
        INSERT INTO accounts (
            project, tenant, id, email, email_verified, email_link, display_name, phone_number, password, providers,
            second_factors, passkeys, disabled, created_at, valid_since
        ) VALUES (
            'demo-test', '', 'ada', 'ada@example.com', 1, 1, 'Ada', '+15555550100', NULL,
            '[{"providerId":"google.com","rawId":"g1","federatedId":"g1","email":"a@gmail.com"},{"providerId":"password","email":"ada@example.com","federatedId":"ada@example.com","rawId":"ada@example.com"},{"providerId":"phone","phoneNumber":"+15555550100","rawId":"+15555550100"}]',
            '[{"mfaEnrollmentId":"m1","displayName":"Work","enrolledAt":"2026-01-02T03:04:05.000Z","phoneInfo":"+15555550101","unobfuscatedPhoneInfo":"+15555550101"},{"mfaEnrollmentId":"m2","enrolledAt":"2026-01-02T03:04:06.000Z","totpInfo":{}}]',
            '[{"credentialId":"k2","name":"Second"},{"credentialId":"k1","name":"First"}]',
            0, 1000, 900
        )
        """,
        "INSERT INTO accounts (project, tenant, id, email, email_verified, disabled) VALUES ('demo-test', '', 'bob', 'bob@example.com', 0, 1)",
        "INSERT INTO accounts (project, tenant, id, disabled) VALUES ('demo-test', 'one', 'guest', 0)",
        "INSERT INTO passkeys (project, tenant, id, account, public_key, sign_count) VALUES ('demo-test', '', 'k1', 'ada', x'01', 3)",
        "INSERT INTO passkeys (project, tenant, id, account, public_key, sign_count) VALUES ('demo-test', '', 'k2', 'ada', x'02', 4)",
        "INSERT INTO identities (project, tenant, kind, value, slot, account) VALUES ('demo-test', '', 'email', 'ada@example.com', '', 'ada')",
    ]

    @Test func `keeps every account, with each fact in its one home`() async throws {
        let database = try Database(.memory)
        try await database.migrate(Store.migrations.filter { $0.number <= 7 })
        try await database.write { db in
            for row in Self.rows { try db.execute(row) }
        }
        try await database.migrate(Store.migrations)
        let store = Store(database: database, log: .silent)
        let project = try #require(ProjectID(rawValue: "demo-test"))
        let call = Call(
            scope: Scope(project: project, tenant: nil),
            isPrivileged: false,
            baseURL: "http://localhost",
            now: UnixTime(seconds: 1),
            locale: nil
        )
        let ada = try #require(
            try await store.read(call) { tx in try store.accounts.find(.email("ADA@example.com"), tx) }
        )
        #expect(ada.isEmailVerified == true && ada.isEmailClaimed && ada.displayName == "Ada")
        #expect(
            ada.linked == [
                LinkedProvider(providerID: "google.com", rawID: "g1", federatedID: "g1", email: "a@gmail.com")
            ]
        )
        #expect(ada.providerIDs == ["password", "google.com", "phone"])
        #expect(ada.secondFactors.map(\.id) == ["m1", "m2"])
        #expect(ada.secondFactors.map(\.method) == [.phone("+15555550101"), .totp])
        #expect(ada.secondFactors.first?.enrolledAt == UnixTime(rfc3339: "2026-01-02T03:04:05Z"))
        #expect(ada.passkeys == [EnrolledPasskey(id: "k2", name: "Second"), EnrolledPasskey(id: "k1", name: "First")])
        let key = try await store.read(call) { tx in try store.passkeys.find("k1", tx) }
        #expect(key?.account == "ada" && key?.key == [1] && key?.signCount == 3)
        let bob = try #require(try await store.read(call) { tx in try store.accounts.find("bob", tx) })
        #expect(bob.isEmailVerified == false && !bob.isEmailClaimed && bob.isDisabled && bob.linked.isEmpty)
        #expect(try await store.read(call) { tx in try store.accounts.count(tx) } == 2)
        await database.close()
    }
}
