import HearthHTTP

@testable import HearthServer

/// Runs a server on a free port while a blocking client talks to it in a thread of its own.
///
/// - Parameters:
///   - limits: The server's limits.
///   - loops: How many threads serve.
///   - protocols: What is spoken beside HTTP/1.1.
///   - admission: Decides about requests before their bodies come.
///   - handler: Answers the requests.
///   - talk: What the client does; expectations are made on what it returns.
/// - Returns: What the client returned.
/// - Throws: ``ServerError`` if the server cannot serve.
func serving<Result: Sendable>(
    _ limits: ServerLimits = ServerLimits(),
    loops: Int = 1,
    protocols: [WireProtocol] = [],
    admission: (@Sendable (HTTPRequestHead) -> HTTPAdmission)? = nil,
    handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
    talk: @escaping @Sendable (HTTPServer, Int) -> Result
) async throws -> Result {
    var configuration = ServerConfiguration()
    configuration.limits = limits
    configuration.loops = loops
    let server = HTTPServer(
        configuration: configuration,
        protocols: protocols,
        admission: admission,
        handler: handler
    )
    let port = try server.bind().port
    async let run: Void = server.run()
    let result = try await inThread { talk(server, port) }
    server.drain(within: .zero)
    try await run
    return result
}

/// Does blocking work in a thread of its own: the pool's few threads belong to the servers under test.
func inThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        do {
            try LoopThread.start { continuation.resume(returning: work()) }
        } catch {
            continuation.resume(throwing: error)
        }
    }
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
