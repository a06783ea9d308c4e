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

    func answer(_ backend: Backend) async throws(ConsoleRefusal) -> JSONValue {
        let kept: String?
        do throws(BackendError) {
            kept = try await backend.keepAccount(user, project: scope.project, tenant: scope.tenant)
        } catch {
            throw ConsoleRefusal(error)
        }
        guard let kept else { throw ConsoleRefusal(404, "There is no user with this UID.") }
        return ["undo": .string(kept)]
    }
}

/// The call `accounts:restore`: puts a deleted account back, by the `undo` of `accounts:keep`.
struct RestoreAccountCall: Sendable {
    private let id: String

    init(_ body: JSONObject) throws(ConsoleRefusal) {
        guard let id = body["undo"]?.string else { throw ConsoleRefusal(400, "The 'undo' is missing.") }
        self.id = id
    }

    func answer(_ backend: Backend) async throws(ConsoleRefusal) -> JSONValue {
        let outcome: ToolOutcome
        do throws(BackendError) {
            outcome = try await backend.restoreAccount(id)
        } catch {
            throw ConsoleRefusal(error)
        }
        switch outcome {
        case .done: return [:]
        case .gone: throw ConsoleRefusal(410, "The deletion cannot be taken back any more.")
        case .refused(let words): throw ConsoleRefusal(409, words)
        }
    }
}
