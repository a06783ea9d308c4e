internal import HearthBackend
internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// The call `users:check`: what an import of these users would refuse at this moment; nothing is stored.
struct UserImport: Sendable {
    /// The most users that are checked in one call.
    private static let limit = 1000

    private let scope: UserScope
    private let document: JSONObject

    /// What the caller needs: what the import itself needs.
    static let needs: [ConsolePermission] = [.editUsers]

    init(_ body: JSONObject) throws(ConsoleRefusal) {
        scope = try UserScope(body["project"]?.string, body["tenant"]?.string)
        var document = body
        for name in ["project", "tenant"] { document[name] = nil }
        self.document = document
        guard let users = body["users"]?.array, (1...Self.limit).contains(users.count) else {
            throw ConsoleRefusal(400, "1 to \(Self.limit) users are checked in one call.")
        }
    }

    func answer(_ backend: Backend) async throws(ConsoleRefusal) -> JSONObject {
        do throws(BackendError) {
            return try await backend.rehearseImport(document, project: scope.project, tenant: scope.tenant)
        } catch {
            throw ConsoleRefusal(error)
        }
    }
}
