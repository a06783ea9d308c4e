internal import HearthAuth
internal import HearthCore
internal import HearthJSON

// The one way from an event to a new state, to what is kept of it, and to what is done.
extension AuthManager {
    /// Begins something and waits for its end.
    ///
    /// - Parameters:
    ///   - flow: The workflow.
    ///   - begin: The event that begins it.
    ///   - cancel: The event that gives it up.
    /// - Returns: What it comes to.
    /// - Throws: ``FlowError``: why it came to nothing.
    func call<Machine: Flow, Outcome>(
        _ flow: Machine.Type,
        _ begin: (Call<Outcome>) -> Machine.Event,
        orCancel cancel: (FlowID) -> Machine.Event
    ) async throws(FlowError) -> Outcome {
        guard !Task.isCancelled else { throw FlowError(.cancelled) }
        let call = Call<Outcome>(newID())
        await send(flow, begin(call))
        guard let result = await call.value() else {
            await send(flow, cancel(call.id))
            // What cannot be called back goes on without the caller.
            throw FlowError(.cancelled)
        }
        return try result.get()
    }

    /// Answers an event: what is to be kept is kept before anything is done or told.
    func send<Machine: Flow>(_ flow: Machine.Type, _ event: Machine.Event) async {
        let before = workflows[keyPath: flow.place].state
        let (state, effects) = flow.reduce(before, event)
        workflows[keyPath: flow.place].state = state
        setAlarm(of: flow)
        publish()
        let keeping = flow.keeping(from: before, to: state).map(keep)
        for effect in effects {
            switch effect {
            case .performFirst(let work): await send(flow, await flow.perform(work, by: self))
            case .answer(let reply): tasks.removeValue(forKey: reply.call)?.cancel()
            case .stop(let id): tasks.removeValue(forKey: id)?.cancel()
            case .perform(let work, let id): perform(flow, work, id, after: keeping)
            }
        }
        await keeping?.value
        for case .answer(let reply) in effects { reply.deliver() }
    }

    private func perform<Machine: Flow>(
        _ flow: Machine.Type,
        _ work: Machine.Work,
        _ id: FlowID,
        after keeping: Task<Void, Never>?
    ) {
        tasks[id]?.cancel()
        tasks[id] = Task {
            await keeping?.value
            // What was given up is not begun: its caller has the answer.
            guard !Task.isCancelled else { return }
            let event = await flow.perform(work, by: self)
            guard !Task.isCancelled else { return }
            tasks[id] = nil
            await sessionChanged()
            await send(flow, event)
        }
    }

    /// Writes one record after the other, in the order of the events.
    private func keep(_ keeping: Keeping) -> Task<Void, Never> {
        let write = Task { [before = lastWrite] in
            await before?.value
            storageProblem = await vault.set(keeping.name, keeping.entry)
            publish()
        }
        lastWrite = write
        return write
    }

    /// Ends a state when its time is over.
    func setAlarm<Machine: Flow>(of flow: Machine.Type) {
        let deadline = flow.deadline(of: workflows[keyPath: flow.place].state)
        guard deadline != workflows[keyPath: flow.place].alarm?.deadline else { return }
        workflows[keyPath: flow.place].alarm = deadline.map { deadline in
            let delay = deadline - now()
            let end = clock.uptime() + delay
            let task = Task { [weak self, clock] in
                // A clock that stands still, as one in a test does, ends nothing.
                guard (try? await clock.sleep(delay)) != nil, clock.uptime() >= end, let self else { return }
                if let event = flow.due(at: await now()) { await send(flow, event) }
            }
            return Alarm(deadline, task)
        }
    }
}

// What an earlier run has left.
extension AuthManager {
    func restore() async {
        await auth.ready()
        let (unreadable, problem) = await vault.load()
        storageProblem = problem
        if let unreadable { dropped.append(unreadable) }
        for flow in Workflows.lasting { await revive(flow) }
        // An upgrade waits only for as long as its second factor is asked for.
        if case .awaitingFactor(let progress, _, _) = workflows.guestUpgrade.state,
            workflows.secondFactor.state == .idle
        {
            await send(GuestUpgradeFlow.self, .factorEnded(upgrade: progress.id))
        }
        publish()
    }

    /// Takes a state up again, unless there is a reason not to.
    private func revive<Machine: LastingFlow>(_ flow: Machine.Type) async {
        guard workflows[keyPath: flow.place].state == flow.idle, let entry = await vault.entry(flow.name) else {
            return
        }
        if let reason = reasonToDrop(entry, version: flow.version) { return await drop(flow.name, reason) }
        guard let kept = try? JSON.decode(Machine.Kept.self, from: entry.state.reveal()) else {
            return await drop(flow.name, .undecodable)
        }
        workflows[keyPath: flow.place].state = flow.resume(kept)
        setAlarm(of: flow)
    }

    private func reasonToDrop(_ entry: FlowArchive.Entry, version: Int) -> DroppedFlow.Reason? {
        if entry.version != version { return .unknownVersion }
        if entry.expiresAt <= now() { return .expired }
        guard let owner = entry.owner else { return nil }
        // While the session is not known the state stays; that its user has left is noticed when it is.
        return switch auth.state {
        case .restoring, .storageUnavailable: nil
        case .signedIn(let user): user.uid == owner ? nil : .otherUser
        case .signedOut: .otherUser
        }
    }

    private func drop(_ name: String, _ reason: DroppedFlow.Reason) async {
        dropped.append(DroppedFlow(flow: name, reason: reason))
        storageProblem = await vault.set(name, nil)
    }
}
