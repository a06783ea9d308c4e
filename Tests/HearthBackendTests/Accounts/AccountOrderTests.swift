import HearthCore
import HearthDatabase
import HearthJSON
import HearthTesting
import Testing

@testable import HearthBackend

@Suite("Accounts in an order")
struct AccountOrderTests {
    /// An account as the test knows it; every mixture of what may be missing is among them.
    private struct Person {
        let number: Int
        var id: String { "u\(10 + number * 7 % 32)" }
        var name: String? { number & 1 == 0 ? nil : "Name \(number % 3)" }
        var email: String? { number & 2 == 0 ? nil : "p\(40 - number)@example.com" }
        var phone: String? { number & 4 == 0 ? nil : "+1555555\(1000 + number)" }
        var isCustom: Bool { number & 8 != 0 }
        var created: Int? { number & 16 == 0 ? nil : 1_600_000_000_000 + number % 5 }
        var signedIn: Int? { number % 3 == 0 ? nil : 1_600_000_000_000 + number % 4 }

        var imported: JSONValue {
            var user: JSONObject = ["localId": .string(id), "customAuth": .bool(isCustom)]
            user["displayName"] = name.map { .string($0) }
            user["email"] = email.map { .string($0) }
            user["phoneNumber"] = phone.map { .string($0) }
            user["createdAt"] = created.map { .string("\($0)") }
            user["lastLoginAt"] = signedIn.map { .string("\($0)") }
            return .object(user)
        }
    }

    private static let people = (0..<32).map(Person.init)

    /// The identifiers by a value, those without one first, by their creation, and by the identifiers where these are
    /// alike.
    private static func sorted<Value: Comparable>(by value: (Person) -> Value?) -> [String] {
        let (with, without) = (people.filter { value($0) != nil }, people.filter { value($0) == nil })
        let valued = with.compactMap { person in value(person).map { ($0, person.id) } }.sorted { $0 < $1 }
        return without.sorted { ($0.created ?? 0, $0.id) < ($1.created ?? 0, $1.id) }.map(\.id) + valued.map(\.1)
    }

    private static let orders: [(sortBy: String, order: AccountSearch.Order, ids: [String])] = [
        ("USER_ID", .uid, people.map(\.id).sorted()),
        ("NAME", .name, sorted(by: \.name)),
        ("USER_EMAIL", .email, sorted(by: \.email)),
        ("CREATED_AT", .created, sorted(by: \.created)),
        ("LAST_LOGIN_AT", .signedIn, people.sorted { ($0.signedIn ?? 0, $0.id) < ($1.signedIn ?? 0, $1.id) }.map(\.id)),
    ]

    private static func filled() async throws -> TestBackend {
        let backend = try await TestBackend()
        let users = JSONValue.array(people.map(\.imported))
        let answer = try await TestClient(backend).admin("accounts:batchCreate", ["users": users])
        #expect(answer.status == 200 && answer["error"]?.array?.isEmpty ?? true, "\(answer)")
        // The import gives a moment to those who have none.
        _ = try await backend.backend.store.write { db in
            for person in people where person.created == nil {
                try db.execute(
                    """
                    UPDATE accounts SET created_at = NULL
                    WHERE project = 'demo-test' AND tenant = '' AND id = \(person.id)
                    """
                )
            }
        }
        return backend
    }

    @Test func `begin at any number, whether what they are sorted by is missing or not`() async throws {
        let backend = try await Self.filled()
        let client = TestClient(backend)
        for (sortBy, _, ids) in Self.orders {
            for (order, sorted) in [("ASC", ids), ("DESC", ids.reversed())] {
                for (offset, limit) in (0...33).map({ ($0, 1 + $0 % 5) }) + [(0, 100), (3, 100), (30, 100)] {
                    let body: JSONValue = [
                        "sortBy": .string(sortBy), "order": .string(order), "offset": .string("\(offset)"),
                        "limit": .string("\(limit)"),
                    ]
                    let answer = try await client.admin("accounts:query", body)
                    let found = answer["userInfo"]?.array?.compactMap { $0["localId"]?.text } ?? []
                    #expect(found == Array(sorted.dropFirst(offset).prefix(limit)), "\(sortBy) \(order) \(offset)")
                }
            }
        }
        await backend.backend.close()
    }

    @Test(arguments: [1, 3, 31, 32, 100]) func `are read whole by pages`(_ size: Int) async throws {
        let backend = try await Self.filled()
        let project = try #require(ProjectID(rawValue: "demo-test"))
        for (_, order, ids) in Self.orders {
            for isDescending in [false, true] {
                var search = AccountSearch()
                (search.order, search.isDescending, search.size) = (order, isDescending, size)
                var found: [String] = []
                repeat {
                    let page = try await backend.backend.find(search, of: project, tenant: nil)
                    found += page["users"]?.array?.compactMap { $0.object?["localId"]?.string } ?? []
                    search.after = page["next"]?.string
                } while search.after != nil && found.count <= ids.count
                #expect(found == (isDescending ? ids.reversed() : ids), "\(order), by \(size)")
            }
        }
        await backend.backend.close()
    }

    @Test func `have a guest in one index for all that a guest lacks`() async throws {
        let backend = try await TestBackend()
        let guest = try await TestClient(backend).user("accounts:signUp", [:])
        let id = try #require(guest["localId"]?.text)
        let indexes = try await backend.backend.store.read { db in
            try db.query(
                "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'accounts' AND sql <> ''"
            )
            .map { row -> (name: String, condition: String?) in
                let (name, text): (String, String) = (try row[0], try row[1])
                return (name, text.firstRange(of: "WHERE").map { String(text[$0.upperBound...]) })
            }
        }
        var holding: Set<String> = []
        for (name, condition) in indexes {
            let isHeld = try await backend.backend.store.read { db in
                try db.first(
                    """
                    SELECT 1 FROM accounts WHERE project = 'demo-test' AND tenant = '' AND id = \(id)
                        AND (\(fragment: SQL(stringLiteral: condition ?? "TRUE")))
                    """
                ) != nil
            }
            if isHeld { holding.insert(name) }
        }
        #expect(holding == ["accounts_bare", "accounts_by_sign_in"])
        await backend.backend.close()
    }
}
