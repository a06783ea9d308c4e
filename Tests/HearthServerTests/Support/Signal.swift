import HearthCore

@testable import HearthServer

/// Something that happens once, which a thread or a task may wait for.
final class Signal: Sendable {
    private let hasHappened = Locked(false)
    private let waiters = Locked<[CheckedContinuation<Void, Never>]>([])

    /// Lets everybody go on.
    func send() {
        let all = waiters.withLock { waiters in
            hasHappened.withLock { $0 = true }
            defer { waiters = [] }
            return waiters
        }
        for waiter in all { waiter.resume() }
    }

    /// Waits, ignoring cancellation.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isOver = waiters.withLock { waiters in
                if hasHappened.withLock({ $0 }) { return true }
                waiters.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    /// Whether it has happened.
    var isSent: Bool { hasHappened.withLock { $0 } }
}

/// A thread waits, looking every millisecond, until something is true.
///
/// - Returns: Whether it came true within three minutes, which nothing but a fault needs on however busy a machine.
func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<180_000 {
        if condition() { return true }
        pauseThread(milliseconds: 1)
    }
    return false
}

/// A thread waits until a number stands still for half a second: then everything between writer and reader is full.
///
/// - Returns: The number.
func settled(_ number: () -> Int) -> Int {
    var (last, looks) = (number(), 0)
    while looks < 5 {
        pauseThread(milliseconds: 100)
        let next = number()
        looks = next == last ? looks + 1 : 0
        last = next
    }
    return last
}
