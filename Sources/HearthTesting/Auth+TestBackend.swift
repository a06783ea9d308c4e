public import HearthAuth
internal import HearthCore

extension Auth {
    /// A client of a test's backend, signed out, which keeps its session in memory.
    ///
    /// Several clients of one backend are several devices.
    ///
    /// - Parameters:
    ///   - backend: The backend.
    ///   - storage: Where the session is kept; name one to start a second client from the session of the first.
    ///   - retry: When a call is made again by itself. Defaults to never: one scripted fault is one failure.
    ///   - attestation: Proves that no robot calls. Defaults to none.
    public convenience init(
        _ backend: TestBackend,
        storage: any SessionStorage = InMemorySessionStorage(),
        retry: RetryPolicy = .never,
        attestation: (any AttestationProvider)? = nil
    ) {
        self.init(
            .emulator(project: backend.project.rawValue),
            storage: storage,
            transport: backend.transport,
            retry: retry,
            attestation: attestation,
            clock: backend.clientClock
        )
    }
}

extension TestBackend {
    /// The backend's clock, as a client lives by it; waiting ends at once, and moves no clock.
    public var clientClock: AuthClock {
        let clock = clock
        let start = clock.now
        return AuthClock(
            now: { clock.now },
            uptime: { clock.now - start },
            sleep: { _ in try Task.checkCancellation() }
        )
    }
}
