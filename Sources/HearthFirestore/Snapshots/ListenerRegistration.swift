/// A listener; it ends when this object is released.
public final class ListenerRegistration: Sendable {
    private let subscription: Subscription
    private let task: Task<Void, Never>

    init(_ subscription: Subscription, _ work: @escaping @Sendable () async -> Void) {
        self.subscription = subscription
        task = Task { await work() }
    }

    deinit {
        remove()
    }

    /// Ends the listener; calling it again does nothing.
    public func remove() {
        subscription.end()
        task.cancel()
    }
}

extension QueryProtocol {
    /// The results, now and each time they change.
    public var snapshots: QuerySnapshots { snapshots(includeMetadataChanges: false) }

    /// The results, now and each time they change.
    ///
    /// - Parameter includeMetadataChanges: Whether a snapshot of which only the metadata changed is told too.
    /// - Returns: The sequence.
    public func snapshots(includeMetadataChanges: Bool) -> QuerySnapshots {
        QuerySnapshots(query: query, includesMetadata: includeMetadataChanges)
    }

    /// The results as a type that decodes itself, now and each time they change.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - decoder: How each result is decoded. Defaults to the standard way.
    /// - Returns: The sequence; it ends with `DecodingError` at the first document that cannot be decoded.
    public func snapshots<Value: Decodable & Sendable>(
        as type: Value.Type,
        decoder: FirestoreDecoder = FirestoreDecoder()
    ) -> AsyncThrowingMapSequence<QuerySnapshots, [Value]> {
        snapshots.map { try $0.documents(as: type, decoder: decoder) }
    }

    /// Calls a closure with the results, now and each time they change: with each snapshot, in order.
    ///
    /// - Parameters:
    ///   - includeMetadataChanges: Whether a snapshot of which only the metadata changed is told too. Defaults to no.
    ///   - listener: Takes a snapshot, or the error with which listening ended. Calls never overlap.
    /// - Returns: The listener; keep it, releasing it ends listening.
    public func addSnapshotListener(
        includeMetadataChanges: Bool = false,
        _ listener: @escaping @Sendable (Result<QuerySnapshot, FirestoreError>) async -> Void
    ) -> ListenerRegistration {
        let query = query
        let subscription = query.subscription(includesMetadata: includeMetadataChanges, keeping: .all)
        return ListenerRegistration(subscription) { [weak subscription] in
            guard let subscription else { return }
            var snapshots = QuerySnapshots.Iterator(
                query: query,
                includesMetadata: includeMetadataChanges,
                subscription
            )
            do throws(FirestoreError) {
                while let snapshot = try await snapshots.next() { await listener(.success(snapshot)) }
            } catch {
                await listener(.failure(error))
            }
        }
    }
}

extension DocumentReference {
    /// The document, now and each time it changes.
    public var snapshots: DocumentSnapshots { snapshots(includeMetadataChanges: false) }

    /// The document, now and each time it changes.
    ///
    /// - Parameter includeMetadataChanges: Whether a snapshot of which only the metadata changed is told too.
    /// - Returns: The sequence.
    public func snapshots(includeMetadataChanges: Bool) -> DocumentSnapshots {
        DocumentSnapshots(reference: self, includesMetadata: includeMetadataChanges)
    }

    /// The document as a type that decodes itself, now and each time it changes.
    ///
    /// - Parameters:
    ///   - type: The type; an optional one gives `nil` while the document does not exist.
    ///   - decoder: How it is decoded. Defaults to the standard way.
    /// - Returns: The sequence; it ends with `DecodingError` when the document cannot be decoded.
    public func snapshots<Value: Decodable & Sendable>(
        as type: Value.Type,
        decoder: FirestoreDecoder = FirestoreDecoder()
    ) -> AsyncThrowingMapSequence<DocumentSnapshots, Value> {
        snapshots.map { try $0.data(as: type, decoder: decoder) }
    }

    /// Calls a closure with the document, now and each time it changes: with each snapshot, in order.
    ///
    /// - Parameters:
    ///   - includeMetadataChanges: Whether a snapshot of which only the metadata changed is told too. Defaults to no.
    ///   - listener: Takes a snapshot, or the error with which listening ended. Calls never overlap.
    /// - Returns: The listener; keep it, releasing it ends listening.
    public func addSnapshotListener(
        includeMetadataChanges: Bool = false,
        _ listener: @escaping @Sendable (Result<DocumentSnapshot, FirestoreError>) async -> Void
    ) -> ListenerRegistration {
        let reference = self
        let subscription = subscription(includesMetadata: includeMetadataChanges, keeping: .all)
        return ListenerRegistration(subscription) { [weak subscription] in
            guard let subscription else { return }
            var snapshots = DocumentSnapshots.Iterator(reference: reference, subscription)
            do throws(FirestoreError) {
                while let snapshot = try await snapshots.next() { await listener(.success(snapshot)) }
            } catch {
                await listener(.failure(error))
            }
        }
    }
}
