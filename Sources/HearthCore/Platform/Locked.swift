#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A value that one thread at a time may touch, guarded by a POSIX mutex.
///
/// For state that is read and written without an `await`; state that meets one belongs to an actor.
/// `Synchronization.Mutex` would do, but the thread sanitizer reports false races for it on Linux.
/// The value need not be `Sendable`: it is handed over on the way in, and the work under the lock can neither keep a
/// part of it nor give it one that others hold.
///
/// `@unchecked Sendable`, because the compiler cannot see that the mutex lets one thread at a time follow the pointer.
@safe
public final class Locked<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let storage: UnsafeMutablePointer<Value>

    /// Guards a value.
    ///
    /// - Parameter value: The first value.
    public init(_ value: sending Value) {
        unsafe mutex = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe storage = .allocate(capacity: 1)
        unsafe storage.initialize(to: value)
    }

    deinit {
        unsafe storage.deinitialize(count: 1)
        unsafe storage.deallocate()
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Runs a short piece of work with the value, while every other thread waits.
    ///
    /// Not reentrant: the work must not come back to the same lock.
    ///
    /// - Parameter work: What to do with the value.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws.
    public func withLock<Result, Failure: Error>(
        _ work: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try unsafe work(&storage.pointee)
    }

    /// Runs the work again and again, until it has a result; between two times the lock is open, and the thread waits
    /// for the condition.
    @unsafe
    func wait<Result>(
        for condition: UnsafeMutablePointer<pthread_cond_t>,
        _ work: (inout Value) -> Result?
    ) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        // Each look at the value is an access of its own: one that lasted through the wait would be exclusive, and the
        // compiler would not look again.
        while true {
            if let result = unsafe work(&storage.pointee) { return result }
            unsafe pthread_cond_wait(condition, mutex)
        }
    }
}
