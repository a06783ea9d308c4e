internal import HearthCore
package import HearthHTTP

/// A transport that a test can cut, hold and count.
package final class Link: HTTPTransport {
    private struct State {
        var paths: [String] = []
        var isOffline = false
        var held: String?
        var heldAnswer: String?
        var isPaused = false
        var paused: [CheckedContinuation<Void, Never>] = []
        var killAt: Int?
        var isKilled = false
    }

    private let transport: any HTTPTransport
    private let state = Locked(State())
    private let answered: AsyncStream<String>
    private let answers: AsyncStream<String>.Continuation

    package init(_ transport: any HTTPTransport) {
        self.transport = transport
        (answered, answers) = AsyncStream.makeStream(of: String.self)
    }

    /// The path of every request so far.
    package var paths: [String] { state.withLock(\.paths) }

    /// How many requests had a path with this end.
    package func count(_ end: String) -> Int { paths.count { $0.hasSuffix(end) } }

    /// Forgets which requests there were.
    package func forget() {
        state.withLock { $0.paths = [] }
    }

    /// Lets requests wait until ``resume()``.
    package func pause() {
        state.withLock { $0.isPaused = true }
    }

    /// Lets requests through that waited, and all that follow.
    package func resume() {
        let paused = state.withLock { state in
            defer { state.paused = [] }
            state.isPaused = false
            return state.paused
        }
        for request in paused { request.resume() }
    }

    /// Lets nothing through.
    package var isOffline: Bool {
        get { state.withLock(\.isOffline) }
        set { state.withLock { $0.isOffline = newValue } }
    }

    /// Never answers requests whose path ends like this.
    package func hold(_ end: String?) {
        state.withLock { $0.held = end }
    }

    /// Lets requests whose path ends like this through, and loses their answers without a word.
    package func holdAnswer(_ end: String?) {
        state.withLock { $0.heldAnswer = end }
    }

    /// Waits until an answer was lost in this way.
    package func untilAnswerIsHeld() async {
        _ = await answered.first { _ in true }
    }

    /// Never answers the request of this number, counted from now on, nor any after it.
    package func kill(at number: Int) {
        state.withLock { $0.killAt = $0.paths.count + number }
    }

    /// Whether that request arrived.
    package var wasKilled: Bool { state.withLock(\.isKilled) }

    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let path = String(request.path)
        let (isOffline, isHeld) = state.withLock { state in
            state.paths.append(path)
            if let killAt = state.killAt, state.paths.count > killAt { state.isKilled = true }
            return (state.isOffline, state.isKilled || state.held.map(path.hasSuffix) ?? false)
        }
        if isOffline { throw TransportError(.connectionLost) }
        if isHeld {
            // Only cancellation ends it.
            try? await Task.sleep(for: .seconds(3600))
            throw TransportError(.cancelled)
        }
        await withCheckedContinuation { request in
            let isPaused = state.withLock { state in
                if state.isPaused { state.paused.append(request) }
                return state.isPaused
            }
            if !isPaused { request.resume() }
        }
        let response = try await transport.send(request)
        if state.withLock({ $0.heldAnswer.map(path.hasSuffix) ?? false }) {
            answers.yield(path)
            try? await Task.sleep(for: .seconds(3600))
            throw TransportError(.cancelled)
        }
        return response
    }
}
