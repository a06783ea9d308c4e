internal import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A thread of the system, for work that blocks and so may not run on a task's.
///
/// It ends by itself when it is not joined.
final class WorkerThread: Sendable {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    private let thread: UInt
    private let joined = Locked(false)

    /// Starts a thread.
    ///
    /// - Parameter run: What it does; its end is the end of the thread.
    init?(_ run: @escaping @Sendable () -> Void) {
        let body = unsafe Unmanaged.passRetained(Body(run))
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        let status = unsafe pthread_create(
            &thread,
            nil,
            { argument in
                #if canImport(Darwin)
                let argument: UnsafeMutableRawPointer? = argument
                #endif
                if let argument = unsafe argument {
                    unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            },
            body.toOpaque()
        )
        guard status == 0 else {
            unsafe body.release()
            return nil
        }
        #if canImport(Darwin)
        self.thread = unsafe UInt(bitPattern: thread)
        #else
        self.thread = UInt(thread)
        #endif
    }

    deinit {
        if !joined.withLock({ $0 }) { pthread_detach(pthread_t(thread)) }
    }

    /// Waits for the end of the thread; a second call returns at once.
    func join() {
        let isFirst = joined.withLock { joined in
            defer { joined = true }
            return !joined
        }
        if isFirst { pthread_join(pthread_t(thread), nil) }
    }
}
