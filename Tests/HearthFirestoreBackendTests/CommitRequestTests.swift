import HearthFirestoreBackend
import HearthFirestoreModel
import HearthFirestoreStore
import HearthHTTP
import HearthJSON
import Testing

@Suite("Commits and callers over HTTP")
struct CommitRequestTests {
    private static let root = "projects/demo/databases/(default)/documents"

    private func write(_ id: String, _ number: Int) -> String {
        #"{"update": {"name": "\#(Self.root)/c/\#(id)", "fields": {"n": {"integerValue": \#(number)}}}}"#
    }

    @Test func `make all changes and tell when`() async throws {
        let client = try await RESTClient()
        let transform = #"{"fieldPath": "n", "increment": {"integerValue": 5}}"#
        let body = """
            {"writes": [\(write("a", 1)),
              {"update": {"name": "\(Self.root)/c/b"}, "updateTransforms": [\(transform)]},
              {"delete": "\(Self.root)/c/none"}]}
            """
        let answer = await client.send(.post, ":commit", body)
        let results = try #require(answer.json["writeResults"]?.array)
        let time = try #require(answer.json["commitTime"])
        #expect(results.map { $0["updateTime"] } == [time, time, nil])
        #expect(results[1]["transformResults"]?.array == [["integerValue": "5"]])
        #expect(await client.send(.post, ":commit", "{}").text == "{\n}\n")
    }

    @Test func `refuse writes that are wrong, with the recorded messages`() async throws {
        let client = try await RESTClient()
        let name = "\(Self.root)/c/a"
        func message(_ writes: String) async -> String? {
            await client.send(.post, ":commit", "{\"writes\": [\(writes)]}").message
        }
        #expect(await message("{}") == "Write has no operation.")
        #expect(await message(#"{"verify": "\#(name)"}"#) == "a verify must contain a precondition")
        let verify = #"{"verify": "\#(name)", "currentDocument": {"exists": false}}"#
        let same = "the same document cannot be"
        #expect(await message("\(verify), \(verify)") == "\(same) verified more than once in a single request")
        #expect(await message("\(verify), \(write("a", 1))") == "\(same) verified and then written in a single request")
        #expect(await message("\(write("a", 1)), \(verify)") == "\(same) written and then verified in a single request")
        #expect(
            await message(#"{"verify": "\#(name)", "updateMask": {}, "currentDocument": {"exists": true}}"#)
                == "a verify must not specify a document mask."
        )
    }

    @Test func `each for itself have a status each`() async throws {
        let client = try await RESTClient()
        let failing = #"{"delete": "\#(Self.root)/c/none", "currentDocument": {"exists": true}}"#
        let answer = await client.send(.post, ":batchWrite", "{\"writes\": [\(write("a", 1)), \(failing)]}")
        let status = try #require(answer.json["status"]?.array)
        #expect(status[0] == [:] && status[1]["code"] == 5)
        let twice = await client.send(.post, ":batchWrite", "{\"writes\": [\(write("a", 1)), \(write("a", 2))]}")
        #expect(twice.message == "the same document cannot be written more than once in a single request")
        let user = await client.send(.post, ":batchWrite", "{}", authorization: nil)
        #expect(user.status == 403 && user.message == "Batch writes require admin authentication.")
    }

