import HearthCore
import HearthFirestoreBackend
import HearthFirestoreModel
import HearthFirestoreWire
import HearthHTTP
import HearthJSON
import Testing

@Suite("Calls over gRPC")
struct GRPCTests {
    private typealias Operations = FirestoreOperations
    private static let name = GRPCClient.database + "/documents/c/é"

    @Test func `a unary call is answered with one message and a status`() async throws {
        let client = try await GRPCClient()
        let created = try await client.call(Operations.createDocument) {
            $0.parent = GRPCClient.database + "/documents"
            $0.collectionId = "c"
            $0.documentId = "é"
            $0.document = WireDocument()
            $0.document?.fields = ["n": 1]
        }
        #expect(created.status == 200 && created.head?["content-type"] == "application/grpc")
        #expect(created.code == "0" && created.message == nil)
        #expect(try created.messages(WireDocument.self).map(\.name) == [Self.name])
        let read = try await client.call(Operations.getDocument) { $0.name = Self.name }
        #expect(try read.messages(WireDocument.self).map(\.fields) == [["n": 1]])
    }

    @Test func `an error before any message is the whole answer, its text escaped`() async throws {
        let client = try await GRPCClient()
        let answer = try await client.call(Operations.getDocument) { $0.name = Self.name }
        #expect(answer.status == 200 && answer.body.isEmpty && answer.trailers == nil)
        #expect(answer.head?["content-type"] == "application/grpc")
        #expect(answer.head?["grpc-status"] == "5")
        #expect(answer.head?["grpc-message"]?.contains("c/%C3%A9") == true)
    }

    @Test func `a stream of answers ends with a status`() async throws {
        let client = try await GRPCClient()
        let answer = try await client.call(Operations.batchGetDocuments) {
            $0.database = GRPCClient.database
            $0.documents = [Self.name, Self.name + "2"]
        }
        #expect(try answer.messages(BatchGetDocumentsResponse.self).map(\.missing) == [Self.name, Self.name + "2"])
        #expect(answer.trailers?["grpc-status"] == "0")
    }

    @Test func `a stream of writes is answered as it goes, and ends with its client`() async throws {
        let client = try await GRPCClient()
        var hello = WriteRequest()
        hello.database = GRPCClient.database
        var write = WriteRequest()
        write.writes = [WireWrite(Write(StreamServer.name("c/a"), .update(["n": 1], mask: nil)))]
        let body = GRPCFrames.frame(hello.protobuf) + GRPCFrames.frame(write.protobuf)
        let answer = try await client.call("Write", body)
        #expect(try answer.messages(WriteResponse.self).map(\.writeResults.count) == [0, 1])
        #expect(answer.code == "0")
    }

    @Test func `an error in a stream comes as trailers, behind its head`() async throws {
        let answer = try await GRPCClient().call("Write", GRPCFrames.frame([]))
        #expect(answer.head?["content-type"] == "application/grpc")
        #expect(answer.trailers?["grpc-status"] == "3")
        #expect(answer.message == "'database' must be set on an initial write request.")
    }

    @Test(arguments: ["/google.firestore.v1.Firestore/Nothing", "/other.Service/GetDocument", "/"])
    func `what is no method of the service is unimplemented`(_ path: String) async throws {
        let answer = try await GRPCClient().call(path, GRPCFrames.frame([]))
        #expect(answer.code == "12" && answer.message == "Method \(path.dropFirst()) is unimplemented")
    }

