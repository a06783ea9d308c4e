import HearthJSON
import HearthTesting
import Testing

@Suite("accounts:query")
struct QueryAccountsEndpointTests {
    @Test(arguments: ["accounts:query", "accounts:queryAccounts"])
    func `counts accounts as text`(_ operation: String) async throws {
        let client = try await filled()
        let answer = try await client.admin(operation, ["returnUserInfo": false])
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
        ] as [(JSONValue, [String])]
    )
    func `shows accounts in order`(_ body: JSONValue, _ ids: [String]) async throws {
        let client = try await filled()
        let answer = try await client.admin("accounts:query", body)
        #expect(answer["recordsCount"] == "3")
        #expect(answer["userInfo"]?.array?.map { $0["localId"]?.text } == ids)
    }

    @Test(
        arguments: [
            ["sortBy": "NAME"], ["expression": [["email": "a@b.co"]]],
        ] as [JSONValue]
    )
    func `does not search or sort by anything else`(_ body: JSONValue) async throws {
        let client = try await filled()
        let answer = try await client.admin("accounts:query", body)
        #expect(answer.status == 501)
        #expect(answer["error"]?["status"] == "NOT_IMPLEMENTED")
    }

    private func filled() async throws -> TestClient {
        let client = TestClient(try await TestBackend())
        let users: JSONValue = [["localId": "b"], ["localId": "a"], ["localId": "c"]]
        #expect(try await client.admin("accounts:batchCreate", ["users": users]).status == 200)
        return client
    }
}
