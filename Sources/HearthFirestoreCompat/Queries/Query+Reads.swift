public import HearthFirestore

extension Query {
    /// Runs the query.
    public func getDocuments(source: FirestoreSource = .default) async throws -> QuerySnapshot {
        try await firestore.afterWrites {
            QuerySnapshot(self, try await inner.getDocuments(source: source))
        }
    }

    /// Runs the query, and then calls a closure on the main actor.
    public func getDocuments(
        source: FirestoreSource = .default,
        completion: @escaping @MainActor @Sendable (QuerySnapshot?, (any Error)?) -> Void
    ) {
        complete(completion) { try await self.getDocuments(source: source) }
    }

    /// Calls a closure on the main actor with the results, now and each time they change.
    @discardableResult
    public func addSnapshotListener(
        includeMetadataChanges: Bool = false,
        listener: @escaping @MainActor @Sendable (QuerySnapshot?, (any Error)?) -> Void
    ) -> ListenerRegistration {
        if let refusal = firestore.refusal({ await listener(nil, $0) }) { return refusal }
        return firestore.keep(
            inner.addSnapshotListener(includeMetadataChanges: includeMetadataChanges) { [self] result in
                switch result {
                case .success(let snapshot): await listener(QuerySnapshot(self, snapshot), nil)
                case .failure(let error): await listener(nil, FirestoreErrors.error(error))
                }
            }
        )
    }

    /// Calls a closure on the main actor with the results, now and each time they change.
    @discardableResult
    public func addSnapshotListener(
        _ listener: @escaping @MainActor @Sendable (QuerySnapshot?, (any Error)?) -> Void
    ) -> ListenerRegistration {
        addSnapshotListener(includeMetadataChanges: false, listener: listener)
    }

    /// The results, now and each time they change; ends with the loop.
    public var snapshots: AsyncThrowingStream<QuerySnapshot, any Error> {
        let query = self
        let firestore = firestore
        return AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try await firestore.afterWrites {}
                    for try await snapshot in query.inner.snapshots {
                        continuation.yield(QuerySnapshot(query, snapshot))
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: FirestoreErrors.error(error))
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

extension DocumentReference {
    /// The document, now and each time it changes; ends with the loop.
    public var snapshots: AsyncThrowingStream<any DocumentSnapshot, any Error> {
        let reference = self
        let firestore = firestore
        return AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try await firestore.afterWrites {}
                    for try await snapshot in reference.inner.snapshots {
                        continuation.yield(SingleSnapshot(firestore, snapshot))
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: FirestoreErrors.error(error))
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
