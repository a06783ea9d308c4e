import HearthHTTP
import HearthHTTP2

@testable import HearthServer

/// What a client has read of one stream.
struct Answer: Hashable {
    var head: [String: String] = [:]
    var body: [UInt8] = []
    var trailers: [String: String] = [:]
    /// Why the stream was reset, or the connection ended before it was over; -1 if it just ended.
    var reset: Int?

    var status: Int? { head[":status"].flatMap { Int($0) } }
    var text: String { String(decoding: body, as: UTF8.self) }
}

extension FrameClient {
    /// Sends frames.
    @discardableResult
    func send(_ frames: Frame...) -> Bool {
        send(frames.flatMap(\.bytes))
    }

    /// Begins the connection.
    func begin(_ settings: [(Int, Int)] = []) {
        let payload = settings.flatMap { Frame.number($0.0, 2) + Frame.number($0.1, 4) }
        send(Frame.preface + Frame(Frame.settings, payload).bytes)
    }

    /// Reads until a stream is over, and gives it room as it goes.
    func answer(_ stream: Int) -> Answer {
        answers([stream])[0]
    }

    /// Reads until some streams are over.
    func answers(_ streams: [Int]) -> [Answer] {
        var answers: [Int: Answer] = [:]
        var open = Set(streams)
        while !open.isEmpty, let frame = frame() {
            var answer = answers[frame.stream] ?? Answer()
            switch frame.type {
            case Frame.headers:
                let fields = inflate(frame.payload)
                if answer.head.isEmpty || answer.status == 100 {
                    answer.head = fields
                } else {
                    answer.trailers = fields
                }
            case Frame.data:
                answer.body += frame.payload
                if !frame.payload.isEmpty {
                    send(.window(0, frame.payload.count), .window(frame.stream, frame.payload.count))
                }
            case Frame.reset: answer.reset = frame.reason
            case Frame.goAway where frame.reason != 0:
                for stream in open { answers[stream, default: Answer()].reset = frame.reason }
                open = []
            default: break
            }
            answers[frame.stream] = answer
            if frame.endsStream || frame.type == Frame.reset { open.remove(frame.stream) }
        }
        for stream in open { answers[stream, default: Answer()].reset = -1 }
        return streams.map { answers[$0] ?? Answer() }
    }

    /// Waits until the server has read all that was sent, and the client its settings.
    func settle() {
        send(Frame(Frame.ping, [UInt8](repeating: 5, count: 8)))
        while let frame = frame(), frame.type != Frame.ping {}
    }

    /// Reads to the end.
    ///
    /// - Returns: The reason of the server's farewell, -1 if there was none.
    func farewell() -> Int {
        var reason = -1
        while let frame = frame() {
            if frame.type == Frame.goAway, let given = frame.reason { reason = given }
        }
        return reason
    }
}

/// Runs a server on a free port while a blocking client talks to it in a thread of its own.
func serving<Result: Sendable>(
    _ limits: ServerLimits = ServerLimits(),
    http2: HTTP2Limits = HTTP2Limits(),
    admission: (@Sendable (HTTPRequestHead) -> HTTPAdmission)? = nil,
    handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse = echo,
    route: @escaping @Sendable (HTTPRequestHead) -> HTTP2Handler? = { _ in nil },
    talk: @escaping @Sendable (FrameClient, HTTPServer, Int) -> Result
) async throws -> Result? {
    var configuration = ServerConfiguration()
    configuration.limits = limits
    configuration.loops = 1
    let server = HTTPServer(
        configuration: configuration,
        protocols: [.http2(limits: http2, route: route)],
        admission: admission,
        handler: handler
    )
    let port = try server.bind().port
    async let run: Void = server.run()
    let result = try await inThread { FrameClient(port: port).map { talk($0, server, port) } }
    server.drain(within: .zero)
    try await run
    return result
}

/// Does blocking work in a thread of its own.
func inThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        do {
            try LoopThread.start { continuation.resume(returning: work()) }
        } catch {
            continuation.resume(throwing: error)
        }
    }
}

/// A thread waits, looking every millisecond, until something is true, for ten seconds at most.
func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<10_000 {
        if condition() { return true }
        pauseThread(milliseconds: 1)
    }
    return false
}

extension HTTPResponse {
    /// An answer of text.
    static func text(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, fields: ["Content-Type": "text/plain"], body: .bytes(Array(text.utf8)))
    }
}

/// Answers with what was asked.
let echo: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
    .text("\(request.method) \(request.target) " + String(decoding: request.body, as: UTF8.self))
}

/// Sends back every piece as it comes.
let mirror: HTTP2Handler = { request, response in
    try await response.begin(fields: ["Content-Type": "application/grpc"])
    for try await piece in request.body { try await response.write(piece) }
    try await response.finish(trailers: ["Grpc-Status": "0"])
}
