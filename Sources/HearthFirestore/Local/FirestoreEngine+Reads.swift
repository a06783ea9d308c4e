internal import HearthFirestoreModel

extension FirestoreEngine {
    private static let offline = FirestoreError(
        .unavailable,
        "The server is out of reach, and memory does not know this."
    )

    /// Reads a document.
    ///
    /// - Returns: The document as it is shown, and whether it comes from memory.
    func get(
        _ path: ResourcePath,
        _ source: FirestoreSource
    ) async throws(FirestoreError) -> (LocalDocument, isFromCache: Bool) {
        try checkReading(source)
        if source != .server, source == .cache || isOffline {
            guard let document = state.cached(path) else { throw Self.offline }
            return (document, true)
        }
        do throws(FirestoreError) {
            guard let found = try await remote.get([path])[path] else {
                throw FirestoreError(.internal, "The server did not answer for \(path.text).")
            }
            // Of a document the time of its change tells which writes it has; a missing one has its reading's.
            return (state.overlaid(found, at: path, found.readTime), false)
        } catch {
            guard source == .default, error.code == .unavailable, let document = state.cached(path) else { throw error }
            return (document, true)
        }
    }

    /// Runs a query.
    ///
    /// - Returns: The results as they are shown, and whether they come from memory.
    func run(
        _ query: ModelQuery,
        effective: ModelQuery,
        _ source: FirestoreSource
    ) async throws(FirestoreError) -> ([ShownDocument], isFromCache: Bool) {
        try checkReading(source)
        if source != .server, source == .cache || isOffline { return (try state.cached(effective), true) }
        do throws(FirestoreError) {
            let (documents, readTime) = try await remote.run(query)
            return (try state.overlaid(documents, of: effective, readTime), false)
        } catch {
            guard source == .default, error.code == .unavailable, !state.targets.isEmpty else { throw error }
            return (try state.cached(effective), true)
        }
    }

    private func checkReading(_ source: FirestoreSource) throws(FirestoreError) {
        if isTerminated { throw Self.terminated }
        if source == .server, !isNetworkEnabled {
            throw FirestoreError(.unavailable, "The network is disabled: the server cannot be asked.")
        }
    }

    private var isOffline: Bool { !isNetworkEnabled || state.online == .offline }
}
