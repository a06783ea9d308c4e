internal import HearthCore
public import HearthHTTP

/// A network that a test disturbs: it loses, delays and repeats requests, and cuts streams.
///
/// ```swift
/// let network = FaultyTransport(backend.transport, clock: backend.clock)
/// let db = Firestore(backend, transport: network)
/// network.disturb("documents:commit", by: .loseAnswer)    // stored, and the client does not know
/// network.cutStreams()                                    // listeners connect again
/// ```
///
/// What is not disturbed passes as it is.
public final class FaultyTransport: HTTPTransport {
    /// What happens to a request.
    public enum Trouble: Sendable, Hashable {
        /// The server never sees it, and the client has lost its connection.
        case loseRequest
        /// The server has answered it, and the client has lost its connection.
        case loseAnswer
        /// It waits before it is sent, by the test's clock if there is one.
        case delay(Duration)
        /// The server gets it twice, one after the other; the client gets the first answer.
        case duplicate
        /// The body of the answer breaks off after so many bytes.
        case cut(afterBytes: Int)
    }

    private struct Plan: Sendable {
        let end: String
        let trouble: Trouble
    }

    private struct Stream: Sendable {
        let buffer: HTTPBodyBuffer
        let source: HTTPExchange
    }

    private struct State: Sendable {
        var plans: [Plan] = []
        var isOffline = false
        var lastStream = 0
        var streams: [Int: Stream] = [:]
    }

    private let transport: any HTTPTransport
    private let sleep: @Sendable (Duration) async throws -> Void
    private let state = Locked(State())

    /// Creates a network without trouble.
    ///
    /// - Parameters:
    ///   - transport: What carries the requests that come through.
    ///   - clock: By which requests are delayed. Defaults to the system's clock.
    public init(_ transport: any HTTPTransport, clock: ManualClock? = nil) {
        self.transport = transport
        sleep = { duration in
            guard let clock else { return try await Task.sleep(for: duration) }
            try await clock.sleep(for: duration)
        }
    }

    /// Disturbs requests that come; several plans for one path take effect one after the other.
    ///
    /// - Parameters:
    ///   - end: How the paths of the requests end, for example `documents:commit` or `channel`. Defaults to any.
    ///   - count: How many requests. Defaults to the next one.
    ///   - trouble: What happens to them.
    public func disturb(_ end: String = "", count: Int = 1, by trouble: Trouble) {
        state.withLock { $0.plans += Array(repeating: Plan(end: end, trouble: trouble), count: max(0, count)) }
    }

    /// Whether every request is lost; streams that are open stay open.
    ///
    /// Defaults to no.
    public var isOffline: Bool {
        get { state.withLock { $0.isOffline } }
        set { state.withLock { $0.isOffline = newValue } }
    }

    /// Breaks off the body of every answer that is still being read.
    public func cutStreams() {
        let streams = state.withLock { state in
            defer { state.streams = [:] }
            return Array(state.streams.values)
        }
        for stream in streams {
            stream.buffer.finish(Self.lost)
            stream.source.cancel()
        }
    }

    /// Sends a request, unless it is lost.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    /// - Throws: `TransportError`, of kind `connectionLost` for what was lost.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        switch try await trouble(for: request) {
        case .loseAnswer:
            _ = try await transport.send(request)
            throw Self.lost
        case .duplicate:
            let answer = try await transport.send(request)
            _ = try? await transport.send(request)
            return answer
        case .cut(let limit):
            let answer = try await transport.send(request)
            guard answer.bytes.count <= limit else { throw Self.lost }
            return answer
        default:
            return try await transport.send(request)
        }
    }

    /// Sends a request, unless it is lost, and reads its answer piece by piece.
    ///
    /// - Parameter request: The request.
    /// - Returns: The head, and the body until it is cut.
    /// - Throws: `TransportError`, of kind `connectionLost` for what was lost.
    public func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPExchange {
        var limit: Int?
        switch try await trouble(for: request) {
        case .loseAnswer:
            try await transport.open(request).cancel()
            throw Self.lost
        case .duplicate:
            let exchange = try await transport.open(request)
            if let again = try? await transport.open(request) { again.cancel() }
            return carry(exchange, nil)
        case .cut(let bytes): limit = bytes
        default: break
        }
        return carry(try await transport.open(request), limit)
    }

    private static let lost = TransportError(.connectionLost, "a test cut the connection")

    /// What is planned for a request; one that is lost or only delayed needs no more than this.
    private func trouble(for request: HTTPRequest) async throws(TransportError) -> Trouble? {
        let path = request.path
        let trouble = state.withLock { state -> Trouble? in
            if state.isOffline { return .loseRequest }
            guard let index = state.plans.firstIndex(where: { path.hasSuffix($0.end) }) else { return nil }
            return state.plans.remove(at: index).trouble
        }
        switch trouble {
        case .loseRequest: throw Self.lost
        case .delay(let duration):
            do { try await sleep(duration) } catch { throw TransportError(.cancelled) }
        default: break
        }
        return trouble
    }

    /// Passes a body on, as long as it is not cut.
    private func carry(_ source: HTTPExchange, _ limit: Int?) -> HTTPExchange {
        let buffer = HTTPBodyBuffer(whenCancelled: { source.cancel() })
        let number = state.withLock { state in
            state.lastStream += 1
            state.streams[state.lastStream] = Stream(buffer: buffer, source: source)
            return state.lastStream
        }
        Task {
            let end = await Self.pump(source, into: buffer, limit)
            buffer.finish(end)
            state.withLock { _ = $0.streams.removeValue(forKey: number) }
        }
        return HTTPExchange(status: source.status, fields: source.fields, body: HTTPResponseStream(buffer))
    }

    /// - Returns: Why the body ended too early, if it did.
    private static func pump(
        _ source: HTTPExchange,
        into buffer: HTTPBodyBuffer,
        _ limit: Int?
    ) async -> TransportError? {
        var rest = limit ?? .max
        do {
            for try await piece in source.body {
                let taken = piece.prefix(rest)
                rest -= taken.count
                if !taken.isEmpty { try await buffer.write(Array(taken)) }
                guard taken.count == piece.count else {
                    source.cancel()
                    return lost
                }
            }
        } catch {
            return error as? TransportError ?? lost
        }
        return nil
    }
}
