internal import HearthBackend
internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// The console's calls about users in emulator mode, where everybody on the machine may do everything.
struct UserCalls: Sendable {
    let backend: Backend
    /// Sends a request to the identity service with the right to administer the project.
    let send: HTTPHandler

    /// Whether a call is about users.
    static func owns(_ segments: ArraySlice<Substring>) -> Bool {
        segments.first == "users" && segments.count == 3
            || segments.count == 1 && segments.first?.hasPrefix("users:") == true
    }

    func answer(_ request: HTTPRequest, _ segments: ArraySlice<Substring>) async throws(ConsoleRefusal) -> HTTPResponse
    {
        if segments.count == 3 {
            let isCode = request.method == .get && segments.last == "totp"
            return ConsoleGate.document(
                .object(
                    isCode
                        ? try await CurrentCode(request, segments).answer(backend)
                        : try await UserSessions(request, segments).answer(backend)
                )
            )
        }
        guard request.method == .post else { throw .notFound }
        let body = try AdministrationConsole.document(of: request)
        switch segments.first {
        case "users:search": return ConsoleGate.document(.object(try await UserSearch(body).page(of: backend)))
        case "users:bulk":
            let change = try BulkChange(body)
            let batch = try await change.batch(of: backend)
            let kept = change.keepsAccounts ? try await change.keep(batch, in: backend) : nil
            var answer = await change.perform(on: batch, at: backend.presentTime, send)
            // Of a deletion that was refused nothing is taken back.
            if answer["failed"]?.array?.isEmpty == true { answer["kept"] = kept }
            return ConsoleGate.document(.object(answer))
        case "users:export": return try UserExport(body).response(backend)
        case "users:check": return ConsoleGate.document(.object(try await UserImport(body).answer(backend)))
        default: throw .notFound
        }
    }
}

/// The call `users/UID/totp` with the `factor`: the present code of a user's authenticator app.
private struct CurrentCode {
    private let user: UserID
    private let factor: FactorID
    private let scope: UserScope

    init(_ request: HTTPRequest, _ segments: ArraySlice<Substring>) throws(ConsoleRefusal) {
        guard let user = PercentEncoding.decode(segments[segments.startIndex + 1]).flatMap({ UserID(rawValue: $0) }),
            let factor = request.query["factor"].flatMap({ FactorID(rawValue: $0) })
        else { throw ConsoleRefusal(400, "The user's identifier or the 'factor' is missing.") }
        self.user = user
        self.factor = factor
        scope = try UserScope(request.query["project"], request.query["tenant"])
    }

    func answer(_ backend: Backend) async throws(ConsoleRefusal) -> JSONObject {
        let code: JSONObject?
        do throws(BackendError) {
            code = try await backend.currentCode(of: factor, of: user, project: scope.project, tenant: scope.tenant)
        } catch {
            throw ConsoleRefusal(error)
        }
        guard let code else { throw ConsoleRefusal(404, "The user has no such authenticator app.") }
        return code
    }
}
