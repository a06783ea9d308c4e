internal import HearthCore
internal import HearthHTTP

/// What a member can do with notes.
struct NotesRoutes: Sendable {
    private static let pageSize = 100
    private static let identifierLength = 20

    let notes: NoteTable
    var random = RandomSource.system
    let now: @Sendable () -> UnixTime

    func list(of member: Member, _ query: FormParameters) async throws -> HTTPResponse {
        let before = try query["before"].map { text throws(NotesRefusal) in
            guard let number = Int64(text) else { throw .invalid("'before' is what a page said was next.") }
            return number
        }
        // One more than is shown tells whether there is a next page.
        let found = try await notes.list(of: member, before: before, limit: Self.pageSize + 1)
        let page = found.prefix(Self.pageSize)
        let next = found.count > page.count ? page.last.map { String($0.number) } : nil
        return try .json(NotePage(notes: page.map(NoteView.init), next: next))
    }

    func create(for member: Member, _ body: [UInt8]) async throws -> HTTPResponse {
        let draft = try NoteDraft(body: body)
        let id = random.alphanumeric(Self.identifierLength)
        let note = try await notes.insert(id, draft, of: member, at: now())
        var response = try answer(note, status: 201)
        response.fields["Location"] = "/notes/\(id)"
        return response
    }

    func show(_ id: String, of member: Member) async throws -> HTTPResponse {
        try answer(try await notes.find(id, of: member))
    }

    func replace(_ id: String, of member: Member, _ body: [UInt8]) async throws -> HTTPResponse {
        let draft = try NoteDraft(body: body)
        return try answer(try await notes.update(id, draft, of: member, at: now()))
    }

    func remove(_ id: String, of member: Member) async throws -> HTTPResponse {
        guard try await notes.delete(id, of: member) else { throw NotesRefusal.notFound }
        return HTTPResponse(status: 204)
    }

    private func answer(_ note: Note?, status: Int = 200) throws -> HTTPResponse {
        guard let note else { throw NotesRefusal.notFound }
        return try .json(NoteView(note), status: status)
    }
}
