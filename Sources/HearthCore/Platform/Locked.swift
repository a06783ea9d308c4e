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
public final class Locked<Value>: Sendable {
    // The two allocations are kept as addresses: an address may cross threads, and the mutex decides who follows it.
    private let mutex: UInt
    private let storage: UInt

    /// Guards a value.
    ///
    /// - Parameter value: The first value.
    public init(_ value: sending Value) {
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        let storage = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        unsafe storage.initialize(to: value)
        self.mutex = UInt(bitPattern: mutex)
        self.storage = UInt(bitPattern: storage)
    }

    deinit {
        if let storage = unsafe UnsafeMutablePointer<Value>(bitPattern: storage) {
            unsafe storage.deinitialize(count: 1)
            unsafe storage.deallocate()
        }
        if let mutex = unsafe UnsafeMutablePointer<pthread_mutex_t>(bitPattern: mutex) {
            unsafe pthread_mutex_destroy(mutex)
            unsafe mutex.deallocate()
        }
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
        let mutex = unsafe UnsafeMutablePointer<pthread_mutex_t>(bitPattern: mutex).unsafelyUnwrapped
        let storage = unsafe UnsafeMutablePointer<Value>(bitPattern: storage).unsafelyUnwrapped
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try unsafe work(&storage.pointee)
    }
}
