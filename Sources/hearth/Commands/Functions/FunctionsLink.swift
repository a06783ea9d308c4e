internal import HearthBackend
internal import HearthCore
internal import HearthFirestoreBackend
internal import HearthTransport
internal import HearthTriggers

/// The functions beside the servers of this process: the program that has them, the events that wait for them, and the
/// questions that the identity service asks them.
final class FunctionsLink: Sendable {
    /// The functions that act on accounts.
    let accounts: TriggerOutbox
    /// The functions that act on documents.
    let documents: TriggerOutbox

    /// What the console shows of them.
    let board = FunctionsBoard()

    private let plan: FunctionsPlan
    private let isQuiet: Bool
    private let token = Secret(RandomSource.system.alphanumeric(43))
    private let triggers: Locked<[Trigger]>
    private let paths = Locked(CallablePaths())
    private let deliveries = Locked<[Task<Void, Never>]>([])
    private let started = Locked<(child: FunctionsChild, blocking: BlockingRegistration?)?>(nil)

    /// Prepares what the servers need before they are opened; nothing runs yet.
    init(_ plan: FunctionsPlan, isQuiet: Bool) {
        self.plan = plan
        self.isQuiet = isQuiet
        let triggers = Locked<[Trigger]>([])
        let log = Log { level, message in Terminal.note("\(level.rawValue): \(message)") }
        self.triggers = triggers
        accounts = TriggerOutbox({ triggers.withLock { $0 } }, log: log)
        documents = TriggerOutbox({ triggers.withLock { $0 } }, log: log)
    }

    /// The variable by which clients find the functions.
    var variables: [String: String] {
        started.withLock { $0.map { ["FUNCTIONS_EMULATOR_HOST": "\($0.child.address)"] } ?? [:] }
    }

    /// Starts the program, and delivers what happens to it.
    ///
    /// - Parameters:
    ///   - variables: What the program is told of the servers.
    ///   - identity: The identity service, which asks the blocking functions.
    ///   - project: The project whose sign-ins they decide; `nil` if there is none.
    ///   - firestore: The documents, if there are any.
    /// - Throws: ``CommandFailure``.
    func start(
        beside variables: [String: String],
        identity: Backend,
        project: ProjectID?,
        firestore: FirestoreBackend?
    ) async throws {
        var variables = variables
        variables["FUNCTIONS_CONTROL_TOKEN"] = token.reveal()
        let child = try FunctionsChild(plan.program, port: plan.port, beside: variables) { [weak self] in
            await self?.connect()
        }
        let origin = "http://\(child.address)"
        let blocking = project.map { BlockingRegistration(identity: identity, project: $0, origin: origin) }
        started.withLock { $0 = (child, blocking) }
        board.watch(identity, firestore)
        try await child.start()
        if !isQuiet { Terminal.note("hearth: functions on \(child.address)") }
        deliver { try await identity.runTriggers() }
        if let firestore { deliver { try await firestore.runTriggers() } }
    }

    /// Where the function of a path is; `nil` if a path is none of a function that clients call.
    ///
    /// - Parameter path: `/PROJECT/REGION/NAME`, and what a function of requests has below it.
    /// - Returns: Scheme, host and port.
    func origin(of path: Substring) -> String? {
        guard let started = started.withLock({ $0 }), paths.withLock({ $0.contain(path) }) else { return nil }
        return "http://\(started.child.address)"
    }

    /// Stops the program and the deliveries; what was not delivered waits in the stores.
    func stop() async {
        let running = deliveries.withLock { $0 }
        for delivery in running { delivery.cancel() }
        for delivery in running { await delivery.value }
        guard let started = started.withLock({ $0 }) else { return }
        await started.blocking?.register([:])
        await started.child.stop()
    }

    private func deliver(_ run: @escaping @Sendable () async throws -> Void) {
        let task = Task {
            while !Task.isCancelled {
                do {
                    try await run()
                } catch {
                    // A disk that is full now has room later; the events wait.
                    Terminal.note("error: events do not reach the functions, tried again in 10 seconds: \(error)")
                    try? await Task.sleep(for: .seconds(10))
                }
            }
        }
        deliveries.withLock { $0.append(task) }
    }

    /// Asks the program, which listens, what its functions want.
    private func connect() async {
        guard let started = started.withLock({ $0 }) else { return }
        let origin = "http://\(started.child.address)"
        let remote = RemoteFunctions(
            origin: origin,
            token: token,
            transport: SystemTransport()
        )
        do throws(UnreachableFunction) {
            // Programs of others know nothing of events, and need not.
            let manifest = try await remote.manifest()
            let noted = board.connect(remote, manifest, at: origin)
            triggers.withLock { $0 = noted }
            paths.withLock { $0 = CallablePaths(manifest ?? FunctionsManifest()) }
            await started.blocking?.register(manifest?.blocking ?? [:])
            accounts.reconnect()
            documents.reconnect()
        } catch {
            Terminal.note("error: the functions do not say which events they want: \(error)")
        }
    }
}
