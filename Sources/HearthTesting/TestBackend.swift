public import HearthBackend
public import HearthCore
internal import HearthCrypto
public import HearthHTTP
public import HearthTriggers

/// A whole backend for one test: its own accounts, documents, clock and inbox, in memory and in process.
///
/// ```swift
/// let backend = try await TestBackend()
/// let response = try await backend.transport.send(request)
/// ```
///
/// It starts in a few milliseconds, because all backends of a process share one signing key.
public final class TestBackend: Sendable {
    /// The backend itself.
    public let backend: Backend
    /// The backend's clock.
    public let clock: ManualClock
    /// What the backend mailed and texted.
    public let inbox: Inbox
    /// The project that requests mean when they name none.
    public let project: ProjectID
    let documents: TestFirestore
    let functionsBox: TestFunctionsBox
    private let delivery: Task<Void, any Error>?
    let telemetry: TestTelemetry

    /// Starts a backend.
    ///
    /// - Parameters:
    ///   - project: The project. Defaults to `demo-test`.
    ///   - outbound: Speaks to identity providers and blocking functions. Defaults to the blocking functions of
    ///     ``functions`` alone.
    ///   - appAttestation: Checks the proof that a request comes from the real app and from no robot. Defaults to none:
    ///     then no proof is asked for.
    ///   - triggers: The functions that act on accounts that were created and deleted, which the caller runs; see
    ///     `Backend.runTriggers()`. Defaults to those of ``functions``, which run by themselves.
    ///   - configure: Changes the configuration before the start. Defaults to no change.
    /// - Throws: `BackendError` if the configuration contradicts itself, or `CryptoError` if no key can be made.
    public convenience init(
        project: String = "demo-test",
        outbound: (any HTTPTransport)? = nil,
        appAttestation: (any AppAttestationVerifier)? = nil,
        triggers: TriggerOutbox? = nil,
        configure: (inout BackendConfiguration) -> Void = { _ in }
    ) async throws {
        try await self.init(
            probe: BackendProbe(),
            project: project,
            outbound: outbound,
            appAttestation: appAttestation,
            triggers: triggers,
            configure: configure
        )
    }

    /// Starts a backend that is looked at while it works.
    ///
    /// - Parameters:
    ///   - probe: Looks at it.
    ///   - project: The project. Defaults to `demo-test`.
    ///   - outbound: Speaks to identity providers and blocking functions. Defaults to the blocking functions of
    ///     ``functions`` alone.
    ///   - appAttestation: Checks the proof that a request comes from the real app and from no robot. Defaults to none:
    ///     then no proof is asked for.
    ///   - triggers: The functions that act on accounts that were created and deleted, which the caller runs; see
    ///     `Backend.runTriggers()`. Defaults to those of ``functions``, which run by themselves.
    ///   - configure: Changes the configuration before the start. Defaults to no change.
    /// - Throws: ``BackendError`` if the configuration contradicts itself, or `CryptoError` if no key can be made.
    package init(
        probe: BackendProbe,
        project: String = "demo-test",
        outbound: (any HTTPTransport)? = nil,
        appAttestation: (any AppAttestationVerifier)? = nil,
        triggers: TriggerOutbox? = nil,
        configure: (inout BackendConfiguration) -> Void = { _ in }
    ) async throws {
        guard let project = ProjectID(rawValue: project) else {
            throw BackendError(.configuration, "\(project) is not a project's identifier")
        }
        let clock = ManualClock()
        let inbox = Inbox()
        var configuration = BackendConfiguration(project: project)
        configuration.initialSigningKey = try await SharedSigningKey.shared.pem()
        configuration.singleProject = .off
        configuration.acceptsCommonPasswords = true
        configuration.acceptsUnprovedAddresses = true
        configure(&configuration)
        if !configuration.isEmulator, configuration.publicURL == nil {
            configuration.publicURL = "https://hearth.example"
        }
        var environment = BackendEnvironment(now: { clock.now }, sleep: { try await clock.sleep(for: $0) })
        environment.probe = probe
        let functionsBox = TestFunctionsBox(clock)
        self.functionsBox = functionsBox
        backend = try await Backend(
            configuration,
            environment: environment,
            mailer: inbox,
            messenger: inbox,
            transport: outbound ?? functionsBox.outbound,
            appAttestation: appAttestation,
            triggers: triggers ?? functionsBox.accounts
        )
        documents = TestFirestore(
            beside: backend,
            isEmulator: configuration.isEmulator,
            project: project.rawValue,
            clock: clock,
            triggers: functionsBox.documents
        )
        // Those that the caller gave, the caller runs.
        delivery = triggers == nil ? Task { [backend] in try await backend.runTriggers() } : nil
        telemetry = TestTelemetry(clock: clock)
        self.project = project
        self.clock = clock
        self.inbox = inbox
    }

    deinit {
        delivery?.cancel()
    }

    /// Carries requests to the backend, those of Firestore's paths to ``firestore``, and telemetry to its collectors.
    public var transport: InProcessTransport {
        InProcessTransport(backend, documents).asking(first: { [telemetry] in await telemetry.answer($0) })
    }

    /// Lets the next call of an operation fail, or take its time.
    ///
    /// - Parameters:
    ///   - operation: Which call.
    ///   - fault: How it fails; a `Fault.delay(_:)` ends when the ``clock`` is moved far enough.
    public func fail(next operation: OperationName, with fault: Fault) {
        fail(next: 1, of: operation, with: fault)
    }

    /// Lets the next calls of an operation fail, or take their time.
    ///
    /// - Parameters:
    ///   - count: How many calls.
    ///   - operation: Which calls.
    ///   - fault: How they fail; a `Fault.delay(_:)` ends when the ``clock`` is moved far enough.
    public func fail(next count: Int, of operation: OperationName, with fault: Fault) {
        backend.fail(next: count, of: operation, with: fault)
    }
}

/// The key that the backends of a test process sign with: making one takes longer than most tests.
private actor SharedSigningKey {
    static let shared = SharedSigningKey()
    private var made: Secret<String>?

    func pem() throws -> Secret<String> {
        if let made { return made }
        let pem = try RSAPrivateKey.generate().pem()
        made = pem
        return pem
    }
}
