#if canImport(Darwin)
import Foundation
internal import HearthCore
internal import HearthHTTP

/// One task of a session, with what has arrived of its response.
///
/// A streamed one is suspended while its reader is behind: the system then reads no more than fills its own buffers.
final class URLSessionTransfer: Sendable {
    typealias Outcome = Result<HTTPResponse, TransportError>
    typealias Waiter = CheckedContinuation<Outcome, Never>

    private struct State: Sendable {
        var waiter: Waiter?
        var head: HTTPResponse?
        var body: [UInt8] = []
        /// Why the task was cancelled, if not by its caller.
        var failure: TransportError?
        var timer: Task<Void, Never>?
    }

    let task: URLSessionDataTask
    /// Where the body of a streamed response goes.
    private let buffer: HTTPBodyBuffer?
    private let silence: Duration?
    private let limit: Int
    private let state = Locked(State())

    /// A transfer whose body is kept and handed over whole.
    init(_ task: URLSessionDataTask, limit: Int) {
        self.task = task
        self.limit = limit
        buffer = nil
        silence = nil
    }

    init(_ task: URLSessionDataTask, streamingTo buffer: HTTPBodyBuffer, silence: Duration?) {
        self.task = task
        self.buffer = buffer
        self.silence = silence
        limit = .max
    }

    func wait(_ waiter: Waiter) {
        state.withLock { $0.waiter = waiter }
    }

    /// Ends the transfer unless the timer is started anew, or stopped, in time.
    func startTimer(_ duration: Duration, _ reason: String) {
        let timer = Task { [weak self] in
            guard (try? await Task.sleep(for: duration)) != nil, let self else { return }
            // As long as the reader is behind, it is not the peer that is silent.
            if let buffer, buffer.count > 0 { return startTimer(duration, reason) }
            fail(TransportError(.timedOut, reason))
        }
        state.withLock { state in
            state.timer?.cancel()
            state.timer = timer
        }
    }

    func receive(_ response: URLResponse) {
        let head = Self.head(of: response)
        state.withLock { $0.head = head }
        guard buffer != nil else { return }
        stopTimer()
        watchSilence()
        guard let head else { return fail(TransportError(.connectionLost, "no HTTP response")) }
        takeWaiter()?.resume(returning: .success(head))
    }

    func receive(_ data: Data) {
        guard let buffer else { return keep(data) }
        guard buffer.put(Array(data)) else { return task.cancel() }
        watchSilence()
        if !buffer.hasRoom() { task.suspend() }
    }

    func end(_ error: TransportError?) {
        stopTimer()
        let (failure, head, body) = state.withLock { ($0.failure, $0.head, $0.body) }
        let error = failure ?? error ?? (head == nil ? TransportError(.connectionLost) : nil)
        buffer?.finish(error)
        guard let waiter = takeWaiter() else { return }
        if let error { return waiter.resume(returning: .failure(error)) }
        guard var response = head else { return }
        response.body = .bytes(body)
        waiter.resume(returning: .success(response))
    }

    private func keep(_ data: Data) {
        let isTooLarge = state.withLock { state in
            let isTooLarge = state.body.count + data.count > limit
            if !isTooLarge { state.body += data }
            return isTooLarge
        }
        if isTooLarge { fail(TransportError(.responseTooLarge, "more than \(limit) bytes")) }
    }

    /// Cancels the task, for a reason of our own.
    func fail(_ error: TransportError) {
        state.withLock { $0.failure = $0.failure ?? error }
        task.cancel()
    }

    private func watchSilence() {
        if let silence { startTimer(silence, "the stream was silent") }
    }

    private func stopTimer() {
        state.withLock { state in
            state.timer?.cancel()
            state.timer = nil
        }
    }

    private func takeWaiter() -> Waiter? {
        state.withLock { state in
            defer { state.waiter = nil }
            return state.waiter
        }
    }

    private static func head(of response: URLResponse) -> HTTPResponse? {
        guard let response = response as? HTTPURLResponse else { return nil }
        var fields = HTTPFields()
        for (name, value) in response.allHeaderFields { fields.append("\(name)", "\(value)") }
        if fields["Content-Encoding"] != nil {
            // The body was decoded on its way in: these would describe bytes that no one has.
            fields["Content-Encoding"] = nil
            fields["Content-Length"] = nil
        }
        fields["Transfer-Encoding"] = nil
        return HTTPResponse(status: response.statusCode, fields: fields)
    }
}
#endif
