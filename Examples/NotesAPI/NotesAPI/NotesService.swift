internal import HearthAdmin
public import HearthCore
internal import HearthDatabase
public import HearthHTTP
public import HearthTokens

/// An API of notes that trusts the tokens of an identity service: everyone sees their own notes, and no others.
///
/// It is the example of how to build an API on Hearth: a guard in front, the application's own users behind it, and
/// handlers that are given a user and never see a token.
public final class NotesService: Sendable {
    private let database: Database
    private let guardian: RequestGuard<MemberTable>
    private let notes: NotesRoutes
    private let report: @Sendable (String) -> Void

    /// Opens the storage and puts the service together.
    ///
    /// - Parameters:
    ///   - storage: Where the notes are kept.
    ///   - verifier: Decides which tokens are believed.
    ///   - now: The clock. Defaults to the system's.
    ///   - report: Takes one line for the operator when something fails. Defaults to nothing.
    /// - Throws: `DatabaseError` if the storage cannot be used.
    public init(
        _ storage: NotesStorage,
        verifier: TokenVerifier,
        now: @escaping @Sendable () -> UnixTime = { .systemNow() },
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws {
        database = try Database(storage.location)
        try await database.migrate(NotesSchema.migrations)
        guardian = RequestGuard(verifier, users: MemberTable(database: database))
        notes = NotesRoutes(notes: NoteTable(database: database), now: now)
        self.report = report
    }

    /// Answers a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer; a failure of the service itself is a 500, and one line in its report.
    public func handle(_ request: HTTPRequest) async -> HTTPResponse {
        do {
            return try await answer(request)
        } catch let refusal as AuthenticationRefusal {
            return refusal.response
        } catch let refusal as NotesRefusal {
            return refusal.response
        } catch {
            report("\(request.method) failed: \(error)")
            return NotesRefusal.failed.response
        }
    }

    /// Closes the storage.
    public func close() async {
        await database.close()
    }

    // The routes, on one screen. Whatever is not named needs a token before it is not found.
    private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        let path = request.path.split(separator: "/").map(String.init)
        if path == ["healthz"] { return try await health(request) }
        let member = try await guardian.user(for: request)
        switch (request.method, path.first, path.count) {
        case (.post, "authentication", 1), (.post, "authentication.json", 1): return try .json(MemberView(member))
        case (.get, "notes", 1): return try await notes.list(of: member, request.query)
        case (.post, "notes", 1): return try await notes.create(for: member, request.body)
        case (.get, "notes", 2): return try await notes.show(path[1], of: member)
        case (.put, "notes", 2): return try await notes.replace(path[1], of: member, request.body)
        case (.delete, "notes", 2): return try await notes.remove(path[1], of: member)
        case (_, "notes", 1...2), (_, "authentication", 1), (_, "authentication.json", 1):
            throw NotesRefusal.methodNotAllowed
        default: throw NotesRefusal.notFound
        }
    }

    private func health(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard request.method == .get || request.method == .head else { throw NotesRefusal.methodNotAllowed }
        try await database.read { db in _ = try db.first("SELECT 1") }
        return try .json(Health(status: "ok"))
    }

    private struct Health: Encodable {
        let status: String
    }
}
