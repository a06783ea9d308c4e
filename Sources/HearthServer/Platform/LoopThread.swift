internal import CLinux

/// Threads that the cooperative pool must not lend: each belongs to one loop, or waits for signals.
enum LoopThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// A number that no other living thread has.
    static var identity: UInt { UInt(clinux_thread_identity()) }

    /// How many cores the process may use, at least one.
    static var cores: Int { max(1, Int(clinux_core_count())) }

    /// Starts a thread that ends with the body.
    ///
    /// - Parameter body: What the thread does.
    /// - Throws: ``ServerError`` if the system has no thread left.
    static func start(_ body: @escaping @Sendable () -> Void) throws(ServerError) {
        let context = unsafe Unmanaged.passRetained(Body(body))
        // Swift code of a handler runs on this stack: as large as the main thread's.
        let result = unsafe clinux_thread_start(
            8 << 20,
            { context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
            },
            context.toOpaque()
        )
        guard result >= 0 else {
            unsafe context.release()
            throw ServerError(system: result)
        }
    }
}
