import FirestoreSamples
import HearthCore
import HearthFirestoreBackend
import HearthFirestoreModel
import HearthFirestoreWire
import Testing

@Suite("Streams of writes")
struct WriteStreamTests {
    private func request(_ change: (inout WriteRequest) -> Void) -> WriteRequest {
        var request = WriteRequest()
        change(&request)
        return request
    }

    private var hello: WriteRequest { request { $0.database = demo.text } }

    private func writes(_ paths: String..., precondition: Precondition? = nil) -> WriteRequest {
        request { request in
            request.writes = paths.map { path in
                WireWrite(Write(StreamServer.name(path), .update(["n": 1], mask: nil), precondition: precondition))
            }
        }
    }

    /// The answers to some requests, and how the stream ended.
    private func run(_ requests: [WriteRequest]) async throws -> (answers: [WriteResponse], error: FirestoreError?) {
        let server = try await StreamServer()
        let answers = Locked<[WriteResponse]>([])
        let (stream, input) = AsyncStream.makeStream(of: WriteRequest.self)
        for request in requests { input.yield(request) }
        input.finish()
        var failure: FirestoreError?
        do throws(FirestoreError) {
            try await server.service.write(stream, .administrator) { answer in answers.withLock { $0.append(answer) } }
        } catch {
            failure = error
        }
        return (answers.withLock { $0 }, failure)
    }

    @Test func `answer each batch in order, and end with an empty one`() async throws {
        let (answers, error) = try await run([
            hello, writes("c/a"), writes("c/b", "c/c"), request { $0.streamToken = [9] }, writes("c/never"),
        ])
        #expect(error == nil)
        #expect(answers.map { String(decoding: $0.streamToken, as: UTF8.self) } == ["0", "1", "2", "3"])
        #expect(answers.map(\.writeResults.count) == [0, 1, 2, 0])
        #expect(answers.map { $0.commitTime != nil } == [false, true, true, false])
        #expect(answers.map { $0.streamId.isEmpty } == [false, true, true, true])
    }

    @Test func `end with the first batch that fails, after the answers to those before`() async throws {
        let (answers, error) = try await run([
            hello, writes("c/a"), writes("c/none", precondition: .exists(true)), writes("c/b"),
        ])
        #expect(answers.count == 2)
        #expect(error?.code == .notFound)
    }

    @Test func `begin as recorded or not at all`() async throws {
        func message(_ requests: WriteRequest...) async throws -> String? { try await run(requests).error?.message }
        let database = demo.text
        #expect(
            try await message(
                request {
                    $0.database = database; $0.writes = [WireWrite()]
                }
            )
                == "'writes' must not be set on an initial write request."
        )
        #expect(try await message(WriteRequest()) == "'database' must be set on an initial write request.")
        #expect(
            try await message(
                request {
                    $0.database = database; $0.streamId = "x"
                }
            )
                == "Resuming streams is not supported, do not set stream ID."
        )
        #expect(
            try await message(
                request {
                    $0.database = database; $0.streamToken = [1]
                }
            )
                == "Resuming streams is not supported, 'stream_token' must not be set on an initial write request."
        )
        #expect(
            try await message(hello, request { $0.database = "projects/x/databases/y" })
                == "Request specified a database (projects/x/databases/y) that did not match the expected database "
                + "(\(database))"
        )
    }
}
