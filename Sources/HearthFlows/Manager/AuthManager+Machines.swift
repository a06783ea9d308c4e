internal import HearthAuth
internal import HearthCore
internal import HearthJSON

// How an event becomes a state that everybody sees, and a call an answer.
extension AuthManager {
    /// Answers an event of a workflow that ends with the process.
    func step<Machine: Flow>(
        _ flow: Machine.Type,
        _ path: WritableKeyPath<Machines, Machine.State>,
        _ event: Machine.Event
    ) -> [Machine.Effect] {
        let (state, effects) = flow.reduce(machines[keyPath: path], event)
        machines[keyPath: path] = state
        publish()
        return effects
    }

    /// Answers an event of a workflow that outlives the process: what is to be kept is kept before anything is done.
    func step<Machine: LastingFlow>(
        lasting flow: Machine.Type,
        _ path: WritableKeyPath<Machines, Machine.State>,
        _ event: Machine.Event,
        secret: Secret<String>? = nil
    ) async -> [Machine.Effect] {
        let before = flow.record(of: machines[keyPath: path])
        let effects = step(flow, path, event)
        let record = flow.record(of: machines[keyPath: path])
        guard record?.state != before?.state else { return effects }
        storageProblem = await vault.set(flow.name, record.flatMap { Self.entry($0, version: flow.version, secret) })
        publish()
        return effects
    }

    private static func entry<State: Codable>(
        _ record: FlowRecord<State>,
        version: Int,
        _ secret: Secret<String>?
    ) -> FlowArchive.Entry? {
        guard let state = try? JSON.value(of: record.state) else { return nil }
        return FlowArchive.Entry(
            version: version,
            owner: record.owner,
            expiresAt: record.expiresAt,
            state: state,
            secret: secret
        )
    }

    /// Begins something and waits for its end.
    ///
    /// - Parameters:
    ///   - calls: Where the end is told.
    ///   - id: The call.
    ///   - begin: Sends the event that begins it.
    ///   - cancel: Sends the event that gives it up.
    /// - Returns: What it comes to.
    /// - Throws: ``FlowError``: why it came to nothing.
    func wait<Outcome>(
        _ calls: Calls<Outcome>,
        _ id: FlowID,
        begin: () async -> Void,
        cancel: () async -> Void
    ) async throws(FlowError) -> Outcome {
        let answer = calls.begin(id)
        if Task.isCancelled {
            calls.finish(id, .failure(FlowError(.cancelled)))
        } else {
            await begin()
        }
        let result = await answer.value()
        if result == nil {
            await cancel()
            // What cannot be called back goes on without the caller.
            calls.finish(id, .failure(FlowError(.cancelled)))
        }
        materials.forget(id)
        guard let result else { throw FlowError(.cancelled) }
        return try result.get()
    }

    /// Ends a call: its work is cancelled if it is still going on, and its caller answered.
    func finish<Outcome>(_ calls: Calls<Outcome>, _ id: FlowID, _ result: Result<Outcome, FlowError>) {
        tasks.removeValue(forKey: id)?.cancel()
        materials.forget(id)
        calls.finish(id, result)
    }

    /// Does the work of a call, beside everything else.
    func work(_ id: FlowID, _ work: @escaping @Sendable (isolated AuthManager) async -> Void) {
        tasks[id] = Task { await work(self) }
    }

    /// Sends an event after a while; only the newest timer of a name counts.
    func wake(_ name: String, after delay: Duration, _ send: @escaping @Sendable (isolated AuthManager) async -> Void) {
        timers[name]?.cancel()
        let deadline = clock.uptime() + delay
        timers[name] = Task { [weak self, clock] in
            // A clock that stands still, as one in a test does, wakes nobody.
            guard (try? await clock.sleep(delay)) != nil, clock.uptime() >= deadline, let self else { return }
            await send(self)
        }
    }
}
