internal import HearthBackend
internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// The calls `passkeys`: an administrator's own passkeys, of which each is a second factor beside the authenticator app.
struct OwnPasskeys: Sendable {
    let store: AdministratorStore
    let accounts: AdministratorAccounts
    let proofs: AdministratorProofs

    /// Whether a call is one of these.
    static func owns(_ name: String) -> Bool {
        name == "passkeys" || name.hasPrefix("passkeys:")
    }

    func answer(
        _ request: HTTPRequest,
        _ name: String,
        _ caller: AdministratorCalls.Caller
    ) async throws(ConsoleRefusal) -> JSONValue {
        let head = HTTPRequestHead(request)
        let body = try AdministrationConsole.document(of: request)
        switch (request.method, name) {
        case (.get, "passkeys"): break
        case (.post, "passkeys:start"):
            let proof = try proof(of: caller)
            return try await wrap { () throws(AdministratorAccounts.Refusal) in
                ["options": try await accounts.passkeyCreation(proof, from: head)]
            }
        case (.post, "passkeys:finish"): try await add(body, caller, head)
        case (.post, "passkeys:remove"): try await remove(body, caller)
        default: throw .notFound
        }
        let list = try await wrap { () throws(AdministratorAccounts.Refusal) in
            try await accounts.passkeys(of: caller.administrator.id)
        }
        return [
            "passkeys": .array(list.map { ["id": .string($0.id), "name": .string($0.name)] })
        ]
    }

    private func proof(of caller: AdministratorCalls.Caller) throws(ConsoleRefusal) -> AdministratorAccounts.Proof {
        let now = store.now()
        guard caller.session.hasRecentProof(at: now), let proof = proofs.proof(of: caller.session, at: now) else {
            throw .needsProof
        }
        return proof
    }

    private func add(
        _ body: JSONObject,
        _ caller: AdministratorCalls.Caller,
        _ head: HTTPRequestHead
    ) async throws(ConsoleRefusal) {
        let proof = try proof(of: caller)
        guard let answer = body["passkey"]?.object else { throw ConsoleRefusal(400, "The 'passkey' is missing.") }
        let name = body["name"]?.string.map { String($0.prefix(60)) } ?? ""
        let line = try await begin("AddPasskey", ["name": .string(name)], caller)
        do throws(AdministratorAccounts.Refusal) {
            let next = try await accounts.addPasskey(.object(answer), named: name, proof, from: head)
            let end = caller.session.provedAt + ConsoleSession.proofLifetime
            proofs.keep(next, of: caller.session.digest, until: end, at: store.now())
        } catch {
            await finish(line, 400)
            throw error.status >= 500 ? ConsoleRefusal(error) : .wrongPasskey
        }
        await finish(line, 200)
        try await endOthers(caller)
    }

    private func remove(_ body: JSONObject, _ caller: AdministratorCalls.Caller) async throws(ConsoleRefusal) {
        guard caller.session.hasRecentProof(at: store.now()) else { throw .needsProof }
        guard let id = body["id"]?.string else { throw ConsoleRefusal(400, "The passkey's 'id' is missing.") }
        let line = try await begin("RemovePasskey", ["id": .string(String(id.prefix(300)))], caller)
        try await wrap { () throws(AdministratorAccounts.Refusal) in
            try await accounts.removePasskey(id, of: caller.administrator.id)
        }
        await finish(line, 200)
        try await endOthers(caller)
    }

    /// Ends the other sessions of the administrator: they were begun with other factors.
    private func endOthers(_ caller: AdministratorCalls.Caller) async throws(ConsoleRefusal) {
        let (id, digest) = (caller.administrator.id, caller.session.digest)
        try await ConsoleRefusal.wrap { () throws(AdministratorError) in
            try await store.write { [store] db in try store.sessions.deleteAll(of: id, but: digest, db) }
        }
    }

    private func begin(
        _ action: String,
        _ detail: JSONObject,
        _ caller: AdministratorCalls.Caller
    ) async throws(ConsoleRefusal) -> Int64 {
        var line = caller.actor.line(action, caller.administrator.email.text, "", at: store.now())
        line.detail = String(decoding: JSON.serialize(.object(detail)), as: UTF8.self)
        line.status = nil
        let begun = line
        return try await ConsoleRefusal.wrap { () throws(AdministratorError) in
            try await store.write { [store] db in try store.audit.append(begun, db) }
        }
    }

    private func finish(_ number: Int64, _ status: Int) async {
        _ = try? await store.write { [store] db in try store.audit.finish(number, status: status, db) }
    }

    private func wrap<Result>(
        _ body: () async throws(AdministratorAccounts.Refusal) -> Result
    ) async throws(ConsoleRefusal) -> Result {
        do throws(AdministratorAccounts.Refusal) { return try await body() } catch { throw ConsoleRefusal(error) }
    }
}
