internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// The call `users/UID/factors:remove` with the `id` of a second factor.
struct FactorRemoval: Sendable {
    private let user: String
    private let scope: UserScope
    let factor: String

    var target: String { "\(scope.project)/\(user)" }

    init(_ request: HTTPRequest, _ segments: ArraySlice<Substring>) throws(ConsoleRefusal) {
        let body = try AdministrationConsole.document(of: request)
        scope = try UserScope(body["project"]?.string, body["tenant"]?.string)
        guard let user = PercentEncoding.decode(segments[segments.startIndex + 1]), let factor = body["id"]?.string
        else {
            throw ConsoleRefusal(400, "The factor's 'id' is missing.")
        }
        self.user = user
        self.factor = factor
    }

    /// Reads the account's factors and stores all but one.
    func perform(by services: AdministrationConsole.Services) async -> HTTPResponse {
        let found = await send("accounts:lookup", ["localId": .array([.string(user)])], services)
        let document = (try? JSON.parse(found.bytes, maximumValues: 10_000))?.object
        guard let account = document?["users"]?.array?.first?.object else {
            return ConsoleGate.refusal(404, "There is no such user.")
        }
        let factors = account["mfaInfo"]?.array ?? []
        let others = factors.filter { $0.object?["mfaEnrollmentId"]?.string != factor }
        guard others.count < factors.count else { return ConsoleGate.refusal(404, "The user has no such factor.") }
        let enrollments: JSONValue = .object(["enrollments": .array(others)])
        return await send("accounts:update", ["localId": .string(user), "mfa": enrollments], services)
    }

    private func send(
        _ operation: String,
        _ members: JSONObject,
        _ services: AdministrationConsole.Services
    ) async -> HTTPResponse {
        await services.administer(scope.request(operation, members))
    }
}
