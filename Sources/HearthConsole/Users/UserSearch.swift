internal import HearthBackend
internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// The call `users:search`: a page of a project's users, found and sorted by the storage's indexes.
struct UserSearch: Sendable {
    private(set) var search: AccountSearch
    let scope: UserScope

    /// Whether the answer depends on parts of addresses, numbers or names.
    var reveals: Bool { !search.text.isEmpty || search.order == .email || search.order == .name }

    init(_ body: JSONObject) throws(ConsoleRefusal) {
        scope = try UserScope(body["project"]?.string, body["tenant"]?.string)
        var search = AccountSearch()
        search.text = body["text"]?.string ?? ""
        guard search.text.utf8.count <= 500 else { throw ConsoleRefusal(400, "A search has at most 500 bytes.") }
        if let name = body["order"]?.string {
            guard let order = AccountSearch.Order(rawValue: name) else {
                let names = AccountSearch.Order.allCases.map(\.rawValue).joined(separator: ", ")
                throw ConsoleRefusal(400, "Users are ordered by \(names).")
            }
            search.order = order
        }
        search.isDescending = body["descending"]?.bool ?? true
        search.filter = try AccountFilter(body)
        search.after = body["after"]?.string
        search.size = body["size"]?.integer.flatMap { Int(exactly: $0) } ?? 50
        self.search = search
    }

    /// The same search from its first page on, by pages of a size, in the order of identifiers, which no change of the
    /// users disturbs.
    func settled(size: Int) -> UserSearch {
        var settled = self
        settled.search.order = .uid
        settled.search.isDescending = false
        settled.search.size = size
        return settled
    }

    /// The same search after a page.
    func next(after place: String) -> UserSearch {
        var next = self
        next.search.after = place
        return next
    }

    /// The page.
    func page(of backend: Backend) async throws(ConsoleRefusal) -> JSONObject {
        do throws(BackendError) {
            return try await backend.find(search, of: scope.project, tenant: scope.tenant)
        } catch {
            throw ConsoleRefusal(error)
        }
    }
}

/// The accounts that a call is about: a project's own, or a tenant's.
struct UserScope: Sendable {
    let project: ProjectID
    let tenant: TenantID?

    init(_ project: String?, _ tenant: String?) throws(ConsoleRefusal) {
        guard let project = project.flatMap({ ProjectID(rawValue: $0) }) else {
            throw ConsoleRefusal(400, "The project is missing.")
        }
        self.project = project
        guard let tenant, !tenant.isEmpty else {
            self.tenant = nil
            return
        }
        guard let id = TenantID(rawValue: tenant) else { throw ConsoleRefusal(400, "The tenant's name is none.") }
        self.tenant = id
    }

    /// The user that a body names by `user`, and where the account belongs.
    static func user(in body: JSONObject) throws(ConsoleRefusal) -> (scope: UserScope, user: UserID) {
        let scope = try UserScope(body["project"]?.string, body["tenant"]?.string)
        guard let user = body["user"]?.string.flatMap({ UserID(rawValue: $0) }) else {
            throw ConsoleRefusal(400, "The 'user' is missing: a UID of the project.")
        }
        return (scope, user)
    }

    /// A call of the identity service about the accounts, without a credential.
    func request(_ operation: String, _ members: JSONObject) -> HTTPRequest {
        let tenant = tenant.map { "tenants/\(PercentEncoding.encode($0.rawValue))/" } ?? ""
        let project = PercentEncoding.encode(project.rawValue)
        return HTTPRequest(
            .post,
            target: "/identitytoolkit.googleapis.com/v1/projects/\(project)/\(tenant)\(operation)",
            fields: ["Host": "localhost", "Content-Type": "application/json"],
            body: JSON.serialize(.object(members))
        )
    }
}

/// The calls `users/UID/sessions`, and `users/UID/sessions:end` with the `id` of one.
struct UserSessions: Sendable {
    private let user: UserID
    private let scope: UserScope
    private let ended: String?

    var isWrite: Bool { ended != nil }
    var target: String { "\(scope.project)/\(user)" }
    var detail: JSONObject { ended.map { ["id": .string($0)] } ?? [:] }

    init(_ request: HTTPRequest, _ segments: ArraySlice<Substring>) throws(ConsoleRefusal) {
        let (name, action) = (segments[segments.startIndex + 1], segments[segments.startIndex + 2])
        guard let text = PercentEncoding.decode(name), let user = UserID(rawValue: text) else {
            throw ConsoleRefusal(400, "The user's identifier is none.")
        }
        self.user = user
        switch (request.method, action) {
        case (.get, "sessions"):
            scope = try UserScope(request.query["project"], request.query["tenant"])
            ended = nil
        case (.post, "sessions:end"):
            let body = try AdministrationConsole.document(of: request)
            scope = try UserScope(body["project"]?.string, body["tenant"]?.string)
            guard let id = body["id"]?.string else { throw ConsoleRefusal(400, "The session's 'id' is missing.") }
            ended = id
        default: throw .notFound
        }
    }

    func answer(_ backend: Backend) async throws(ConsoleRefusal) -> JSONObject {
        do throws(BackendError) {
            guard let ended else {
                let list = try await backend.sessions(of: user, project: scope.project, tenant: scope.tenant)
                return ["sessions": .array(list.map(JSONValue.object))]
            }
            guard try await backend.endSession(ended, of: user, project: scope.project, tenant: scope.tenant) else {
                return ["ended": .bool(false)]
            }
            return ["ended": .bool(true)]
        } catch {
            throw ConsoleRefusal(error)
        }
    }
}
