import HearthCore
import HearthDatabase
import HearthJSON
import HearthTesting
import Testing

@testable import HearthBackend

private func project() throws -> ProjectID { try #require(ProjectID(rawValue: "demo-test")) }

@Suite("Filters of the console's list of users")
struct AccountFilterTests {
    /// A user as the test knows it, beside what the server stores.
    private struct Person {
        let number: Int
        var id: String { "user-\(1000 + number * 37 % 200)" }
        var hasEmail: Bool { number % 4 != 0 }
        var isVerified: Bool { hasEmail && number % 3 == 0 }
        var hasPassword: Bool { hasEmail && number % 2 == 0 }
        var hasEmailLink: Bool { hasEmail && number % 10 == 1 }
        var hasPhone: Bool { number % 7 == 0 }
        var hasPasskey: Bool { number % 11 == 0 }
        var isCustom: Bool { number % 13 == 0 }
        var hasGoogle: Bool { number % 5 == 0 }
        var isDisabled: Bool { number % 17 == 0 }
        var hasFactor: Bool { isVerified && number % 9 == 0 }
        var claims: [String] { number % 6 == 0 ? ["role", "r\u{F6}le"] : number % 6 == 1 ? ["team"] : [] }
        var isGuest: Bool { !hasEmail && !hasPhone && !hasPasskey && !isCustom && !hasGoogle }
        var created: Int { 1_600_000_000_000 + number % 23 }
        var signedIn: Int? { number % 8 == 0 ? nil : 1_600_000_000_000 + number % 29 }

        var imported: JSONValue {
            var user: JSONObject = ["localId": .string(id), "createdAt": .string("\(created)")]
            user["lastLoginAt"] = signedIn.map { .string("\($0)") }
            if hasEmail {
                user["email"] = .string("p\(number)@example.com")
                user["emailVerified"] = .bool(isVerified)
                user["emailLinkSignin"] = .bool(hasEmailLink)
            }
            if hasPassword { user["rawPassword"] = "secret12" }
            if hasPhone { user["phoneNumber"] = .string("+1555555\(1000 + number)") }
            user["customAuth"] = .bool(isCustom)
            user["disabled"] = .bool(isDisabled)
            if hasGoogle {
                user["providerUserInfo"] = [["providerId": "google.com", "rawId": .string("g\(number)")]]
            }
            if hasFactor {
                user["mfaInfo"] = [["mfaEnrollmentId": "one", "phoneInfo": "+15555550191"]]
            }
            var object = JSONObject()
            for name in claims { object[name] = true }
            if !claims.isEmpty {
                user["customAttributes"] = .string(String(decoding: JSON.serialize(.object(object)), as: UTF8.self))
            }
            return .object(user)
        }
    }

    private static let people = (0..<200).map(Person.init)

    /// A filter, and what it means, in the test's own words.
    private struct Case: Sendable {
        let words: String
        let filter: AccountFilter
        let means: @Sendable (Person) -> Bool

        init(_ words: String, _ fill: (inout AccountFilter) -> Void, _ means: @escaping @Sendable (Person) -> Bool) {
            var filter = AccountFilter()
            fill(&filter)
            self.words = words
            self.filter = filter
            self.means = means
        }
    }

    private static func moment(_ offset: Int64) -> UnixTime { UnixTime(milliseconds: 1_600_000_000_000 + offset) }

    private static let cases: [Case] = [
        Case("a password", { $0.methods = [.password] }, { $0.hasPassword }),
        Case("a mailed link", { $0.methods = [.emailLink] }, { $0.hasEmailLink }),
        Case("a number", { $0.methods = [.phone] }, { $0.hasPhone }),
        Case("a passkey", { $0.methods = [.passkey] }, { $0.hasPasskey }),
        Case("custom tokens", { $0.methods = [.customToken] }, { $0.isCustom }),
        Case("a provider", { $0.methods = [.provider("google.com")] }, { $0.hasGoogle }),
        Case("two methods", { $0.methods = [.provider("google.com"), .phone] }, { $0.hasGoogle && $0.hasPhone }),
        Case("an unknown provider", { $0.methods = [.provider("oidc.none")] }, { _ in false }),
        Case("disabled", { $0.states = [.disabled] }, { $0.isDisabled }),
        Case("enabled", { $0.states = [.enabled] }, { !$0.isDisabled }),
        Case("unverified", { $0.states = [.unverified] }, { $0.hasEmail && !$0.isVerified }),
        Case("verified", { $0.states = [.verified] }, { $0.isVerified }),
        Case("guests", { $0.states = [.guest] }, { $0.isGuest }),
        Case("a second factor", { $0.states = [.factor] }, { $0.hasFactor }),
        Case("no second factor", { $0.states = [.noFactor] }, { !$0.hasFactor }),
        Case("a claim", { $0.claim = "role" }, { $0.claims.contains("role") }),
        Case("a claim in other letters", { $0.claim = "r\u{F6}le" }, { $0.claims.contains("r\u{F6}le") }),
        Case("a claim that is none", { $0.claim = "%" }, { _ in false }),
        Case(
            "created between",
            { $0.created = .init(start: moment(5), end: moment(9)) },
            {
                (1_600_000_000_005..<1_600_000_000_009).contains($0.created)
            }
        ),
        Case(
            "signed in since",
            { $0.signedIn = .init(start: moment(20)) },
            {
                ($0.signedIn ?? 0) >= 1_600_000_000_020
            }
        ),
        Case(
            "signed in before",
            { $0.signedIn = .init(end: moment(3)) },
            {
                $0.signedIn.map { $0 < 1_600_000_000_003 } ?? false
            }
        ),
        Case(
            "everything at once",
            {
                $0.methods = [.password]
                $0.states = [.unverified, .enabled, .noFactor]
                $0.created = .init(start: moment(2), end: moment(20))
                $0.signedIn = .init(end: moment(25))
                $0.claim = "role"
            },
            {
                $0.hasPassword && !$0.isVerified && !$0.isDisabled && !$0.hasFactor && $0.claims.contains("role")
                    && (2..<20).contains($0.created - 1_600_000_000_000)
                    && $0.signedIn.map { $0 < 1_600_000_000_025 } ?? false
            }
        ),
    ]

    private static func filled() async throws -> TestBackend {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        let users = JSONValue.array(people.map(\.imported))
        let answer = try await client.admin("accounts:batchCreate", ["users": users])
        #expect(answer.status == 200 && answer["error"]?.array?.isEmpty ?? true, "\(answer)")
        _ = try await backend.backend.store.write { db in
            for person in people where person.hasPasskey {
                try db.execute(
                    """
                    INSERT INTO passkeys (project, tenant, id, account, position, sign_count)
                    VALUES ('demo-test', '', \("k\(person.number)"), \(person.id), 0, 0)
                    """
                )
            }
        }
        return backend
    }

    /// The identifiers on all pages, and what the first page says of their number.
    private static func all(
        _ search: AccountSearch,
        of backend: TestBackend
    ) async throws -> (ids: [String], first: JSONObject, pages: Int) {
        var (search, ids, pages) = (search, [String](), 0)
        var first: JSONObject?
        repeat {
            let page = try await backend.backend.find(search, of: try project(), tenant: nil)
            ids += page["users"]?.array?.compactMap { $0.object?["localId"]?.string } ?? []
            search.after = page["next"]?.string
            first = first ?? page
            pages += 1
        } while search.after != nil && pages < 1000
        return (ids, first ?? [:], pages)
    }

    @Test func `each finds what it says, in every order, page by page, and counts it`() async throws {
        let backend = try await Self.filled()
        for one in Self.cases {
            let expected = Self.people.filter(one.means).map(\.id).sorted()
            for order in AccountSearch.Order.allCases {
                for isDescending in [true, false] {
                    var search = AccountSearch()
                    (search.filter, search.order, search.isDescending) = (one.filter, order, isDescending)
                    search.size = 7
                    let found = try await Self.all(search, of: backend)
                    #expect(found.ids.sorted() == expected, "\(one.words), \(order)")
                    #expect(found.first["matched"]?.integer == Int64(expected.count), "\(one.words)")
                    #expect(found.first["matchedExact"]?.bool == true)
                    if order == .uid { #expect(found.ids == (isDescending ? expected.reversed() : expected)) }
                }
            }
        }
        await backend.backend.close()
    }

    @Test func `is kept while the order of a list has users who are alike, or who lack the value`() async throws {
        let backend = try await Self.filled()
        var search = AccountSearch()
        (search.order, search.isDescending, search.size) = (.signedIn, false, 3)
        search.filter.states = [.noFactor]
        let expected = Self.people.filter { !$0.hasFactor }
            .sorted { ($0.signedIn ?? 0, $0.id) < ($1.signedIn ?? 0, $1.id) }.map(\.id)
        #expect(try await Self.all(search, of: backend).ids == expected)
        search.isDescending = true
        #expect(try await Self.all(search, of: backend).ids == expected.reversed())
        await backend.backend.close()
    }

    @Test func `narrows what a text finds`() async throws {
        let backend = try await Self.filled()
        var search = AccountSearch()
        (search.text, search.size) = ("p1", 4)
        search.filter.states = [.unverified]
        let expected = Self.people.filter { $0.hasEmail && !$0.isVerified && "p\($0.number)".hasPrefix("p1") }
        #expect(try await Self.all(search, of: backend).ids.sorted() == expected.map(\.id).sorted())
        let person = try #require(Self.people.first { $0.isVerified })
        search.text = person.id
        #expect(try await Self.all(search, of: backend).ids == [])
        search.filter.states = [.verified]
        #expect(try await Self.all(search, of: backend).ids == [person.id])
        await backend.backend.close()
    }

    @Test func `forgets the claims that an account loses`() async throws {
        let backend = try await Self.filled()
        let client = TestClient(backend)
        let changed = try #require(Self.people.first { $0.claims.contains("team") })
        let update: JSONValue = ["localId": .string(changed.id), "customAttributes": #"{"role":1}"#]
        #expect(try await client.admin("accounts:update", update).status == 200)
        let deleted = try #require(Self.people.last { $0.claims.contains("team") })
        #expect(try await client.admin("accounts:delete", ["localId": .string(deleted.id)]).status == 200)
        var search = AccountSearch()
        search.filter.claim = "team"
        let left = Self.people.filter { $0.claims.contains("team") && $0.id != changed.id && $0.id != deleted.id }
        #expect(try await Self.all(search, of: backend).ids.sorted() == left.map(\.id).sorted())
        search.filter.claim = "role"
        #expect(try await Self.all(search, of: backend).ids.contains(changed.id))
        await backend.backend.close()
    }
}

/// More accounts than are counted: what no index tells is read in the list's own order, so many at a time.
@Suite("Filters of a long list of users")
struct LongListFilterTests {
    private static let count = 12_000

    private static func filled() async throws -> TestBackend {
        let backend = try await TestBackend()
        _ = try await backend.backend.store.write { db in
            try db.execute(
                """
                WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(count - 1))
                INSERT INTO accounts (
                    project, tenant, id, email, email_verified, email_claimed, email_link, disabled, custom_auth, created_at
                )
                SELECT 'demo-test', '', printf('u%05d', i), 'p' || i || '@example.com', i IN (3, 7000, 11999), 0, 0,
                    i IN (4, 7001), 0, 1600000000000 + i
                FROM n
                """
            )
        }
        return backend
    }

    /// The pages of a search.
    private static func pages(_ search: AccountSearch, of backend: TestBackend) async throws -> [JSONObject] {
        var (search, pages) = (search, [JSONObject]())
        repeat {
            pages.append(try await backend.backend.find(search, of: try project(), tenant: nil))
            search.after = pages.last?["next"]?.string
        } while search.after != nil && pages.count < 1000
        return pages
    }

    private static func ids(_ page: JSONObject) -> [String] {
        page["users"]?.array?.compactMap { $0.object?["localId"]?.string } ?? []
    }

    @Test func `read a bounded number of users for a page, and say that there may be more`() async throws {
        let backend = try await Self.filled()
        var search = AccountSearch()
        search.filter.states = [.verified]
        let pages = try await Self.pages(search, of: backend)
        #expect(pages.map(Self.ids) == [["u11999", "u07000"], [], ["u00003"]])
        #expect(pages.allSatisfy { $0["matched"] == nil })
        await backend.backend.close()
    }

    @Test func `find the few by an index, on one page and counted`() async throws {
        let backend = try await Self.filled()
        var search = AccountSearch()
        search.filter.states = [.disabled]
        let pages = try await Self.pages(search, of: backend)
        #expect(pages.map(Self.ids) == [["u07001", "u00004"]])
        #expect(pages[0]["matched"]?.integer == 2 && pages[0]["matchedExact"]?.bool == true)
        search.filter.states = [.verified]
        search.filter.created = .init(start: UnixTime(milliseconds: 1_600_000_000_000 + 6990), end: nil)
        #expect(try await Self.pages(search, of: backend).flatMap(Self.ids) == ["u11999", "u07000"])
        await backend.backend.close()
    }

    @Test func `count no further than ten thousand, and list them all the same`() async throws {
        let backend = try await Self.filled()
        var search = AccountSearch()
        (search.size, search.order, search.isDescending) = (200, .uid, false)
        search.filter.states = [.unverified]
        let pages = try await Self.pages(search, of: backend)
        #expect(pages[0]["matched"]?.integer == 10_000 && pages[0]["matchedExact"]?.bool == false)
        let all = pages.flatMap(Self.ids)
        #expect(all.count == Self.count - 3 && all == all.sorted() && Set(all).count == all.count)
        await backend.backend.close()
    }
}
