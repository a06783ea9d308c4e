#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A value that one thread at a time may touch, and that threads can wait for to change.
///
/// For threads that do nothing else: a task must not wait like this, it would take its executor's thread along.
package final class Monitor<Value: Sendable>: Sendable {
    private let value: Locked<Value>
    private let condition: SharedPointer

    /// Guards a value.
    ///
    /// - Parameter value: The first value.
    package init(_ value: Value) {
        self.value = Locked(value)
        let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
        unsafe pthread_cond_init(condition, nil)
        self.condition = unsafe SharedPointer(UnsafeMutableRawPointer(condition))
    }

    deinit {
        unsafe pthread_cond_destroy(waiting)
        unsafe waiting.deallocate()
    }

    private var waiting: UnsafeMutablePointer<pthread_cond_t> {
        unsafe condition.address.unsafelyUnwrapped.assumingMemoryBound(to: pthread_cond_t.self)
    }

    /// Runs a short piece of work with the value, and wakes one waiting thread if the work says so.
    ///
    /// - Parameter work: What to do with the value; it sets `wakesOne` to wake a thread.
    /// - Returns: What the work returns.
    package func withLock<Result: Sendable>(_ work: (_ value: inout Value, _ wakesOne: inout Bool) -> Result) -> Result
    {
        let (result, wakesOne) = value.withLock { value in
            var wakesOne = false
            let result = work(&value, &wakesOne)
            return (result, wakesOne)
        }
        if wakesOne { unsafe pthread_cond_signal(waiting) }
        return result
    }

    /// Waits until the work has a result.
    ///
    /// - Parameter work: Looks at the value, once now and once whenever the thread was woken.
    /// - Returns: The first result of the work.
    package func wait<Result>(for work: (inout Value) -> Result?) -> Result {
        unsafe value.wait(for: waiting, work)
    }

    /// Changes the value and wakes every waiting thread.
    ///
    /// - Parameter work: What to do with the value.
    package func wakeAll(_ work: (inout Value) -> Void) {
        withLock { value, _ in work(&value) }
        unsafe pthread_cond_broadcast(waiting)
    }
}
