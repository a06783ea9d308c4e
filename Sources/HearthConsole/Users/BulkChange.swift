internal import HearthBackend
internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// The call `users:bulk`: one batch of a change of many users.
///
/// The users are named (`ids`), or they are those of a search (`search`), page by page: the answer's `next` is the
/// `after` of the next batch. With `undo` the answer says what takes the change back: `changed`, the users whose state
/// it has changed; in an emulator that deletes, `kept`, one `{localId, undo}` for each account, as `accounts:restore`
/// takes it.
struct BulkChange: Sendable {
    /// What is done to each user.
    enum Act: String, Sendable, CaseIterable {
        case disable, enable, signOut, delete
    }

    /// A batch: the users, and where the next one begins.
    struct Batch: Sendable {
        let ids: [String]
        let next: String?
    }

    /// The most users of a batch; their names fit into one line of the audit.
    static let limit = 100

    /// The most users of a deletion that can be taken back: as many accounts as the backend keeps.
    static let keptLimit = Backend.keptAccountLimit

    let act: Act
    private let isUndoable: Bool
    private let scope: UserScope
    private let ids: [String]
    private let search: UserSearch?

    /// Whether the accounts are kept before they are deleted.
    var keepsAccounts: Bool { isUndoable && act == .delete }

    /// What the caller needs.
    var needs: [ConsolePermission] {
        let change: [ConsolePermission] = act == .delete ? [.deleteUsers] : [.assistUsers, .assistManyUsers]
        return change + (search?.reveals == true ? [.viewAddresses] : [])
    }

    init(_ body: JSONObject) throws(ConsoleRefusal) {
        guard let act = body["act"]?.string.flatMap({ Act(rawValue: $0) }) else {
            let names = Act.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConsoleRefusal(400, "'act' is one of \(names).")
        }
        self.act = act
        isUndoable = body["undo"]?.bool == true
        if isUndoable, act == .signOut || act == .delete && body["search"] != nil {
            throw ConsoleRefusal(400, "Only users who are named are disabled, enabled or deleted with 'undo'.")
        }
        if var search = body["search"]?.object {
            search["project"] = body["project"]
            search["tenant"] = body["tenant"]
            let named = try UserSearch(search).settled(size: Self.limit)
            self.search = body["after"]?.string.map { named.next(after: $0) } ?? named
            scope = named.scope
            ids = []
            return
        }
        scope = try UserScope(body["project"]?.string, body["tenant"]?.string)
        search = nil
        let ids = body["ids"]?.array?.compactMap(\.string) ?? []
        guard (1...Self.limit).contains(ids.count), ids.count == body["ids"]?.array?.count else {
            throw ConsoleRefusal(400, "A change of many users names 1 to \(Self.limit) of them, or has a 'search'.")
        }
        guard !(isUndoable && act == .delete) || ids.count <= Self.keptLimit else {
            throw ConsoleRefusal(400, "A deletion with 'undo' names at most \(Self.keptLimit) users.")
        }
        self.ids = ids
    }

    /// The users of the batch.
    func batch(of backend: Backend) async throws(ConsoleRefusal) -> Batch {
        guard let search else { return Batch(ids: ids, next: nil) }
        let page = try await search.page(of: backend)
        let ids = page["users"]?.array?.compactMap { $0.object?["localId"]?.string } ?? []
        return Batch(ids: ids, next: page["next"]?.string)
    }

    /// The line of the audit about a batch: what it is done to, and what is done.
    func line(of batch: Batch) -> (action: String, target: String, detail: JSONObject) {
        let action =
            switch act {
            case .disable: "DisableUsers"
            case .enable: "EnableUsers"
            case .signOut: "SignOutUsers"
            case .delete: "DeleteUsers"
            }
        return (
            action, "\(scope.project)/\(batch.ids.count) users",
            ["localIds": .array(batch.ids.map(JSONValue.string))]
        )
    }

    /// Keeps the accounts of a batch that is deleted next.
    ///
    /// - Returns: One `{localId, undo}` for each account that exists.
    /// - Throws: ``ConsoleRefusal`` outside emulator mode, or if the storage fails; then nothing may be deleted.
    func keep(_ batch: Batch, in backend: Backend) async throws(ConsoleRefusal) -> JSONValue {
        var kept: [JSONValue] = []
        for id in batch.ids {
            guard let user = UserID(rawValue: id),
                let undo = try await KeepAccountCall(scope, user).keep(backend)
            else { continue }
            kept.append(.object(["localId": .string(id), "undo": .string(undo)]))
        }
        return .array(kept)
    }

    /// Changes the users of a batch, each by itself.
    ///
    /// - Returns: `done`, how many were changed; `failed`, one `{localId, message}` for each other; `changed`, if the
    ///   change can be taken back; and `next`.
    func perform(on batch: Batch, at now: UnixTime, _ send: HTTPHandler) async -> JSONObject {
        var failed: [JSONValue] = []
        let before = isUndoable && act != .delete ? await states(of: batch, send) : nil
        if act == .delete, !batch.ids.isEmpty {
            let members: JSONObject = ["localIds": .array(batch.ids.map(JSONValue.string)), "force": true]
            let answer = await send(scope.request("accounts:batchDelete", members))
            if let words = Self.refusal(in: answer) { failed = batch.ids.map { Self.failure($0, words) } }
        } else if act != .delete {
            for id in batch.ids {
                let answer = await send(scope.request("accounts:update", change(of: id, at: now)))
                if let words = Self.refusal(in: answer) { failed.append(Self.failure(id, words)) }
            }
        }
        var answer = JSONObject()
        answer["done"] = .integer(Int64(batch.ids.count - failed.count))
        answer["failed"] = .array(failed)
        if let before {
            let refused = Set(failed.compactMap { $0.object?["localId"]?.string })
            let changed = batch.ids.filter { !refused.contains($0) && before[$0] == (act == .enable) }
            answer["changed"] = .array(changed.map(JSONValue.string))
        }
        answer["next"] = batch.next.map(JSONValue.string)
        return answer
    }

    /// Which users of a batch are disabled.
    private func states(of batch: Batch, _ send: HTTPHandler) async -> [String: Bool] {
        guard !batch.ids.isEmpty else { return [:] }
        let answer = await send(
            scope.request("accounts:lookup", ["localId": .array(batch.ids.map(JSONValue.string))])
        )
        let users = (try? JSON.parse(answer.bytes, maximumValues: 100_000))?.object?["users"]?.array ?? []
        var states: [String: Bool] = [:]
        for user in users.compactMap(\.object) {
            if let id = user["localId"]?.string { states[id] = user["disabled"]?.bool == true }
        }
        return states
    }

    private func change(of id: String, at now: UnixTime) -> JSONObject {
        switch act {
        case .disable: ["localId": .string(id), "disableUser": true]
        case .enable: ["localId": .string(id), "disableUser": false]
        case .signOut, .delete: ["localId": .string(id), "validSince": .string("\(now.seconds)")]
        }
    }

    private static func failure(_ id: String, _ words: String) -> JSONValue {
        .object(["localId": .string(id), "message": .string(words)])
    }

    /// Why the service refused; `nil` if it did not.
    private static func refusal(in answer: HTTPResponse) -> String? {
        guard answer.status != 200 else { return nil }
        let error = (try? JSON.parse(answer.bytes, maximumValues: 1000))?.object?["error"]?.object
        return error?["message"]?.string ?? "HTTP \(answer.status)"
    }
}
