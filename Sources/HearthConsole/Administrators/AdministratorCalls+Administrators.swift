internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

extension AdministratorCalls {
    func administrators(
        _ request: HTTPRequest,
        _ name: String,
        _ caller: Caller
    ) async throws(ConsoleRefusal) -> HTTPResponse {
        guard caller.may(.administer) else { throw .forbidden(.administer) }
        if request.method == .get, name == "administrators" {
            return ConsoleGate.document(try await administratorList())
        }
        try check([.administer], caller)
        let body = try AdministrationConsole.document(of: request)
        guard let email = body["email"]?.string.flatMap({ EmailAddress($0) }) else {
            throw ConsoleRefusal(400, "An e-mail address is missing.")
        }
        switch (request.method, name) {
        case (.post, "administrators"): return try await invite(email, try role(body), caller)
        case (.post, "administrators:update"):
            let role = try role(body)
            try await ConsoleRefusal.wrap { () throws(AdministratorError) in
                try await store.set(role, of: email, by: caller.actor)
            }
        case (.post, "administrators:endSessions"):
            try await ConsoleRefusal.wrap { () throws(AdministratorError) in
                try await store.endSessions(of: email, by: caller.actor)
            }
        case (.post, "administrators:remove"): try await remove(email, caller)
        default: throw .notFound
        }
        return ConsoleGate.document(.object(JSONObject()))
    }

    private func role(_ body: JSONObject) throws(ConsoleRefusal) -> AdministratorRole {
        guard let role = body["role"]?.string.flatMap({ AdministratorRole(rawValue: $0) }) else {
            throw ConsoleRefusal(400, "The role is viewer, support, developer or owner.")
        }
        return role
    }

    private func invite(
        _ email: EmailAddress,
        _ role: AdministratorRole,
        _ caller: Caller
    ) async throws(ConsoleRefusal) -> HTTPResponse {
        let code = try await ConsoleRefusal.wrap { () throws(AdministratorError) in
            try await store.invite(email, as: role, by: caller.actor)
        }
        var answer = JSONObject()
        answer["link"] = .string("\(origin)/console/welcome#\(code.reveal())")
        return ConsoleGate.document(.object(answer))
    }

    private func remove(_ email: EmailAddress, _ caller: Caller) async throws(ConsoleRefusal) {
        let removed = try await ConsoleRefusal.wrap { () throws(AdministratorError) in
            let administrator = try await store.read { [store] db in try store.administrators.find(email, db) }
            try await store.remove(email, by: caller.actor)
            return administrator
        }
        // Without its line in the store the account opens nothing; it goes all the same.
        if let removed { try? await accounts.remove(removed) }
    }

    private func administratorList() async throws(ConsoleRefusal) -> JSONValue {
        let now = store.now()
        let list = try await ConsoleRefusal.wrap { () throws(AdministratorError) in
            try await store.read { [store] db in
                try store.administrators.list(db).map { ($0, try store.sessions.list(of: $0, at: now, db)) }
            }
        }
        return .object([
            "administrators": .array(
                list.map { administrator, sessions in
                    var object = JSONObject()
                    object["email"] = .string(administrator.email.text)
                    object["role"] = .string(administrator.role.rawValue)
                    object["created"] = .integer(administrator.createdAt.milliseconds)
                    object["enrolled"] = administrator.enrolledAt.map { .integer($0.milliseconds) }
                    object["signedIn"] = administrator.lastSignInAt.map { .integer($0.milliseconds) }
                    object["sessions"] = .array(sessions.map(Self.line))
                    return .object(object)
                }
            )
        ])
    }

    private static func line(_ session: ConsoleSession) -> JSONValue {
        var object = JSONObject()
        object["id"] = .string(session.name)
        object["created"] = .integer(session.createdAt.milliseconds)
        object["used"] = .integer(session.lastUsedAt.milliseconds)
        object["source"] = session.source.map(JSONValue.string)
        object["agent"] = session.agent.map(JSONValue.string)
        return .object(object)
    }
}
