internal import HearthBackend
internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// The calls `inbox`, `inbox/ID:expire`, `inbox/ID:repeat` and `inbox/ID:qr`.
struct InboxCall: Sendable {
    let backend: Backend
    let qrCode: @Sendable (String) -> [String]?

    func answer(_ request: HTTPRequest, _ segments: ArraySlice<Substring>) async throws(ConsoleRefusal) -> JSONValue {
        if segments.count == 1 {
            guard request.method == .get else { throw .notFound }
            return try await list(of: try UserScope(request.query["project"], nil).project)
        }
        let parts = (segments.last ?? "").split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let id = PercentEncoding.decode(parts[0]) else { throw .notFound }
        if request.method == .get, parts[1] == "qr" {
            return try await picture(of: id, try UserScope(request.query["project"], nil).project)
        }
        guard request.method == .post else { throw .notFound }
        let project = try UserScope(try AdministrationConsole.document(of: request)["project"]?.string, nil).project
        let outcome: ToolOutcome
        do throws(BackendError) {
            switch parts[1] {
            case "expire": outcome = try await backend.expireMessage(id, of: project)
            case "repeat": outcome = try await backend.repeatMessage(id, of: project)
            default: throw BackendError(.configuration, "A message can 'expire' or 'repeat'.")
            }
        } catch {
            throw ConsoleRefusal(error)
        }
        switch outcome {
        case .done: return [:]
        case .gone: throw Self.gone
        case .refused(let words): throw ConsoleRefusal(409, words)
        }
    }

    private static let gone = ConsoleRefusal(410, "The inbox does not hold this message any more.")

    private func messages(of project: ProjectID) async throws(ConsoleRefusal) -> ([InboxMessage], UnixTime) {
        do throws(BackendError) {
            return try await backend.inbox(of: project)
        } catch {
            throw ConsoleRefusal(error)
        }
    }

    private func list(of project: ProjectID) async throws(ConsoleRefusal) -> JSONValue {
        let (messages, now) = try await messages(of: project)
        return ["messages": .array(messages.map(\.json)), "now": .integer(now.milliseconds)]
    }

    /// The link of a message as the rows of a QR code.
    private func picture(of id: String, _ project: ProjectID) async throws(ConsoleRefusal) -> JSONValue {
        guard let message = try await messages(of: project).0.first(where: { $0.id == id }) else { throw Self.gone }
        guard let link = message.link else { throw ConsoleRefusal(409, "This message has no link.") }
        guard let rows = qrCode(link.reveal()) else {
            throw ConsoleRefusal(409, "The link is too long for a QR code, which holds 2,331 bytes.")
        }
        return ["rows": .array(rows.map(JSONValue.string))]
    }
}

extension InboxMessage {
    fileprivate var json: JSONValue {
        var message = JSONObject()
        message["id"] = .string(id)
        message["channel"] = .string(channel)
        message["purpose"] = .string(purpose)
        message["to"] = .string(to)
        message["newEmail"] = newEmail.map(JSONValue.string)
        message["code"] = .string(code.reveal())
        message["link"] = link.map { .string($0.reveal()) }
        message["sentAt"] = .string(sentAt)
        message["state"] = .string(state.rawValue)
        message["expiresAt"] = expiresAt.map { .integer($0.milliseconds) }
        message["usedAt"] = usedAt.map { .integer($0.milliseconds) }
        message["repeats"] = repetition.map { .string($0.rawValue) }
        return .object(message)
    }
}
