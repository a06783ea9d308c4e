import HearthJSON
import HearthTesting
import Testing

@Suite("accounts:batchDelete", .inProcessAndLiveInLongRuns)
struct DeleteAccountsEndpointTests {
    @Test func `removes who is disabled, and names who is not`() async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.admin("accounts", ["localId": "active"])
        _ = try await client.admin("accounts", ["localId": "disabled", "disabled": true])
        let ids: JSONValue = ["absent", "active", "disabled"]
        let answer = try await client.admin("accounts:batchDelete", ["localIds": ids])
        let failure: JSONValue = [
            "index": 1, "localId": "active",
            "message": "NOT_DISABLED : Disable the account before batch deletion.",
        ]
        #expect(answer.document == ["errors": [failure]])
        let left = try await client.admin("accounts:lookup", ["localId": ids])
        #expect(left["users"]?.array?.map { $0["localId"]?.text } == ["active"])
    }

    @Test func `removes everyone when forced`() async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.admin("accounts", ["localId": "active"])
        let answer = try await client.admin("accounts:batchDelete", ["localIds": ["active"], "force": true])
        #expect(answer.document == [:])
        #expect(try await client.admin("accounts:lookup", ["localId": ["active"]])["users"] == nil)
    }

    @Test(arguments: [0, 1001])
    func `takes one to a thousand identifiers`(_ count: Int) async throws {
        let client = TestClient(try await TestBackend())
        let ids = (0..<count).map { JSONValue.string("u\($0)") }
        let answer = try await client.admin("accounts:batchDelete", ["localIds": .array(ids)])
        #expect(answer.status == 400)
        #expect(answer.error == "LOCAL_ID_LIST_EXCEEDS_LIMIT")
    }
}
