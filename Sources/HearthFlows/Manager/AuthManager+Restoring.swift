internal import HearthAuth
internal import HearthCore
internal import HearthJSON

// What an earlier run has left.
extension AuthManager {
    func restore() async {
        await auth.ready()
        let (unreadable, problem) = await vault.load()
        storageProblem = problem
        if let unreadable { dropped.append(unreadable) }
        await restoreCollision()
        await restoreSecondFactor()
        _ = await revive(ProofFlow<EmailLinkWait>.self, \.emailLink)
        await restorePhoneCode()
        _ = await revive(DeletionFlow.self, \.deletion)
        _ = await revive(TimeoutFlow.self, \.timeout)
        _ = await revive(EmailChangeFlow.self, \.emailChange)
        await restoreGuestUpgrade()
        wakeForExpiries()
        publish()
    }

    /// Ends what was taken up again when its time is over.
    private func wakeForExpiries() {
        if let conflict = machines.collision.conflict { expire(conflict, at: conflict.expiresAt) }
        if let step = machines.secondFactor.step { expire(step, at: step.expiresAt) }
        if let wait = machines.emailLink.wait { expire(wait, at: wait.expiresAt) }
        if let wait = machines.phoneCode.wait { expire(wait, at: wait.expiresAt) }
        if let wait = machines.emailChange { expire(wait, at: wait.expiresAt) }
    }

    private func restoreCollision() async {
        guard let secret = await revive(CollisionFlow.self, \.collision) else { return }
        materials.stopped = secret.flatMap(AuthCredential.init(storedForm:))
        if materials.stopped == nil { await drop(CollisionFlow.self, \.collision, .undecodable) }
    }

    private func restoreSecondFactor() async {
        guard let secret = await revive(SecondFactorFlow.self, \.secondFactor) else { return }
        guard let kept = secret.flatMap(SecondFactorSecret.init(text:)), let step = machines.secondFactor.step else {
            return await drop(SecondFactorFlow.self, \.secondFactor, .undecodable)
        }
        materials.verificationID = kept.verificationID
        materials.resolver = MultiFactorResolver(storedForm: kept.pending, hints: step.factors, auth: auth, user: nil)
    }

    private func restorePhoneCode() async {
        guard let secret = await revive(ProofFlow<PhoneCodeWait>.self, \.phoneCode) else { return }
        materials.textID = secret
        if secret == nil { await drop(ProofFlow<PhoneCodeWait>.self, \.phoneCode, .undecodable) }
    }

    /// Takes a state up again, unless there is a reason not to.
    ///
    /// - Returns: The secret that was kept with it, or that there was none; `nil` if there is no such state.
    func revive<Machine: LastingFlow>(
        _ flow: Machine.Type,
        _ path: WritableKeyPath<Machines, Machine.State>
    ) async -> Secret<String>?? {
        guard machines[keyPath: path] == flow.idle, let entry = await vault.entry(flow.name) else { return nil }
        if let reason = reasonToDrop(entry, version: flow.version) {
            await drop(flow, path, reason)
            return nil
        }
        guard let state = try? JSON.decode(Machine.State.self, from: entry.state) else {
            await drop(flow, path, .undecodable)
            return nil
        }
        machines[keyPath: path] = state
        return .some(entry.secret)
    }

    private func reasonToDrop(_ entry: FlowArchive.Entry, version: Int) -> DroppedFlow.Reason? {
        if entry.version != version { return .unknownVersion }
        if entry.expiresAt <= now() { return .expired }
        guard let owner = entry.owner else { return nil }
        // While nobody knows who is signed in, it stays; who has left is noticed when it is known.
        return switch auth.state {
        case .restoring, .storageUnavailable: nil
        case .signedIn(let user): user.uid == owner ? nil : .otherUser
        case .signedOut: .otherUser
        }
    }

    func drop<Machine: LastingFlow>(
        _ flow: Machine.Type,
        _ path: WritableKeyPath<Machines, Machine.State>,
        _ reason: DroppedFlow.Reason
    ) async {
        machines[keyPath: path] = flow.idle
        dropped.append(DroppedFlow(flow: flow.name, reason: reason))
        storageProblem = await vault.set(flow.name, nil)
    }
}
