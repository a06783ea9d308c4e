import HearthBackend
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("accounts:query", .inProcessAndLiveInLongRuns)
struct QueryAccountsEndpointTests {
    @Test(arguments: ["accounts:query", ":queryAccounts"])
    func `counts accounts as text`(_ verb: String) async throws {
        let client = try await filled()
        let base = "/identitytoolkit.googleapis.com/v1/projects/demo-test"
        let path = verb.hasPrefix(":") ? base + verb : "\(base)/\(verb)"
        let owner: HTTPFields = ["Authorization": "Bearer owner"]
        let answer = try await client.send(.post, path, ["returnUserInfo": false], owner)
        #expect(answer.document == ["recordsCount": "3"])
    }

    @Test(
        arguments: [
            ([:], ["a", "b", "c"]),
            (["order": "DESC"], ["c", "b", "a"]),
            (["order": 2], ["c", "b", "a"]),
            (["limit": 1, "offset": "1"], ["b"]),
            (["limit": "2"], ["a", "b"]),
            (["sortBy": "USER_ID"], ["a", "b", "c"]),
            (["sort_by": 1, "offset": 2], ["c"]),
            (["sortBy": "NAME"], ["c", "a", "b"]),
            (["sortBy": "NAME", "order": "DESC"], ["b", "a", "c"]),
            (["sortBy": "CREATED_AT"], ["c", "b", "a"]),
            (["sortBy": "LAST_LOGIN_AT", "order": "DESC", "limit": 1], ["b"]),
            (["sortBy": "USER_EMAIL"], ["b", "a", "c"]),
            (["expression": [["email": "A@example.com"]]], ["a"]),
            (["expression": [["phoneNumber": "+15555550100"]]], ["b"]),
            (["expression": [["userId": "c"]]], ["c"]),
            // One member counts, and one expression.
            (["expression": [["userId": "c", "email": "a@example.com"], ["userId": "b"]]], ["a"]),
            (["expression": [["userId": "nothing"]]], []),
            (["offset": 9], []),
        ] as [(JSONValue, [String])]
    )
    func `shows accounts in order`(_ body: JSONValue, _ ids: [String]) async throws {
        let client = try await filled()
        let answer = try await client.admin("accounts:query", body)
        #expect(answer["recordsCount"] == .string("\(ids.count)"))
        #expect(answer["userInfo"]?.array?.map { $0["localId"]?.text } == ids)
    }

    @Test func `counts what an expression finds, of all that share an address`() async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.config(.patch, ["signIn": ["allowDuplicateEmails": true]])
        for _ in 1...2 { _ = try await client.admin("accounts", ["email": "ada@example.com"]) }
        let body: JSONValue = ["expression": [["email": "ada@example.com"]], "returnUserInfo": false]
        #expect(try await client.admin("accounts:query", body)["recordsCount"] == "2")
    }

    @Test(
        arguments: [
            ["sortBy": "SIZE"], ["sortBy": 99], ["limit": "-1"], ["offset": -1], ["limit": "many"],
            ["expression": [[:]]], ["expression": "x"], ["expression": [["email": ["a"]]]],
        ] as [JSONValue]
    )
    func `refuses what makes no sense`(_ body: JSONValue) async throws {
        let client = try await filled()
        let answer = try await client.admin("accounts:query", body)
        #expect(answer.status == 400 && answer["error"]?["status"] == "INVALID_ARGUMENT")
    }

    @Test func `shows 500 at most in strict`() async throws {
        let (_, client) = try await TestClient.strict()
        let users = (0..<501).map { JSONValue(["localId": .string("u\($0)")]) }
        #expect(try await client.admin("accounts:batchCreate", ["users": .array(users)]).status == 200)
        for body: JSONValue in [[:], ["limit": 1000]] {
            #expect(try await client.admin("accounts:query", body)["recordsCount"] == "500")
        }
        #expect(try await client.admin("accounts:query", ["returnUserInfo": false])["recordsCount"] == "501")
    }

    private func filled() async throws -> TestClient {
        let client = TestClient(try await TestBackend())
        let users: JSONValue = [
            [
                "localId": "b", "displayName": "Zoe", "createdAt": "2000", "lastLoginAt": "9000",
                "phoneNumber": "+15555550100",
            ],
            [
                "localId": "a", "displayName": "Max", "createdAt": "3000", "lastLoginAt": "5000",
                "email": "a@example.com",
            ],
            ["localId": "c", "createdAt": "1000", "email": "B@example.com"],
        ]
        #expect(try await client.admin("accounts:batchCreate", ["users": users]).status == 200)
        return client
    }
}
