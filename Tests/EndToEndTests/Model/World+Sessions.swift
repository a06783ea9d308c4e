@testable import HearthAuth
import HearthCore
import HearthTesting

extension World {
    /// A new process in the place of one, in the session that is active.
    func begin(_ index: Int, isLocked: Bool) async {
        processes[index].end()
        processes[index] = ClientProcess(backend, directory: directory, session: activeName, isLocked: isLocked)
        _ = await processes[index].auth?.ready()
        guard !isLocked, let active = try? await processes[index].activeName() else { return }
        if active != activeName { violate("\(active) is active, not \(activeName)") }
    }

    /// An orderly end, and a start at which the storage may be locked: then a guest must wait.
    func restart(_ index: Int, isLocked: Bool) async -> Observation {
        trace.append("\(index) restart \(isLocked ? "locked" : "")")
        await processes[index].settle()
        let before = await stored(activeName)
        await begin(index, isLocked: isLocked)
        var result: Result<String?, AuthError> = .success(nil)
        if isLocked, let auth = processes[index].auth {
            if case .success(let uid) = await Action.guest.perform(auth) {
                violate("a guest \(uid ?? "") behind a lock")
            }
            if auth.currentUser != nil || auth.state.isSignedOut { violate("a locked storage says who is there") }
            processes[index].storage.mode.withLock { $0 = .open }
            result = await Action.look.perform(auth)
        }
        if processes[index].auth?.currentUser?.uid != before { violate("the start shows another user than is stored") }
        return looked(index, result, before: before, isLocked: isLocked)
    }

    /// Another named session becomes the active one, or the one in use is removed.
    func changeSession(_ index: Int, _ action: Action, isLocked: Bool) async -> Observation {
        let process = processes[index]
        let name = process.name
        trace.append("\(index) \(action) of \(name) \(isLocked ? "locked" : "")")
        let before = await stored(besides: "")
        if isLocked { process.storage.mode.withLock { $0 = .locked } }
        var result: Result<String?, AuthError> = .success(nil)
        do throws(AuthError) {
            if case .activate(let other) = action {
                try await process.activate(other)
                activeName = other
            } else {
                try await process.removeSession()
                if name == activeName { activeName = NamedSessions.mainName }
            }
        } catch {
            result = .failure(error)
        }
        if isLocked { process.storage.mode.withLock { $0 = .open } }
        await process.settle()
        trace.append("  \(result.map { $0 ?? "-" })")
        if let error = result.error, !isLocked { violate("\(action) without a fault ends with \(error)") }
        if isLocked, result.error == nil { violate("\(action) behind a lock has changed something") }
        let after = await stored(besides: "")
        for other in Self.names {
            let expected = action == .removeSession && other == name ? nil : before[other]
            if after[other] != expected { violate("\(after[other] ?? "nobody") is stored as \(other)") }
        }
        if let auth = process.auth { result = await Action.look.perform(auth) }
        return looked(index, result, before: await stored(process.name), isLocked: false)
    }

    /// What is so after a process has looked into the storage.
    private func looked(
        _ index: Int,
        _ result: Result<String?, AuthError>,
        before: String?,
        isLocked: Bool
    ) -> Observation {
        Observation(
            action: .look,
            name: processes[index].name,
            result: result,
            wasKilled: false,
            shown: nil,
            before: before,
            fates: [],
            wasLocked: isLocked,
            isStale: false,
            wasOvertaken: false
        )
    }
}

extension SessionState {
    fileprivate var isSignedOut: Bool {
        if case .signedOut = self { true } else { false }
    }
}
