import HearthCore
import HearthFirestoreBackend
import HearthFirestoreModel
import HearthFirestoreStore
import HearthFirestoreWire
import HearthHTTP

/// A server in memory, the calls of a client, and what it was answered.
struct GRPCClient: Sendable {
    let front: GRPCFront
    static let database = "projects/demo/databases/(default)"
    static let service = "/google.firestore.v1.Firestore/"

    // A deadline waits for `sleep`, which by default never ends.
    init(
        callers: CallerResolver = .emulator,
        memory: Int = 1 << 20,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in try await never() }
    ) async throws {
        let server = try await StreamServer()
        front = GRPCFront(service: server.service, callers: callers, memory: memory, sleep: sleep)
    }

    /// Makes a call with a body that is there from the beginning.
    func call(_ path: String, _ body: [UInt8], _ fields: HTTPFields = [:]) async throws -> RecordedAnswer {
        let pieces = Locked([body])
        return try await call(path, fields) { pieces.withLock { $0.popLast() } }
    }

    /// Makes a call with a body that is read piece by piece.
    func call(
        _ path: String,
        _ fields: HTTPFields = [:],
        reading read: @escaping @Sendable () async throws -> [UInt8]?
    ) async throws -> RecordedAnswer {
        var head = HTTPRequestHead(.post, target: path.hasPrefix("/") ? path : Self.service + path)
        head.fields["content-type"] = "application/grpc"
        head.fields["authorization"] = "Bearer owner"
        for field in fields.all { head.fields[field.name] = field.value }
        let writer = RecordingWriter()
        try await front.answer(head, HTTPRequestBody(reading: read), writer)
        return writer.answer
    }

    /// Makes a unary call.
    func call<Request: Message, Response: Message>(
        _ operation: FirestoreOperation<Request, Response>,
        _ change: (inout Request) -> Void
    ) async throws -> RecordedAnswer {
        var request = Request()
        change(&request)
        return try await call(operation.path, GRPCFrames.frame(request.protobuf))
    }
}

/// Waits until the task is cancelled.
func never() async throws {
    let silence = AsyncStream<Void> { _ in }
    for await _ in silence {}
    throw CancellationError()
}

/// What a client would have received.
struct RecordedAnswer: Sendable {
    var head: HTTPFields?
    var status = 0
    var body: [UInt8] = []
    var trailers: HTTPFields?

    /// The status of the call, wherever it stands.
    var code: String? { (trailers ?? head)?["grpc-status"] }
    var message: String? { (trailers ?? head)?["grpc-message"].map(GRPCText.decode) }

    func messages<Response: Message>(_ type: Response.Type) throws -> [Response] {
        var frames = GRPCFrames(maximum: .max)
        frames.append(body)
        var messages: [Response] = []
        while let message = try frames.next() { messages.append(try Response(protobuf: message)) }
        return messages
    }
}

private struct RecordingWriter: GRPCWriter {
    private let recorded = Locked(RecordedAnswer())

    var answer: RecordedAnswer { recorded.withLock { $0 } }

    func begin(status: Int, fields: HTTPFields) async throws {
        recorded.withLock {
            $0.status = status
            $0.head = fields
        }
    }

    func end(status: Int, fields: HTTPFields) async throws {
        try await begin(status: status, fields: fields)
    }

    func write(_ bytes: [UInt8]) async throws {
        recorded.withLock { $0.body += bytes }
    }

    func finish(trailers: HTTPFields) async throws {
        recorded.withLock { $0.trailers = trailers }
    }
}
