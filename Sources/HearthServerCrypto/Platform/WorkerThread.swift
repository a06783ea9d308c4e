#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A thread of low priority that takes jobs from a queue until the queue is closed.
enum WorkerThread {
    /// Starts a thread.
    ///
    /// - Returns: Whether the system had one to give.
    static func start(_ queue: JobQueue) -> Bool {
        let context = unsafe Unmanaged.passRetained(queue)
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        let status = unsafe pthread_create(
            &thread,
            nil,
            { context in
                WorkerThread.yieldToOthers()
                let address: UnsafeMutableRawPointer? = unsafe context
                if let address = unsafe address {
                    unsafe Unmanaged<JobQueue>.fromOpaque(address).takeRetainedValue().serve()
                }
                return nil
            },
            context.toOpaque()
        )
        guard status == 0 else {
            unsafe context.release()
            return false
        }
        #if canImport(Darwin)
        if let thread { unsafe pthread_detach(thread) }
        #else
        pthread_detach(thread)
        #endif
        return true
    }

    /// The number of cores that are online.
    static var coreCount: Int {
        max(1, Int(sysconf(CInt(_SC_NPROCESSORS_ONLN))))
    }

    // The threads that answer requests go first, and signals belong to whoever waits for them.
    private static func yieldToOthers() {
        #if canImport(Darwin)
        pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
        #elseif canImport(Glibc)
        setpriority(CInt(PRIO_PROCESS.rawValue), 0, 10)
        #else
        setpriority(CInt(PRIO_PROCESS), 0, 10)
        #endif
        var signals = sigset_t()
        unsafe sigfillset(&signals)
        unsafe pthread_sigmask(SIG_SETMASK, &signals, nil)
    }
}