    @Test(
        arguments: [
            ([], "12"), ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0], "12"), ([0, 0, 0, 0], "3"), ([0, 0, 0, 0, 9, 1], "3"),
            ([1, 0, 0, 0, 0], "12"), ([0, 1, 0, 0, 0], "8"), ([0, 0, 0, 0, 1, 0xFF], "3"),
        ] as [([UInt8], String)]
    ) func `bodies that are not one message are refused`(_ body: [UInt8], _ code: String) async throws {
        #expect(try await GRPCClient().call("GetDocument", body).code == code)
    }

    @Test func `compression is refused with what is accepted`() async throws {
        let client = try await GRPCClient()
        let answer = try await client.call("GetDocument", [], ["grpc-encoding": "gzip"])
        #expect(answer.code == "12" && answer.head?["grpc-accept-encoding"] == "identity")
        #expect(
            try await client.call("ListCollectionIds", GRPCFrames.frame([]), ["grpc-encoding": "identity"]).code == "3"
        )
    }

    @Test func `callers are asked for what they are allowed`() async throws {
        let server = try await GRPCClient(callers: .verifying { _ in throw CancellationError() })
        let answer = try await server.call("Commit", GRPCFrames.frame([]))
        #expect(answer.code == "16")
        let anonymous = try await GRPCClient(callers: .verifying { _ in ["sub": "u"] })
        #expect(try await anonymous.call("BatchWrite", Self.batchWrite).code == "7")
    }

    private static var batchWrite: [UInt8] {
        var request = BatchWriteRequest()
        request.database = GRPCClient.database
        return GRPCFrames.frame(request.protobuf)
    }

    @Test func `pipelines are refused`() async throws {
        let answer = try await GRPCClient().call("ExecutePipeline", GRPCFrames.frame([]))
        #expect(answer.code == "3" && answer.message?.hasPrefix("ExecutePipeline requires") == true)
    }

    // MARK: Ends before their time

    @Test func `a call whose deadline passes is cancelled and says so`() async throws {
        let asked = Locked<[Duration]>([])
        let client = try await GRPCClient { duration in asked.withLock { $0.append(duration) } }
        for method in ["GetDocument", "Listen", "Write"] {
            let answer = try await client.call(method, ["grpc-timeout": "20m"]) {
                try await never()
                return nil
            }
            #expect(answer.code == "4")
        }
        #expect(asked.withLock { $0 } == [.milliseconds(20), .milliseconds(20), .milliseconds(20)])
    }

    @Test func `a deadline in centuries is none, and one that is not understood is refused`() async throws {
        let client = try await GRPCClient { _ in Issue.record("Nothing is to be waited for.") }
        #expect(try await client.call("BatchWrite", Self.batchWrite, ["grpc-timeout": "99999999H"]).code == "0")
        #expect(try await client.call("BatchWrite", Self.batchWrite, ["grpc-timeout": "soon"]).code == "3")
    }

    @Test(arguments: [nil, "10S"]) func `streams end with the server`(_ timeout: String?) async throws {
        let client = try await GRPCClient()
        for method in ["Listen", "Write"] {
            let (asked, asks) = AsyncStream.makeStream(of: Void.self)
            let call = Task {
                try await client.call(method, timeout.map { ["grpc-timeout": $0] } ?? [:]) {
                    asks.yield()
                    try await never()
                    return nil
                }
            }
            for await _ in asked { break }
            call.cancel()
            #expect(try await call.value.code == "14")
        }
    }

    @Test func `messages that never become whole take no more than their share`() async throws {
        let client = try await GRPCClient(memory: 1000)
        // It promises 5,000 bytes and sends 700.
        let part: [UInt8] = [0, 0, 0, 0x13, 0x88] + [UInt8](repeating: 0, count: 695)
        let (kept, keeps) = AsyncStream.makeStream(of: Void.self)
        let pieces = Locked([part])
        let slow = Task {
            try await client.call("Commit") {
                if let piece = pieces.withLock({ $0.popLast() }) { return piece }
                keeps.yield()
                try await never()
                return nil
            }
        }
        for await _ in kept { break }
        #expect(try await client.call("Commit", part).code == "8")
        #expect(try await client.call("BatchWrite", Self.batchWrite).code == "0")
        slow.cancel()
        #expect(try await slow.value.code == "14")
        // What is cut off here has its share again.
        #expect(try await client.call("Commit", part).code == "3")
    }

    // MARK: Which requests are calls

    @Test func `only posts of gRPC are calls`() async throws {
        let front = try await GRPCClient().front
        func isServed(_ method: HTTPMethod, _ path: String, _ type: String?) -> Bool {
            var head = HTTPRequestHead(method, target: path)
            head.fields["Content-Type"] = type
            return front.handler(for: head) != nil
        }
        let path = GRPCClient.service + "Commit"
        #expect(isServed(.post, path, "application/grpc"))
        #expect(isServed(.post, path, "application/grpc+proto"))
        #expect(isServed(.post, "/other/Method", "Application/gRPC; charset=x"))
        // It is told that it has the wrong type.
        #expect(isServed(.post, path, "application/json"))
        #expect(!isServed(.post, path + "/channel", "text/plain"))
        #expect(!isServed(.post, "/v1/projects/demo/databases/(default)/documents:commit", "application/json"))
        #expect(!isServed(.get, "/", nil))
        #expect(!isServed(.post, "/", "application/grpc-web"))
    }
}
