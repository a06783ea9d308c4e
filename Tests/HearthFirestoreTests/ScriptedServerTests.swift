import HearthCore
import HearthFirestore
import HearthHTTP
import HearthJSON
import Testing

/// Answers requests from a list, one after the other, and keeps what it was asked.
private final class ScriptedServer: HTTPTransport {
    enum Step: Sendable {
        case answer(Int, String)
        case failure(TransportError.Kind)
    }

    private let steps: Locked<[Step]>
    let requests = Locked<[HTTPRequest]>([])

    init(_ steps: [Step]) { self.steps = Locked(steps) }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        requests.withLock { $0.append(request) }
        let step = steps.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        switch step {
        case .answer(let status, let body)?: return HTTPResponse(status: status, body: .bytes(Array(body.utf8)))
        case .failure(let kind)?: throw TransportError(kind, "scripted")
        case nil: throw TransportError(.unreachable, "the script is over")
        }
    }

    var targets: [String] { requests.withLock { $0.map(\.target) } }
}

/// Credentials whose first token is an old one.
private struct TwoTokens: CallCredentials {
    func token(forcingRefresh: Bool) -> Secret<String>? { Secret(forcingRefresh ? "new" : "old") }
}

@Suite("A client and a scripted server")
struct ScriptedServerTests {
    private let pauses = Locked<[Duration]>([])

    private func client(
        _ server: ScriptedServer,
        project: String = "p",
        _ credentials: any CallCredentials = FixedCredentials.anonymous
    ) -> Firestore {
        let pauses = pauses
        let clock = FirestoreClock(
            sleep: { pause in pauses.withLock { $0.append(pause) } },
            random: RandomSource { Array(repeating: 0, count: $0) }
        )
        return Firestore(
            projectID: project,
            credentials: credentials,
            settings: .emulator(),
            transport: server,
            clock: clock
        )
    }

