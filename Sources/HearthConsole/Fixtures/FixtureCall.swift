internal import HearthBackend
internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// The call `fixture`: the source of a Swift test that begins with what the project holds, or with a part of it.
struct FixtureCall: Sendable {
    private let project: ProjectID
    /// The one account that is asked for.
    private let user: String?
    /// The one document that is asked for, by its path.
    private let document: String?
    private let hasAccounts: Bool
    private let hasDocuments: Bool

    init(_ body: JSONObject) throws(ConsoleRefusal) {
        project = try UserScope(body["project"]?.string, nil).project
        user = body["user"]?.string
        document = body["document"]?.string
        let isWhole = user == nil && document == nil
        hasAccounts = user != nil || isWhole && body["accounts"]?.bool ?? true
        hasDocuments = document != nil || isWhole && body["documents"]?.bool ?? true
    }

    /// Reads from the services, as an Admin SDK does, and writes the source.
    func source(_ handle: @escaping HTTPHandler, hasFirestore: Bool) async throws(ConsoleRefusal) -> JSONValue {
        let accounts = hasAccounts ? try await accounts(ServiceReader(handle: handle)) : []
        let documents = hasDocuments && hasFirestore ? try await documents(ServiceReader(handle: handle)) : []
        guard max(accounts.count, documents.count) <= SwiftFixture.limit else {
            throw ConsoleRefusal(
                409,
                "A test begins with at most \(SwiftFixture.limit) accounts and \(SwiftFixture.limit) documents. "
                    + "Save a state by name, and start 'hearth exec --import' with it."
            )
        }
        let fixture = SwiftFixture(project: project.rawValue, accounts: accounts, documents: documents)
        return [
            "source": .string(fixture.source), "accounts": .integer(Int64(accounts.count)),
            "documents": .integer(Int64(documents.count)),
        ]
    }

    private func accounts(_ services: ServiceReader) async throws(ConsoleRefusal) -> [JSONValue] {
        let base = "/identitytoolkit.googleapis.com/v1/projects/\(project)/accounts"
        guard let user else {
            // One more than a test may have tells that there are more.
            let answer = try await services.ask(.get, "\(base):batchGet?maxResults=\(SwiftFixture.limit + 1)")
            return answer["users"]?.array ?? []
        }
        let answer = try await services.ask(.post, "\(base):lookup", ["localId": [.string(user)]])
        guard let users = answer["users"]?.array, !users.isEmpty else {
            throw ConsoleRefusal(404, "The project itself has no account '\(user.prefix(128))'.")
        }
        return users
    }

    private func documents(_ services: ServiceReader) async throws(ConsoleRefusal) -> [JSONValue] {
        let base = "/v1/projects/\(project)/databases/(default)/documents"
        if let document {
            let path = document.split(separator: "/").map { PercentEncoding.encode($0) }.joined(separator: "/")
            return [try await services.ask(.get, "\(base)/\(path)")]
        }
        let query: JSONObject = [
            "structuredQuery": [
                "from": [["allDescendants": true]], "limit": .integer(Int64(SwiftFixture.limit + 1)),
            ]
        ]
        return (try await services.ask(.post, "\(base):runQuery", query).array ?? []).compactMap { $0["document"] }
    }
}
