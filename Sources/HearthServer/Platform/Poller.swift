internal import CLinux

/// Tells which sockets of a loop are ready, and lets other threads wake the loop.
final class Poller: Sendable {
    /// The token of the wake-up; sockets have other ones.
    static let wakeUp = UInt64.max

    private let descriptor: Int32
    private let waker: Int32

    /// Creates a poller with its waker.
    init() throws(ServerError) {
        descriptor = clinux_poller_create()
        waker = clinux_wakeup_create()
        guard descriptor >= 0, waker >= 0 else { throw ServerError(system: min(descriptor, waker)) }
        let added = clinux_poller_add(descriptor, waker, CLINUX_READABLE, Self.wakeUp)
        guard added >= 0 else { throw ServerError(system: added) }
    }

    deinit {
        if descriptor >= 0 { clinux_close(descriptor) }
        if waker >= 0 { clinux_close(waker) }
    }

    /// Watches a connection for everything, each change reported once.
    func watch(_ socket: Socket, token: UInt64) -> Bool {
        let everything = CLINUX_READABLE | CLINUX_WRITABLE | CLINUX_PEER_CLOSED | CLINUX_EDGE_TRIGGERED
        return clinux_poller_add(descriptor, socket.descriptor, everything, token) >= 0
    }

    /// Watches a listener, as long as someone waits to be accepted.
    func watch(_ listener: Listener, token: UInt64) -> Bool {
        clinux_poller_add(descriptor, listener.descriptor, CLINUX_READABLE, token) >= 0
    }

    /// Stops or resumes reports about a listener.
    func setPaused(_ isPaused: Bool, _ listener: Listener, token: UInt64) {
        _ = clinux_poller_modify(descriptor, listener.descriptor, isPaused ? 0 : CLINUX_READABLE, token)
    }

    /// Waits for something to happen.
    ///
    /// - Parameters:
    ///   - events: Where the reports go.
    ///   - milliseconds: How long to wait, for ever if negative.
    /// - Returns: How many reports there are.
    func wait(_ events: inout [clinux_event], milliseconds: Int32) -> Int {
        let count = Int32(clamping: events.count)
        return max(0, Int(unsafe clinux_poller_wait(descriptor, &events, count, milliseconds)))
    }

    /// Ends the wait of the loop's thread, now or the next time; any thread may do so.
    func wake() {
        clinux_wakeup_raise(waker)
    }

    /// Takes note that the wake-up arrived.
    func clearWakeUp() {
        clinux_wakeup_clear(waker)
    }
}

extension clinux_event {
    func has(_ bits: UInt32) -> Bool { readiness & bits != 0 }
}
