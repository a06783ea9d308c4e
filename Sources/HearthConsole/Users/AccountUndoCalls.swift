internal import HearthBackend
internal import HearthCore
internal import HearthJSON

/// The call `accounts:keep`: keeps everything about an account, so that its deletion can be taken back.
struct KeepAccountCall: Sendable {
    private let scope: UserScope
    private let user: UserID

    init(_ body: JSONObject) throws(ConsoleRefusal) {
        (scope, user) = try UserScope.user(in: body)
    }

    init(_ scope: UserScope, _ user: UserID) { (self.scope, self.user) = (scope, user) }

    func answer(_ backend: Backend) async throws(ConsoleRefusal) -> JSONValue {
        guard let kept = try await keep(backend) else { throw ConsoleRefusal(404, "There is no user with this UID.") }
        return ["undo": .string(kept)]
    }

    /// Keeps the account; returns what names it, `nil` if there is none.
    func keep(_ backend: Backend) async throws(ConsoleRefusal) -> String? {
        do throws(BackendError) {
            return try await backend.keepAccount(user, project: scope.project, tenant: scope.tenant)
        } catch {
            throw ConsoleRefusal(error)
        }
    }
}

/// The call `accounts:restore`: puts deleted accounts back, by the `undo` of `accounts:keep` or by a list of them.
///
/// The answer to a list has `failed`, one `{undo, message, gone}` for each account that did not come back.
struct RestoreAccountCall: Sendable {
    private let ids: [String]
    private let isList: Bool

    init(_ body: JSONObject) throws(ConsoleRefusal) {
        isList = body["undo"]?.array != nil
        let named = body["undo"]?.array ?? body["undo"].map { [$0] } ?? []
        ids = named.compactMap(\.string)
        guard ids.count == named.count, (1...BulkChange.keptLimit).contains(ids.count) else {
            throw ConsoleRefusal(400, "The 'undo' is missing, or is more than \(BulkChange.keptLimit).")
        }
    }

    func answer(_ backend: Backend) async throws(ConsoleRefusal) -> JSONValue {
        var failed: [JSONValue] = []
        for id in ids {
            guard let refusal = try await refusal(of: id, backend) else { continue }
            guard isList else { throw refusal }
            let line: JSONObject = [
                "undo": .string(id), "message": .string(refusal.words), "gone": .bool(refusal.status == 410),
            ]
            failed.append(.object(line))
        }
        return isList ? ["failed": .array(failed)] : [:]
    }

    /// Puts an account back; `nil` if it is there again.
    private func refusal(of id: String, _ backend: Backend) async throws(ConsoleRefusal) -> ConsoleRefusal? {
        let outcome: ToolOutcome
        do throws(BackendError) {
            outcome = try await backend.restoreAccount(id)
        } catch {
            throw ConsoleRefusal(error)
        }
        switch outcome {
        case .done: return nil
        case .gone: return ConsoleRefusal(410, "The deletion cannot be taken back any more.")
        case .refused(let words): return ConsoleRefusal(409, words)
        }
    }
}
