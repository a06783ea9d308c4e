internal import HearthFirestoreModel

/// What the objects of a ``Firestore`` share.
final class FirestoreCore: Sendable {
    let remote: Remote

    init(remote: Remote) {
        self.remote = remote
    }

    var database: DatabaseName { remote.database }

    /// Makes writes happen together, and waits for the server.
    func write(_ writes: [Write]) async throws(FirestoreError) {
        _ = try await remote.commit(writes)
    }
}
