import HearthBackend
import HearthCore
import HearthDatabase
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("accounts:batchGet", .inProcessAndLiveInLongRuns)
struct ListAccountsEndpointTests {
    @Test func `shows the accounts page by page, in the order of their identifiers`() async throws {
        let client = try await filled(5)
        let first = try await client.admin("accounts:batchGet?maxResults=3", method: .get)
        #expect(first["kind"] == "identitytoolkit#DownloadAccountResponse")
        #expect(ids(first) == ["u0", "u1", "u2"])
        let token = try #require(first["nextPageToken"]?.string)
        let second = try await client.admin("accounts:batchGet?maxResults=3&nextPageToken=\(token)", method: .get)
        #expect(ids(second) == ["u3", "u4"])
        #expect(second["nextPageToken"] == nil)
    }

    @Test func `a full page promises a next one, which may be empty`() async throws {
        let client = try await filled(3)
        let full = try await client.admin("accounts:batchGet?maxResults=3", method: .get)
        let token = try #require(full["nextPageToken"]?.string)
        let next = try await client.admin("accounts:batchGet?nextPageToken=\(token)", method: .get)
        #expect(next.document.object?.names == ["kind"])
    }

    @Test(arguments: [("", 20), ("?maxResults=0", 20), ("?maxResults=-1", 25), ("?maxResults=5000", 25)])
    func `a page has twenty accounts if nothing else is asked`(_ query: String, _ count: Int) async throws {
        let client = try await filled(25)
        #expect(ids(try await client.admin("accounts:batchGet\(query)", method: .get)).count == count)
    }

    @Test func `leaves out the list when there is no one`() async throws {
        let client = try await filled(0)
        let answer = try await client.admin("accounts:batchGet", method: .get)
        #expect(answer.document.object?.names == ["kind"])
    }

    @Test func `is served to the first generation of tools, which name their project`() async throws {
        let client = try await filled(2)
        let path = "/www.googleapis.com/identitytoolkit/v3/relyingparty/downloadAccount"
        let owner: HTTPFields = ["Authorization": "Bearer owner"]
        let answer = try await client.send(.post, path, ["targetProjectId": "demo-test", "maxResults": 1000], owner)
        #expect(ids(answer) == ["u0", "u1"])
        #expect(try await client.send(.post, path, [:], owner).error == "INSUFFICIENT_PERMISSION")
    }

    @Test func `finds a page by the primary key, however many accounts there are`() async throws {
        let (plans, statements) = (Locked<[QueryPlan]>([]), Locked<[String]>([]))
        var probe = BackendProbe()
        probe.planned = { plan in plans.withLock { $0.append(plan) } }
        probe.worked = { statement in statements.withLock { $0.append(statement) } }
        let client = TestClient(try await TestBackend(probe: probe))
        func work(_ query: String) async throws -> [String] {
            statements.withLock { $0 = [] }
            #expect(ids(try await client.admin("accounts:batchGet?maxResults=3\(query)", method: .get)).count == 3)
            return statements.withLock { $0 }
        }
        try await fill(client, 7)
        let few = try await work("&nextPageToken=u2")
        plans.withLock { $0 = $0.filter { $0.statement.contains("ORDER BY id") } }
        let steps = plans.withLock { $0.flatMap(\.steps) }
        #expect(steps.contains { $0.contains("USING PRIMARY KEY (project=? AND tenant=? AND id>?)") }, "\(steps)")
        #expect(!steps.contains { $0.contains("TEMP B-TREE") }, "\(steps)")
        try await fill(client, 300)
        #expect(try await work("&nextPageToken=u2") == few)
    }

    private func ids(_ answer: TestClient.Answer) -> [String] {
        (answer["users"]?.array ?? []).map { $0["localId"]?.text ?? "" }
    }

    private func filled(_ count: Int) async throws -> TestClient {
        let client = TestClient(try await TestBackend())
        if count > 0 { try await fill(client, count) }
        return client
    }

    private func fill(_ client: TestClient, _ count: Int) async throws {
        let users = (0..<count).map { JSONValue.object(JSONValue(["localId": .string("u\($0)")]).object ?? .init()) }
        #expect(try await client.admin("accounts:batchCreate", ["users": .array(users)]).status == 200)
    }
}
