internal import HearthFirestoreModel
internal import HearthFirestoreStore
internal import HearthFirestoreWire
internal import HearthHTTP

/// Serves the paths that only the emulator has.
struct EmulatorFront {
    let store: FirestoreStore
    let rules: EmulatorRules
    let indexes: EmulatorIndexes
    let files: ExportFiles?

    /// Answers a request to the emulator itself.
    ///
    /// - Returns: `nil` if the request is about something else.
    func answer(_ request: HTTPRequest) async -> HTTPResponse? {
        let path = request.path
        do {
            if request.method == .get, path == "/" { return RESTAnswer.text("Ok\n") }
            if request.method == .post, path == "/reset" {
                for database in try await store.databases() { try await store.clear(database) }
                return RESTAnswer.text("Resetting...\n")
            }
            if let answer = try rules.answer(request) ?? indexes.answer(request) { return answer }
            let explanations = EmulatorExplanations(store: store, rules: rules.rules)
            if let answer = try await explanations.answer(request) { return answer }
            if let verb = EmulatorExports.verb(of: request.path), request.method == .post {
                try await EmulatorExports(store: store, files: files).run(verb, request)
                return RESTAnswer.message(EmptyMessage(), JSONStyle())
            }
            guard request.method == .delete, path.hasPrefix("/emulator/v1/projects/") else { return nil }
            guard let target = try RESTPath("/v1" + path.dropFirst("/emulator/v1".count), verbs: []) else { return nil }
            try await clear(target)
            return RESTAnswer.message(EmptyMessage(), JSONStyle())
        } catch let error as FirestoreError {
            return RESTAnswer.error(error)
        } catch {
            return RESTAnswer.error(FirestoreError(.internal, "The store failed."))
        }
    }

    private func clear(_ path: RESTPath) async throws {
        let database = try DatabaseName(path.database)
        if path.segments.isEmpty {
            try await store.clear(database)
            return
        }
        guard path.segments.allSatisfy({ !$0.isEmpty }) else {
            throw FirestoreError.invalid("\(path.name) names neither a document nor a collection.")
        }
        let target = ResourcePath(path.segments)
        let parent = target.isDocument ? target : target.parent ?? .root
        let all = Query(
            parent: ResourceName(database: database, path: parent),
            source: Query.Source("", allDescendants: true)
        )
        let names = try await store.results(of: try all.prepared()).documents.map(\.name)
            .filter { $0.path.isAtOrBelow(target) }
        var writes = names.map { Write($0, .delete) }
        if target.isDocument { writes.append(Write(ResourceName(database: database, path: target), .delete)) }
        _ = try await store.commit(writes, in: database)
    }
}
