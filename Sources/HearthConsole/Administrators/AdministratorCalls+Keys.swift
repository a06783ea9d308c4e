internal import HearthBackend
internal import HearthHTTP
internal import HearthJSON

extension AdministratorCalls {
    /// The call `keys:rotate`, `{"purpose": "idToken"}`: makes the key that signs next.
    func rotateKey(_ request: HTTPRequest, _ caller: Caller) async throws(ConsoleRefusal) -> HTTPResponse {
        try check([.rotateKeys], caller)
        let body = try AdministrationConsole.document(of: request)
        guard let purpose = body["purpose"]?.string else {
            throw ConsoleRefusal(400, "The 'purpose' is missing: idToken or sessionCookie.")
        }
        let line = try await begin("RotateSigningKey", "keys/\(purpose.prefix(40))", body, caller)
        do throws(BackendError) {
            let next = try await services.backend.rotateSigningKey(purpose)
            await finish(line, 200)
            return ConsoleGate.document(SettingsCall.json(next))
        } catch {
            let refusal = ConsoleRefusal(error)
            await finish(line, refusal.status)
            throw refusal
        }
    }

    /// The call `keys:withdraw`, `{"key": ID}`: takes a key that leaked out of use, and answers with the one that signs.
    func withdrawKey(_ request: HTTPRequest, _ caller: Caller) async throws(ConsoleRefusal) -> HTTPResponse {
        try check([.rotateKeys], caller)
        let body = try AdministrationConsole.document(of: request)
        guard let id = body["key"]?.string, !id.isEmpty else {
            throw ConsoleRefusal(400, "The 'key' is missing: its identifier.")
        }
        let line = try await begin("WithdrawSigningKey", "keys/\(id.prefix(60))", body, caller)
        var refusal = ConsoleRefusal(404, "There is no such key. It may have been withdrawn already.")
        do throws(BackendError) {
            if let signer = try await services.backend.withdrawSigningKey(id) {
                await finish(line, 200)
                return ConsoleGate.document(SettingsCall.json(signer))
            }
        } catch {
            refusal = ConsoleRefusal(error)
        }
        await finish(line, refusal.status)
        throw refusal
    }
}
