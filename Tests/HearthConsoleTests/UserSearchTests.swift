import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import Testing

@testable import HearthConsole

@Suite struct UserSearchTests {
    /// A user as the test knows it, beside what the server stores.
    private struct Person {
        let id: String
        let email: String?
        let name: String?
        let created: Int
        let signedIn: Int?
    }

    /// Users of whom some share a moment or a name, and some have none: the order within those is by identifier.
    private static let people: [Person] = (0..<230).map { number in
        Person(
            id: "user-\(1000 + number * 37 % 230)",
            email: number % 5 == 0 ? nil : "p\(number * 7 % 230)@example.com",
            name: number % 3 == 0 ? nil : "Name \(number % 11)",
            created: 1_600_000_000_000 + number % 17,
            signedIn: number % 4 == 0 ? nil : 1_600_000_000_000 + number % 29
        )
    }

    private static func backend(_ ran: (@Sendable (String) -> Void)? = nil) async throws -> Backend {
        var configuration = BackendConfiguration(project: try #require(ProjectID(rawValue: "demo")))
        configuration.storage = .memory
        var environment = BackendEnvironment()
        // Every statement that reads a whole project or a whole table fails.
        var probe = BackendProbe()
        probe.worked = ran
        environment.probe = probe
        let backend = try await Backend(configuration, environment: environment)
        let users = people.map { person -> JSONValue in
            var user: JSONObject = ["localId": .string(person.id), "createdAt": .string("\(person.created)")]
            user["email"] = person.email.map(JSONValue.string)
            user["displayName"] = person.name.map(JSONValue.string)
            user["lastLoginAt"] = person.signedIn.map { .string("\($0)") }
            return .object(user)
        }
        let answer = await backend.handle(
            HTTPRequest(
                .post,
                target: "/identitytoolkit.googleapis.com/v1/projects/demo/accounts:batchCreate",
                fields: ["Authorization": "Bearer owner", "Content-Type": "application/json"],
                body: JSON.serialize(.object(["users": .array(users)]))
            )
        )
        #expect(answer.status == 200)
        return backend
    }

    /// The identifiers of all pages, one after the other.
    private static func all(_ search: AccountSearch, of backend: Backend) async throws -> [String] {
        var (search, ids) = (search, [String]())
        let project = try #require(ProjectID(rawValue: "demo"))
        repeat {
            let page = try await backend.find(search, of: project, tenant: nil)
            ids += page["users"]?.array?.compactMap { $0.object?["localId"]?.string } ?? []
            search.after = page["next"]?.string
        } while search.after != nil && ids.count < 1000
        return ids
    }

    private static func isBefore(_ left: [UInt8], _ right: [UInt8]) -> Bool { left.lexicographicallyPrecedes(right) }

    /// What a person is sorted by: nothing, then bytes, then the identifier.
    ///
    /// Those without a name or an address are sorted by their creation.
    private static func key(_ person: Person, _ order: AccountSearch.Order) -> [UInt8] {
        let value: String? =
            switch order {
            case .uid: ""
            case .name: person.name
            case .created: "\(person.created)"
            case .signedIn: person.signedIn.map { "\($0)" }
            case .email: person.email
            }
        let next = order == .name || order == .email ? "\(person.created)" : ""
        return (value == nil ? [0] : [1]) + Array((value ?? next).utf8) + [0] + Array(person.id.utf8)
    }

    @Test(arguments: AccountSearch.Order.allCases, [true, false])
    func `pages show every user once, in order, and read no more than the page`(
        order: AccountSearch.Order,
        isDescending: Bool
    ) async throws {
        let backend = try await Self.backend()
        var search = AccountSearch()
        (search.order, search.isDescending, search.size) = (order, isDescending, 17)
        let expected = Self.people.sorted { left, right in
            let (left, right) = (Self.key(left, order), Self.key(right, order))
            return isDescending ? Self.isBefore(right, left) : Self.isBefore(left, right)
        }
        #expect(try await Self.all(search, of: backend) == expected.map(\.id))
        await backend.close()
    }

    @Test(arguments: [
        ("p1", 5), ("p10@example.com", 1), ("P10", 1), ("Name 1", 20), ("user-1007", 1), ("nothing", 0), ("%", 0),
    ]) func `a text finds an identifier, and what an address or a name begins with`(text: String, size: Int)
        async throws
    {
        let backend = try await Self.backend()
        var search = AccountSearch()
        (search.text, search.size) = (text, size == 0 ? 5 : size)
        let key = text.lowercased()
        let expected = Self.people.filter { person in
            person.id == text || person.email?.hasPrefix(key) == true || person.name?.hasPrefix(text) == true
        }
        let found = try await Self.all(search, of: backend)
        #expect(Set(found) == Set(expected.map(\.id)))
        #expect(found.count == expected.count)
        await backend.close()
    }

    @Test func `no statement passes over users to get to a page`() async throws {
        let statements = Locked<[String]>([])
        let backend = try await Self.backend { statement in statements.withLock { $0.append(statement) } }
        statements.withLock { $0 = [] }
        for order in AccountSearch.Order.allCases {
            var search = AccountSearch()
            (search.order, search.size) = (order, 50)
            _ = try await Self.all(search, of: backend)
        }
        #expect(statements.withLock { !$0.isEmpty && !$0.contains { $0.contains("OFFSET") } })
        await backend.close()
    }

    @Test func `a page that is none is refused`() async throws {
        let backend = try await Self.backend()
        var search = AccountSearch()
        search.after = "somewhere"
        let project = try #require(ProjectID(rawValue: "demo"))
        await #expect(throws: BackendError.self) { try await backend.find(search, of: project, tenant: nil) }
        await backend.close()
    }

    @Test func `a user's sessions are listed, and one of them can be ended`() async throws {
        let backend = try await Self.backend()
        let console = Console(.init(version: "1", projects: ["demo"], profile: "lenient"))
        console.attach(backend) { await backend.handle($0) }
        let fields: HTTPFields = [
            "Host": "localhost:9099", "X-Hearth-Console": "1", "Content-Type": "application/json",
        ]
        func ask(_ method: HTTPMethod, _ path: String, _ body: JSONObject? = nil) async throws -> JSONObject {
            let bytes = body.map { JSON.serialize(.object($0)) } ?? []
            let request = HTTPRequest(method, target: "/console/v1/\(path)", fields: fields, body: bytes)
            let answer = await console.answer(request) { await backend.handle($0) }
            return try #require(try JSON.parse(answer.bytes).object)
        }
        func sessions() async throws -> [JSONObject] {
            try await ask(.get, "users/ada/sessions?project=demo")["sessions"]?.array?.compactMap(\.object) ?? []
        }
        let user: JSONObject = ["localId": "ada", "email": "ada@example.com", "password": "secret12"]
        _ = try await ask(.post, "api/identitytoolkit.googleapis.com/v1/projects/demo/accounts", user)
        let signIn: JSONObject = ["email": "ada@example.com", "password": "secret12", "returnSecureToken": true]
        var tokens: [String] = []
        for _ in 0..<2 {
            let path = "app/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k"
            tokens.append(try #require(try await ask(.post, path, signIn)["refreshToken"]?.string))
        }
        let list = try await sessions()
        #expect(list.map { $0["provider"]?.string } == ["password", "password"])
        let id = try #require(list.first?["id"])
        #expect(try await ask(.post, "users/ada/sessions:end", ["project": "demo", "id": id])["ended"]?.bool == true)
        #expect(try await ask(.post, "users/ada/sessions:end", ["project": "demo", "id": id])["ended"]?.bool == false)
        #expect(try await sessions().map { $0["id"] } == list.dropFirst().map { $0["id"] })
        await backend.close()
    }
}
