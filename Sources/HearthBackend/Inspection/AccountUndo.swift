package import HearthCore
internal import HearthDatabase
internal import HearthWire

/// The accounts that were kept before they were deleted, the newest few.
final class KeptAccounts: Sendable {
    /// The most accounts that are kept; then the oldest is forgotten.
    static let limit = 50

    private let kept = Locked<[(id: String, remains: AccountRemains)]>([])

    func keep(_ remains: AccountRemains, as id: String) {
        kept.withLock { kept in
            if kept.count == Self.limit { kept.removeFirst() }
            kept.append((id, remains))
        }
    }

    /// What was kept, which stays until it was put back.
    func find(_ id: String) -> AccountRemains? { kept.withLock { $0.last { $0.id == id }?.remains } }

    func forget(_ id: String) { kept.withLock { kept in kept.removeAll { $0.id == id } } }
}

extension Backend {
    /// The most deleted accounts that can be put back; then the oldest is forgotten.
    package static var keptAccountLimit: Int { KeptAccounts.limit }

    /// Keeps everything about an account in memory, so that its deletion can be taken back.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - project: The project.
    ///   - tenant: The account's tenant; `nil` for none.
    /// - Returns: What names it to ``restoreAccount(_:)``; `nil` if there is no such account.
    /// - Throws: ``BackendError`` outside emulator mode, or if the storage fails.
    package func keepAccount(
        _ account: UserID,
        project: ProjectID,
        tenant: TenantID?
    ) async throws(BackendError) -> String? {
        try refuseOutsideEmulator("deleted accounts are kept")
        do {
            let call = inspection(of: Scope(project: project, tenant: tenant))
            let remains = try await store.read(call) { [store] tx in
                try AccountRemains(of: account, in: store, tx)
            }
            guard let remains else { return nil }
            let id = environment.random.alphanumeric(20)
            inspected.keptAccounts.keep(remains, as: id)
            return id
        } catch {
            throw BackendError(.storage, "the account cannot be kept: \(error)")
        }
    }

    /// Puts a deleted account back as it was, with its password, its factors, its sessions and its codes.
    ///
    /// No function is told: to them the account stays deleted.
    ///
    /// - Parameter id: What ``keepAccount(_:project:tenant:)`` has returned.
    /// - Returns: What became of it.
    /// - Throws: ``BackendError`` outside emulator mode, or if the storage fails.
    package func restoreAccount(_ id: String) async throws(BackendError) -> ToolOutcome {
        try refuseOutsideEmulator("deleted accounts are put back")
        guard let remains = inspected.keptAccounts.find(id) else { return .gone }
        do {
            try await store.write(inspection(of: remains.scope)) { [store] tx in
                try remains.restore(in: store, tx)
            }
            inspected.keptAccounts.forget(id)
            return .done
        } catch  where error.httpStatus < 500 {
            return .refused("The account cannot be put back: \(error.code.rawValue).")
        } catch {
            throw BackendError(.storage, "the account cannot be put back: \(error)")
        }
    }
}