    private static let name = "projects/p/databases/(default)/documents/c/d"
    private static let found = #"""
        [{"found": {"name": "\#(name)", "fields": {"n": {"integerValue": "1"}},
          "createTime": "2024-01-01T00:00:00Z", "updateTime": "2024-01-02T00:00:00Z"},
          "readTime": "2024-01-03T00:00:00Z"}]
        """#

    @Test func `reads a document by its name, and says where it comes from`() async throws {
        let server = ScriptedServer([.answer(200, Self.found)])
        let snapshot = try await client(server).document("c/d").getDocument()
        #expect(snapshot["n"] == 1 && !snapshot.metadata.isFromCache && !snapshot.metadata.hasPendingWrites)
        #expect(snapshot.createTime == Timestamp(seconds: 1_704_067_200, nanoseconds: 0))
        #expect(snapshot.updateTime == Timestamp(seconds: 1_704_153_600, nanoseconds: 0))
        #expect(server.targets == ["/v1/projects/p/databases/%28default%29/documents:batchGet"])
        let body = try JSON.parse(server.requests.withLock { $0[0].body })
        #expect(body["documents"] == [.string(Self.name)])
    }

    @Test(
        arguments: [
            // Answers that may pass are asked for again, three times in all; others are not.
            ([.answer(503, ""), .failure(.unreachable), .answer(200, found)], nil, 3),
            ([.answer(503, ""), .answer(503, ""), .answer(503, "")], .unavailable, 3),
            ([.failure(.timedOut), .answer(200, found)], nil, 2),
            ([.answer(403, #"{"error": {"status": "PERMISSION_DENIED", "message": "no"}}"#)], .permissionDenied, 1),
            ([.answer(400, #"[{"error": {"status": "INVALID_ARGUMENT", "message": "no"}}]"#)], .invalidArgument, 1),
            ([.answer(404, "<html>")], .notFound, 1),
            ([.answer(302, ""), .answer(302, ""), .answer(302, "")], .unknown, 3),
            ([.failure(.insecure)], .unavailable, 3),
            // What is no answer at all, an answer of something else, and an error behind the first answer.
            ([.answer(200, "<html>"), .answer(200, "{"), .answer(200, "")], .internal, 3),
            ([.answer(200, "[{}]"), .answer(200, "[{}]"), .answer(200, "[{}]")], .internal, 1),
            ([.answer(200, #"[{"unheardOf": 1}]"#)], .invalidArgument, 1),
            (
                [.answer(200, #"[{"readTime": "2024-01-03T00:00:00Z"}, {"error": {"code": 9, "status": "ABORTED"}}]"#)],
                .aborted, 1
            ),
        ] as [([ScriptedServerStep], FirestoreError.Code?, Int)]
    )
    func `repeats a reading that may pass, and no other one`(
        steps: [ScriptedServerStep],
        expected: FirestoreError.Code?,
        count: Int
    ) async throws {
        let server = ScriptedServer(steps.map(\.step))
        let firestore = client(server)
        let found = await code { _ = try await firestore.document("c/d").getDocument(source: .server) }
        #expect(found == expected)
        #expect(server.targets.count == count)
        // Half of 400 ms, then half of 800: the scatter is at its least.
        #expect(pauses.withLock { $0 } == Array([.milliseconds(200), .milliseconds(400)].prefix(count - 1)))
    }

    @Test func `asks for a new token once when the server refuses the old one`() async throws {
        let refusal = #"{"error": {"status": "UNAUTHENTICATED", "message": "expired"}}"#
        let server = ScriptedServer([.answer(401, refusal), .answer(200, Self.found)])
        _ = try await client(server, TwoTokens()).document("c/d").getDocument()
        #expect(server.requests.withLock { $0.map { $0.fields["Authorization"] } } == ["Bearer old", "Bearer new"])
        let stubborn = ScriptedServer([.answer(401, refusal), .answer(401, refusal), .answer(200, Self.found)])
        let firestore = client(stubborn, TwoTokens())
        #expect(await code { _ = try await firestore.document("c/d").getDocument() } == .unauthenticated)
        #expect(stubborn.targets.count == 2)
    }

    @Test func `writes the same batch again until there is an answer, and then the next one`() async throws {
        let done = #"{"writeResults": [{"updateTime": "2024-01-02T00:00:00Z"}], "commitTime": "2024-01-02T00:00:00Z"}"#
        let server = ScriptedServer([
            .answer(503, ""), .failure(.connectionLost), .answer(429, ""), .answer(200, done), .answer(200, done),
        ])
        let firestore = client(server)
        try await firestore.document("c/d").setData(["n": 1])
        try await firestore.document("c/d").setData(["n": 2])
        let bodies = server.requests.withLock { $0.map(\.body) }
        #expect(bodies.count == 5 && Set(bodies.prefix(4)).count == 1 && bodies[4] != bodies[3])
        #expect(server.targets.allSatisfy { $0.hasSuffix("/documents:commit") })
        // After "too many", the pause is the longest one.
        #expect(pauses.withLock { $0.count == 3 && $0[2] == .seconds(30) })
    }

    @Test func `gives a refused write up and goes on with the next one`() async throws {
        let done = #"{"writeResults": [{}], "commitTime": "2024-01-02T00:00:00Z"}"#
        let denied = #"{"error": {"status": "PERMISSION_DENIED", "message": "no"}}"#
        let server = ScriptedServer([.answer(403, denied), .answer(200, done)])
        let firestore = client(server)
        #expect(await code { try await firestore.document("c/d").setData(["n": 1]) } == .permissionDenied)
        try await firestore.document("c/d").delete()
        let last = try JSON.parse(server.requests.withLock { $0[1].body })
        #expect(last["writes"]?.array?.first?["delete"]?.string == Self.name)
    }

    @Test func `encodes each part of a path on its own`() async throws {
        let server = ScriptedServer([.answer(200, "[{}]")])
        let firestore = client(server, project: "my project")
        _ = try await firestore.document("c/a b:ü?#").collection("sub").getDocuments()
        #expect(
            server.targets == [
                "/v1/projects/my%20project/databases/%28default%29/documents/c/a%20b%3A%C3%BC%3F%23:runQuery"
            ]
        )
    }

    @Test func `tells a transaction that failed at its commit apart from one that lost`() async throws {
        let missing = #"[{"missing": "\#(Self.name)", "readTime": "2024-01-03T00:00:00Z"}]"#
        let lost = #"{"error": {"status": "ABORTED", "message": "contention"}}"#
        let done = #"{"writeResults": [{}], "commitTime": "2024-01-04T00:00:00Z"}"#
        let server = ScriptedServer([
            // Lost, then a reading that does not come through, then done.
            .answer(200, missing), .answer(409, lost), .answer(503, ""), .answer(503, ""), .answer(503, ""),
            .answer(200, missing), .answer(200, done),
            // The answer to the commit is lost.
            .answer(200, missing), .failure(.connectionLost),
        ])
        let firestore = client(server)
        let document = firestore.document("c/d")
        @Sendable func work(_ transaction: Transaction) async throws {
            let exists = try await transaction.getDocument(document).exists
            transaction.setData(["existed": exists], forDocument: document)
        }
        try await firestore.runTransaction { try await work($0) }
        #expect(server.targets.count == 7)
        let commit = try JSON.parse(server.requests.withLock { $0[6].body })
        #expect(commit["writes"]?.array?.first?["currentDocument"]?["exists"]?.bool == false)
        #expect(await code { try await firestore.runTransaction { try await work($0) } } == .unavailable)
        #expect(server.targets.count == 9)
    }
}

/// A step of a script as the rows of a table have it.
enum ScriptedServerStep: Sendable {
    case answer(Int, String)
    case failure(TransportError.Kind)

    fileprivate var step: ScriptedServer.Step {
        switch self {
        case .answer(let status, let body): .answer(status, body)
        case .failure(let kind): .failure(kind)
        }
    }
}
