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
            '[{"mfaEnrollmentId":"m1","displayName":"Work","enrolledAt":"2026-01-02T03:04:05.000Z","phoneInfo":"+15555550101","unobfuscatedPhoneInfo":"+15555550101"},{"mfaEnrollmentId":"m2","enrolledAt":"2026-01-02T03:04:06.250Z","totpInfo":{}},{"mfaEnrollmentId":"m3","enrolledAt":"2026-01-02T03:04:07.000Z","totpInfo":{}}]',
            '[{"credentialId":"k2","name":"Second"},{"credentialId":"k1","name":"First"}]',
            0, 1000, 900
        )
        """,
        "INSERT INTO accounts (project, tenant, id, email, email_verified, disabled) VALUES ('demo-test', '', 'bob', 'bob@example.com', 0, 1)",
        "INSERT INTO accounts (project, tenant, id, disabled) VALUES ('demo-test', 'one', 'guest', 0)",
        "INSERT INTO passkeys (project, tenant, id, account, public_key, sign_count) VALUES ('demo-test', '', 'k1', 'ada', x'01', 3)",
        "INSERT INTO passkeys (project, tenant, id, account, public_key, sign_count) VALUES ('demo-test', '', 'k2', 'ada', x'02', 4)",
        "INSERT INTO authenticators (project, tenant, account, id, key, last_step, failures) VALUES ('demo-test', '', 'ada', 'm2', x'0102', 7, 2)",
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
        let call = try Self.call()
        let ada = try #require(
            try await store.read(call) { tx in try store.accounts.find(.email("ADA@example.com"), tx) }
        )
        #expect(ada.isEmailVerified && ada.isEmailClaimed && ada.displayName == "Ada")
        #expect(
            ada.linked == [
                LinkedProvider(providerID: "google.com", rawID: "g1", federatedID: "g1", email: "a@gmail.com")
            ]
        )
        #expect(ada.providerIDs == ["password", "google.com", "phone"])
        #expect(ada.secondFactors.map(\.id) == ["m1", "m2", "m3"])
        #expect(ada.secondFactors.map(\.phoneNumber) == ["+15555550101", nil, nil])
        #expect(ada.secondFactors.first?.name == "Work")
        #expect(ada.secondFactors[0].enrolledAt == UnixTime(rfc3339: "2026-01-02T03:04:05Z"))
        #expect(ada.secondFactors[1].enrolledAt == UnixTime(rfc3339: "2026-01-02T03:04:06.250Z"))
        let app = try #require(ada.secondFactors[1].authenticator)
        #expect(app.key.reveal() == [1, 2] && app.lastStep == 7 && app.failures == 2)
        // An app without a key is still asked for, and no code is its.
        #expect(ada.secondFactors[2].authenticator?.key.reveal().count == 20)
        #expect(ada.passkeys == [EnrolledPasskey(id: "k2", name: "Second"), EnrolledPasskey(id: "k1", name: "First")])
        let key = try await store.read(call) { tx in try store.passkeys.find("k1", tx) }
        #expect(key?.account == "ada" && key?.key == [1] && key?.signCount == 3)
        let bob = try #require(try await store.read(call) { tx in try store.accounts.find("bob" as UserID, tx) })
        #expect(!bob.isEmailVerified && !bob.isEmailClaimed && bob.isDisabled && bob.linked.isEmpty)
        #expect(
            try await store.read(call) { tx in try store.accountCounts.counts(tx) }
                == AccountCounts(accounts: 2, withSecondFactor: 1)
        )
        await database.close()
    }

    @Test func `finds accounts by the claims that they had before`() async throws {
        let database = try Database(.memory)
        try await database.migrate(Store.migrations.filter { $0.number <= 18 })
        let claims: [(String, String?)] = [
            ("ada", #"{"role":"admin","team":{"name":"x"}}"#), ("bob", "[1]"), ("eve", "no JSON"), ("guest", nil),
        ]
        try await database.write { db in
            for (id, text) in claims {
                try db.execute(
                    """
                    INSERT INTO accounts (
                        project, tenant, id, email_verified, email_claimed, email_link, disabled, custom_auth,
                        custom_attributes
                    ) VALUES ('demo-test', '', \(id), 0, 0, 0, 0, 0, \(text))
                    """
                )
            }
        }
        try await database.migrate(Store.migrations)
        let rows = try await database.read { db in
            try db.query("SELECT name || ' of ' || account FROM claim_names ORDER BY name").map { row in
                let line: String = try row[0]
                return line
            }
        }
        #expect(rows == ["role of ada", "team of ada"])
        await database.close()
    }

    @Test func `counts the accounts that it had, and those with a second factor, in each scope`() async throws {
        let database = try Database(.memory)
        try await database.migrate(Store.migrations.filter { $0.number <= 19 })
        let accounts = [("", "ada", 2), ("", "bob", 0), ("", "eve", 1), ("staff", "ada", 0), ("staff", "max", 1)]
        try await database.write { db in
            for (tenant, id, factors) in accounts {
                try db.execute(
                    """
                    INSERT INTO accounts (
                        project, tenant, id, email_verified, email_claimed, email_link, disabled, custom_auth
                    ) VALUES ('demo-test', \(tenant), \(id), 0, 0, 0, 0, 0)
                    """
                )
                for factor in 0..<factors {
                    try db.execute(
                        """
                        INSERT INTO second_factors (
                            project, tenant, account, id, position, enrolled_at, phone_number, last_step, failures
                        ) VALUES ('demo-test', \(tenant), \(id), \("m\(factor)"), \(factor), 0, '+15555550100', 0, 0)
                        """
                    )
                }
            }
        }
        try await database.migrate(Store.migrations)
        let rows = try await database.read { db in
            try db.query("SELECT tenant, accounts, with_second_factor FROM account_counts ORDER BY tenant").map { row in
                let (tenant, all, with): (String, Int, Int) = (try row[0], try row[1], try row[2])
                return "\(tenant): \(all), \(with)"
            }
        }
        #expect(rows == [": 3, 2", "staff: 2, 1"])
        await database.close()
    }

    @Test func `is read whatever its addresses and identifiers are`() async throws {
        let database = try Database(.memory)
        try await database.migrate(Store.migrations.filter { $0.number <= 9 })
        try await database.write { db in
            try db.execute(
                """
                INSERT INTO accounts (
                    project, tenant, id, email, email_claimed, phone_number, initial_email, providers, proved_methods, disabled
                ) VALUES (
                    'demo-test', '', 'a' || char(10) || 'b', 'no address', 0, '12', '@', '[{"providerId":"google.com","rawId":"g1","email":"odd"}]',
                    '{"hasEmailLink":false,"phoneNumber":"12","linked":[{"providerID":"google.com","rawID":"g1","email":"odd"}],"secondFactors":[],"passkeys":[]}', 0
                )
                """
            )
            try db.execute(
                "INSERT INTO identities (project, tenant, kind, value, slot, account) VALUES ('demo-test', '', 'email', 'no address', '', 'a' || char(10) || 'b')"
            )
        }
        try await database.migrate(Store.migrations)
        let store = Store(database: database, log: .silent)
        let call = try Self.call()
        let found = try await store.read(call) { tx in try store.accounts.find(.email("no address"), tx) }
        let account = try #require(found)
        #expect(account.id.rawValue == "a\nb" && account.email?.text == "no address")
        #expect(account.phoneNumber?.text == "12" && account.initialEmail?.text == "@")
        #expect(account.linked.first?.email?.text == "odd")
        #expect(account.provedMethods?.phoneNumber?.text == "12")
        #expect(account.provedMethods?.linked.first?.email?.text == "odd")
        await database.close()
    }

    @Test func `finds addresses again whose keys were made in another way`() async throws {
        let database = try Database(.memory)
        try await database.migrate(Store.migrations.filter { $0.number <= 11 })
        // Two accounts of older versions whose addresses are one to people, and a provider's address.
        let identities = [
            ("email", "a@b\u{FC}cher.example", "", "ada"), ("email", "a@bu\u{308}cher.example", "", "bob"),
            ("provider-email", "\u{F900}@example.com", "ada", "ada"), ("email", "plain@example.com", "", "eve"),
        ]
        try await database.write { db in
            for id in ["ada", "bob", "eve"] {
                try db.execute(
                    """
                    INSERT INTO accounts (
                        project, tenant, id, email_verified, email_claimed, email_link, disabled, custom_auth
                    ) VALUES ('demo-test', '', \(id), 0, 0, 0, 0, 0)
                    """
                )
            }
            for (kind, value, slot, account) in identities {
                try db.execute(
                    "INSERT INTO identities VALUES ('demo-test', '', \(kind), \(value), \(slot), \(account))"
                )
            }
        }
        try await database.migrate(Store.migrations)
        let store = Store(database: database, log: .silent)
        func owners(_ email: EmailAddress) async throws -> [String] {
            try await store.read(try Self.call()) { tx in try store.accounts.findAll(email: email, tx) }.map(
                \.id.rawValue
            )
        }
        #expect(try await Set(owners("A@xn--bcher-kva.example")) == ["ada", "bob"])
        #expect(try await owners("\u{8C48}@example.com") == ["ada"])
        #expect(try await owners("plain@example.com") == ["eve"])
        await database.close()
    }

    /// Writes linked users as version 15 kept them: as JSON in their account, and as keys.
    private static func linkUsers(in database: Database) async throws {
        let users = [
            (
                "ada",
                #"[{"providerID":"facebook.com","rawID":"f1","displayName":"Ada"},{"providerID":"google.com","rawID":"g1","email":"a@gmail.com","federatedID":"g1","photoURL":"p","screenName":"s"},{"providerID":"google.com","rawID":"g\u0301"}]"#
            ),
            // What an earlier version left behind: the user is found as ada's.
            ("aaa", #"[{"providerID":"google.com","rawID":"g1"}]"#),
            ("bob", "[]"),
        ]
        try await database.write { db in
            for (id, providers) in users {
                try db.execute(
                    """
                    INSERT INTO accounts (
                        project, tenant, id, email_verified, email_claimed, email_link, providers, disabled, custom_auth
                    ) VALUES ('demo-test', '', \(id), 0, 0, 0, \(providers), 0, 0)
                    """
                )
            }
            for (kind, value, slot) in [
                ("provider:facebook.com", "f1", ""), ("provider:google.com", "g1", ""),
                ("provider:google.com", "g\u{301}", ""), ("provider-email", "a@gmail.com", "ada"),
            ] {
                try db.execute("INSERT INTO identities VALUES ('demo-test', '', \(kind), \(value), \(slot), 'ada')")
            }
        }
    }

    @Test func `keeps every linked user, in its order, and once`() async throws {
        let database = try Database(.memory)
        try await database.migrate(Store.migrations.filter { $0.number <= 15 })
        try await Self.linkUsers(in: database)
        try await database.migrate(Store.migrations)
        let store = Store(database: database, log: .silent)
        let call = try Self.call()
        let ada = try #require(try await store.read(call) { tx in try store.accounts.find("ada" as UserID, tx) })
        #expect(
            ada.linked == [
                LinkedProvider(providerID: "facebook.com", rawID: "f1", displayName: "Ada"),
                LinkedProvider(
                    providerID: "google.com",
                    rawID: "g1",
                    federatedID: "g1",
                    email: "a@gmail.com",
                    photoURL: "p",
                    screenName: "s"
                ),
                LinkedProvider(providerID: "google.com", rawID: "g\u{301}"),
            ]
        )
        for id in ["g1", "g\u{301}"] as [ProviderUserID] {
            let owner = try await store.read(call) { tx in
                try store.accounts.find(ProviderUser(provider: "google.com", id: id), tx)
            }
            #expect(owner?.id == "ada")
        }
        for id in ["aaa", "bob"] as [UserID] {
            let account = try await store.read(call) { tx in try store.accounts.find(id, tx) }
            #expect(account?.linked == [])
        }
        #expect(
            try await store.read(call) { tx in try store.accounts.findAll(email: "a@gmail.com", tx) }.map(\.id) == [
                "ada"
            ]
        )
        await database.close()
    }

    private static func call() throws -> Call {
        Call(
            scope: Scope(project: try #require(ProjectID(rawValue: "demo-test")), tenant: nil),
            isPrivileged: false,
            base: .fixed("http://localhost"),
            now: UnixTime(seconds: 1),
            source: nil,
            locale: nil
        )
    }
}
