internal import HearthCore
internal import HearthFirestoreModel
internal import HearthFirestoreWire
package import HearthHTTP
package import HearthHTTP2

/// Takes the parts of an answer over HTTP/2.
package protocol GRPCWriter: Sendable {
    func begin(status: Int, fields: HTTPFields) async throws
    func end(status: Int, fields: HTTPFields) async throws
    func write(_ bytes: [UInt8]) async throws
    func finish(trailers: HTTPFields) async throws
}

extension HTTP2ResponseWriter: GRPCWriter {}

/// The answer to a call: messages, and a status at the end.
///
/// One task at a time writes it.
struct GRPCAnswer: Sendable {
    private let writer: any GRPCWriter
    private let hasBegun = Locked(false)

    private static let head: HTTPFields = ["content-type": "application/grpc"]

    init(_ writer: any GRPCWriter) {
        self.writer = writer
    }

    /// Sends the head, unless it was sent.
    func begin() async throws {
        let isFirst = hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
        if isFirst { try await writer.begin(status: 200, fields: Self.head) }
    }

    /// Sends a message, and waits while the client does not read.
    func send(_ message: some Message) async throws {
        try await begin()
        try await writer.write(GRPCFrames.frame(message.protobuf))
    }

    /// Ends the answer; an error that comes before anything else is the whole of it.
    ///
    /// - Parameters:
    ///   - error: Why the call failed; `nil` if it did not.
    ///   - fields: What else the client is told.
    /// - Throws: `CancellationError` if the client is gone.
    func end(_ error: FirestoreError?, _ fields: HTTPFields = [:]) async throws {
        var status = fields
        status["grpc-status"] = String(error?.code.rawValue ?? 0)
        if let error { status["grpc-message"] = GRPCText.encode(error.message) }
        if !hasBegun.withLock({ $0 }) {
            if error != nil {
                status["content-type"] = Self.head["content-type"]
                return try await writer.end(status: 200, fields: status)
            }
            try await begin()
        }
        try await writer.finish(trailers: status)
    }
}
