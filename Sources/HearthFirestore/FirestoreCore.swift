internal import HearthFirestoreModel

/// What the objects of a ``Firestore`` share.
final class FirestoreCore: Sendable {
    let remote: Remote
    let engine: FirestoreEngine

    init(remote: Remote, watch: (any WatchTransport)? = nil) {
        self.remote = remote
        engine = FirestoreEngine(remote: remote, watch: watch ?? WebChannelTransport(remote: remote))
    }

    var database: DatabaseName { remote.database }

    /// Makes writes happen together, and waits for the server.
    func write(_ writes: [Write], entered: @Sendable () -> Void = {}) async throws(FirestoreError) {
        try await engine.write(writes, entered: entered)
    }

    deinit {
        // The engine's tasks hold it no longer than a step; those that wait for the server end here.
        Task { [engine] in await engine.terminate() }
    }
}
