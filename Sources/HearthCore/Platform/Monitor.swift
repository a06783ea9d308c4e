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
    // Addresses, as in `Locked`: the mutex decides who follows them.
    private let mutex: UInt
    private let condition: UInt
    private let storage: UInt

    /// Guards a value.
    ///
    /// - Parameter value: The first value.
    package init(_ value: Value) {
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
        unsafe pthread_cond_init(condition, nil)
        let storage = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        unsafe storage.initialize(to: value)
        self.mutex = UInt(bitPattern: mutex)
        self.condition = UInt(bitPattern: condition)
        self.storage = UInt(bitPattern: storage)
    }

    deinit {
        if let storage = unsafe UnsafeMutablePointer<Value>(bitPattern: storage) {
            unsafe storage.deinitialize(count: 1)
            unsafe storage.deallocate()
        }
        if let condition = unsafe UnsafeMutablePointer<pthread_cond_t>(bitPattern: condition) {
            unsafe pthread_cond_destroy(condition)
            unsafe condition.deallocate()
        }
        if let mutex = unsafe UnsafeMutablePointer<pthread_mutex_t>(bitPattern: mutex) {
            unsafe pthread_mutex_destroy(mutex)
            unsafe mutex.deallocate()
        }
    }

    /// Runs a short piece of work with the value, and wakes one waiting thread if the work says so.
    ///
    /// - Parameter work: What to do with the value; it sets `wakesOne` to wake a thread.
    /// - Returns: What the work returns.
    package func withLock<Result>(_ work: (_ value: inout Value, _ wakesOne: inout Bool) -> Result) -> Result {
        let mutex = unsafe UnsafeMutablePointer<pthread_mutex_t>(bitPattern: mutex).unsafelyUnwrapped
        let storage = unsafe UnsafeMutablePointer<Value>(bitPattern: storage).unsafelyUnwrapped
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        var wakesOne = false
        let result = unsafe work(&storage.pointee, &wakesOne)
        if wakesOne { unsafe pthread_cond_signal(UnsafeMutablePointer(bitPattern: condition).unsafelyUnwrapped) }
        return result
    }

    /// Waits until the work has a result.
    ///
    /// - Parameter work: Looks at the value, once now and once whenever the thread was woken.
    /// - Returns: The first result of the work.
    package func wait<Result>(for work: (inout Value) -> Result?) -> Result {
        let mutex = unsafe UnsafeMutablePointer<pthread_mutex_t>(bitPattern: mutex).unsafelyUnwrapped
        let condition = unsafe UnsafeMutablePointer<pthread_cond_t>(bitPattern: condition).unsafelyUnwrapped
        let storage = unsafe UnsafeMutablePointer<Value>(bitPattern: storage).unsafelyUnwrapped
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        // Each look at the value is an access of its own: one that lasted through the wait would be exclusive, and the
        // compiler would not look again.
        while true {
            if let result = unsafe work(&storage.pointee) { return result }
            unsafe pthread_cond_wait(condition, mutex)
        }
    }

    /// Changes the value and wakes every waiting thread.
    ///
    /// - Parameter work: What to do with the value.
    package func wakeAll(_ work: (inout Value) -> Void) {
        withLock { value, _ in work(&value) }
        unsafe pthread_cond_broadcast(UnsafeMutablePointer(bitPattern: condition).unsafelyUnwrapped)
    }
}
