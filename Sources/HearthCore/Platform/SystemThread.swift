#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A thread of the system, for work that blocks and so may not run on a task's.
///
/// Signals are never delivered to it, but for those of its own crash, and it ends by itself when it is not joined.
package final class SystemThread: Sendable {
    private final class Body: Sendable {
        let isBackground: Bool
        let work: @Sendable () -> Void

        init(isBackground: Bool, work: @escaping @Sendable () -> Void) {
            self.isBackground = isBackground
            self.work = work
        }

        func run() {
            if isBackground { SystemThread.yieldToOthers() }
            SystemThread.blockSignals()
            work()
        }
    }

    #if canImport(Darwin)
    private let thread: SharedPointer
    #else
    private let thread: pthread_t
    #endif
    private let joined = Locked(false)

    /// Starts a thread; `nil` if the system has none to give.
    ///
    /// - Parameters:
    ///   - isBackground: Whether other threads go first. Defaults to no.
    ///   - work: What it does; its end is the end of the thread.
    package init?(isBackground: Bool = false, _ work: @escaping @Sendable () -> Void) {
        let body = unsafe Unmanaged.passRetained(Body(isBackground: isBackground, work: work))
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
                let argument: UnsafeMutableRawPointer? = unsafe argument
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
        self.thread = unsafe SharedPointer(thread.map { UnsafeMutableRawPointer($0) })
        #else
        self.thread = thread
        #endif
    }

    deinit {
        if joined.withLock({ $0 }) { return }
        #if canImport(Darwin)
        if let thread = unsafe thread.address { unsafe pthread_detach(pthread_t(OpaquePointer(thread))) }
        #else
        pthread_detach(thread)
        #endif
    }

    /// Waits for the end of the thread; a second call returns at once.
    package func join() {
        let isFirst = joined.withLock { joined in
            defer { joined = true }
            return !joined
        }
        guard isFirst else { return }
        #if canImport(Darwin)
        if let thread = unsafe thread.address { unsafe pthread_join(pthread_t(OpaquePointer(thread)), nil) }
        #else
        pthread_join(thread, nil)
        #endif
    }

    /// The number of cores that are online, at least one.
    package static var coreCount: Int {
        max(1, Int(sysconf(CInt(_SC_NPROCESSORS_ONLN))))
    }

    private static func yieldToOthers() {
        #if canImport(Darwin)
        pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
        #elseif canImport(Glibc)
        setpriority(CInt(PRIO_PROCESS.rawValue), 0, 10)
        #else
        setpriority(CInt(PRIO_PROCESS), 0, 10)
        #endif
    }

    // Signals belong to anyone who waits for them; and a connection that its peer has closed would end the process by
    // one.
    private static func blockSignals() {
        var signals = sigset_t()
        unsafe sigfillset(&signals)
        // Those of a crash stay open: the system ends a process that blocks them, and no report is made.
        for crash in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS] { unsafe sigdelset(&signals, crash) }
        unsafe pthread_sigmask(SIG_SETMASK, &signals, nil)
    }
}
