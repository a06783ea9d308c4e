internal import HearthBackend
internal import HearthHTTP
internal import HearthJSON

extension AdministratorCalls {
    /// The calls about many users.
    func users(_ request: HTTPRequest, _ name: Substring, _ caller: Caller) async throws(ConsoleRefusal) -> HTTPResponse
    {
        let body = try AdministrationConsole.document(of: request)
        switch name {
        case "users:search": return try await search(body, caller)
        case "users:bulk": return try await change(body, caller)
        case "users:export": return try await export(body, caller)
        case "users:check":
            try check(UserImport.needs, caller)
            return ConsoleGate.document(.object(try await UserImport(body).answer(services.backend)))
        default: throw .notFound
        }
    }

    private func search(_ body: JSONObject, _ caller: Caller) async throws(ConsoleRefusal) -> HTTPResponse {
        let search = try UserSearch(body)
        // A search by parts of addresses would spell them out, letter by letter.
        try check(search.reveals ? [.viewUsers, .viewAddresses] : [.viewUsers], caller)
        return ConsoleGate.document(
            readable(Redaction.apply(to: .object(try await search.page(of: services.backend))), by: caller)
        )
    }

    private func change(_ body: JSONObject, _ caller: Caller) async throws(ConsoleRefusal) -> HTTPResponse {
        let change = try BulkChange(body)
        try check(change.needs, caller)
        guard !change.keepsAccounts else {
            throw ConsoleRefusal(400, "Deletions are taken back in an emulator alone.")
        }
        let batch = try await change.batch(of: services.backend)
        // A page of a long list on which none passes changes nothing, and leaves no line.
        let line = batch.ids.isEmpty ? nil : change.line(of: batch)
        var number: Int64?
        if let line { number = try await begin(line.action, line.target, line.detail, caller) }
        let answer = await change.perform(on: batch, at: services.backend.presentTime) { [services] request in
            await services.administer(request)
        }
        if let number { await finish(number, answer["failed"]?.array?.isEmpty == true ? 200 : 207) }
        return ConsoleGate.document(.object(answer))
    }

    private func export(_ body: JSONObject, _ caller: Caller) async throws(ConsoleRefusal) -> HTTPResponse {
        let export = try UserExport(body)
        try check(UserExport.needs, caller)
        let line = try await begin("ExportUsers", export.target, export.detail, caller)
        await finish(line, 200)
        return export.response(services.backend)
    }
}