    @Test func `in transactions see and keep what they read`() async throws {
        let client = try await RESTClient()
        await client.put("c/a", #"{"n": {"integerValue": 1}}"#)
        let begun = await client.send(.post, ":beginTransaction", "{}")
        let id = try #require(begun.json["transaction"]?.string)
        #expect(id == "EQAAAAAAAAAA")
        let read = await client.send(.get, "c/a?transaction=\(id)")
        #expect(read.status == 200)
        // What is wrong in itself does not end the transaction.
        let wrong = await client.send(.post, ":commit", #"{"writes": [{}], "transaction": "\#(id)"}"#)
        #expect(wrong.status == 400)
        let done = await client.send(.post, ":commit", #"{"writes": [\#(write("a", 2))], "transaction": "\#(id)"}"#)
        #expect(done.status == 200)
        let again = await client.send(.post, ":commit", #"{"writes": [\#(write("a", 3))], "transaction": "\#(id)"}"#)
        #expect(again.status == 409)
        #expect(again.message == "The referenced transaction has expired or is no longer valid.")
        #expect(await client.send(.post, ":rollback", #"{"transaction": "\#(id)"}"#).text == "{\n}\n")
        #expect(await client.send(.post, ":rollback", #"{"transaction": "AAAA"}"#).message == "Invalid transaction.")
    }

    // MARK: Callers

    @Test(arguments: [
        "Bearer owner", "bearer owner", "BEARER owner", "Bearer Owner", "Bearer OWNER", "Bearer ya29.",
        "Bearer ya29.a0AfH6SM", "Bearer YA29.x",
    ]) func `administrators are told by the recorded credentials`(field: String) async throws {
        let client = try await RESTClient(authorizer: AdministratorsOnly())
        #expect(await client.send(.get, "c", authorization: field).status == 200)
    }

    @Test(arguments: ["Bearer e30.e30.", "Bearer e30.e30.YWJj", "Bearer e30=.e30=.", nil, "Bearer\towner"])
    func `users and strangers are subject to rules`(field: String?) async throws {
        let client = try await RESTClient(authorizer: AdministratorsOnly())
        let answer = await client.send(.get, "c", authorization: field)
        #expect(answer.status == 403 && answer.message == "Missing or insufficient permissions.")
        #expect(try await RESTClient().send(.get, "c", authorization: field).status == 200)
    }

    @Test(arguments: [
        "Bearer  owner", "Bearer ownerx", "Bearer ya29", "Bearer ya29x", "Bearer garbage", "Bearer e30.e30",
        "Bearer e30.e30.e30.e30", "Bearer .e30.", "Bearer e30..", "Bearer bm90anNvbg.e30.", "Bearer W10.e30.",
        "Bearer e30.W10.", "Bearer e30.e30.a", "Bearer e30.e30.!!",
    ]) func `tokens that are none are refused`(field: String) async throws {
        let answer = try await RESTClient().send(.get, "c", authorization: field)
        #expect(answer.status == 400 && answer.message == "Invalid JWT")
    }

    @Test(arguments: ["owner", "Bearerowner", "Bearer", "Basic dXNlcjpwYXNz"])
    func `credentials of another kind are not understood`(field: String) async throws {
        #expect(try await RESTClient().send(.get, "c", authorization: field).status == 500)
    }

    @Test func `a server believes only what is verified, and serves one project`() async throws {
        let access = FirestoreBackend.Configuration.Access.server(projects: ["demo"]) { token in
            switch token {
            case "admin": nil
            case "user": ["sub": "u", "aud": "demo"]
            default: throw FirestoreError(.unauthenticated, "no")
            }
        }
        let client = try await RESTClient(access: access)
        #expect(await client.send(.get, "c", authorization: "Bearer admin").status == 200)
        #expect(await client.send(.get, "c", authorization: "Bearer user").status == 403)
        #expect(await client.send(.get, "c", authorization: nil).status == 403)
        for forged in ["Bearer owner", "Bearer e30.e30.", "Bearer", "Basic admin"] {
            #expect(await client.send(.get, "c", authorization: forged).status == 401)
        }
        let other = "/v1/projects/other/databases/(default)/documents/c/a"
        #expect(await client.send(.get, other, authorization: "Bearer admin").code == "NOT_FOUND")
        #expect(await client.send(.delete, "/emulator/v1/projects/demo/databases/(default)/documents").status == 404)
        let begun = await client.send(.post, ":beginTransaction", "{}", authorization: "Bearer admin")
        #expect(begun.json["transaction"]?.string?.count == 24)
    }

    @Test func `rules see what is read, listed and changed, and their refusal leaves no trace`() async throws {
        let client = try await RESTClient(authorizer: OwnersOnly())
        await client.put("c/mine", #"{"owner": {"stringValue": "u"}}"#)
        await client.put("c/other", #"{"owner": {"stringValue": "x"}}"#)
        // {"sub": "u"}
        let user = "Bearer e30.eyJzdWIiOiAidSJ9."
        #expect(await client.send(.get, "c/mine", authorization: user).status == 200)
        #expect(await client.send(.get, "c/other", authorization: user).status == 403)
        #expect(await client.send(.get, "c/none", authorization: user).status == 403)
        #expect(await client.send(.get, "c", authorization: user).status == 403)
        let body = #"{"fields": {"owner": {"stringValue": "u"}}}"#
        #expect(await client.send(.patch, "c/new", body, authorization: user).status == 200)
        #expect(await client.send(.patch, "c/other", body, authorization: user).status == 403)
        let batch = "{\"writes\": [\(write("x", 1)), {\"delete\": \"\(Self.root)/c/mine\"}]}"
        #expect(await client.send(.post, ":commit", batch, authorization: user).status == 403)
        #expect(await client.send(.get, "c/mine", authorization: user).status == 200)
    }

    // MARK: The emulator's own paths

    @Test func `the emulator says that it is there, and clears what it is told to`() async throws {
        let client = try await RESTClient()
        #expect(await client.send(.get, "/").text == "Ok\n")
        for path in ["a/x", "a/x/b/y", "a/z", "c/d"] { await client.put(path, "{}") }
        let root = "/emulator/v1/projects/demo/databases/(default)/documents"
        #expect(await client.send(.delete, root + "/a/x").text == "{\n}\n")
        #expect(await client.send(.get, "a/x").status == 404)
        #expect(await client.send(.get, "a/x/b/y").status == 404)
        #expect(await client.send(.get, "a/z").status == 200)
        #expect(await client.send(.delete, root + "/a").status == 200)
        #expect(await client.send(.get, "a/z").status == 404)
        #expect(await client.send(.get, "c/d").status == 200)
        #expect(await client.send(.delete, root).text == "{\n}\n")
        #expect(await client.send(.get, "c/d").status == 404)
        await client.put("c/d", "{}")
        #expect(await client.send(.post, "/reset").text == "Resetting...\n")
        #expect(await client.send(.get, "c/d").status == 404)
    }
}

/// Rules of a test: a document belongs to the user that it names as its owner.
private struct OwnersOnly: FirestoreAuthorizer {
    private func isOwner(_ caller: FirestoreCaller, _ document: Document?) -> Bool {
        guard case .user(let claims) = caller, case .string(let owner)? = document?.fields["owner"] else {
            return false
        }
        return claims["sub"]?.string == owner
    }

    func checkGet(
        _ name: ResourceName,
        _ document: Document?,
        _ caller: FirestoreCaller,
        _ read: DocumentReader
    ) throws {
        guard isOwner(caller, document) else { throw FirestoreError.denied }
    }

    func checkList(_ query: PreparedQuery, _ caller: FirestoreCaller, _ read: DocumentReader) throws {
        throw FirestoreError.denied
    }

    func checkChanges(_ changes: [PendingChange], _ caller: FirestoreCaller, _ read: DocumentReader) throws {
        for change in changes {
            guard isOwner(caller, change.after), change.before == nil || isOwner(caller, change.before) else {
                throw FirestoreError.denied
            }
        }
    }
}
