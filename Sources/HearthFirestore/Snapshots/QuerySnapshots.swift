internal import HearthFirestoreModel

/// The results of a query, now and each time they change.
///
/// A reader who is behind misses snapshots in between, never a change: what changed is told against the snapshot that was
/// read before. Listening begins with the first reading and ends with the loop.
public struct QuerySnapshots: AsyncSequence, Sendable {
    /// The results at a moment.
    public typealias Element = QuerySnapshot
    /// Why listening ended, for example that the rules do not allow it.
    public typealias Failure = FirestoreError

    let query: Query
    let includesMetadata: Bool

    /// Begins a listener of its own.
    public func makeAsyncIterator() -> Iterator {
        Iterator(query: query, includesMetadata: includesMetadata, keeping: .newest)
    }

    /// One listener.
    public struct Iterator: AsyncIteratorProtocol {
        private let query: Query
        private let includesMetadata: Bool
        private let subscription: Subscription
        private var previous: [ShownDocument]?

        init(query: Query, includesMetadata: Bool, keeping: FirestoreEngine.ViewMailbox.Keeping) {
            self.query = query
            self.includesMetadata = includesMetadata
            subscription = query.subscription(includesMetadata: includesMetadata, keeping: keeping)
        }

        init(query: Query, includesMetadata: Bool, _ subscription: Subscription) {
            self.query = query
            self.includesMetadata = includesMetadata
            self.subscription = subscription
        }

        /// Waits for the next snapshot.
        ///
        /// - Returns: The results; `nil` when the task is cancelled or the client was terminated.
        /// - Throws: ``FirestoreError``, after which nothing comes.
        public mutating func next() async throws(FirestoreError) -> QuerySnapshot? {
            try await next(isolation: nil)
        }

        /// Waits for the next snapshot.
        ///
        /// - Parameter actor: The actor to wait on.
        /// - Returns: The results; `nil` when the task is cancelled or the client was terminated.
        /// - Throws: ``FirestoreError``, after which nothing comes.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(FirestoreError) -> QuerySnapshot? {
            guard let view = try await subscription.next() else { return nil }
            let results = query.isReversed ? view.results.reversed() : view.results
            defer { previous = results }
            return QuerySnapshot(
                query: query,
                results: results,
                previous: previous,
                isFromCache: view.isFromCache,
                includesMetadataChanges: includesMetadata
            )
        }
    }
}

/// A document, now and each time it changes.
///
/// A reader who is behind misses snapshots in between, never the newest one. Listening begins with the first reading and
/// ends with the loop.
public struct DocumentSnapshots: AsyncSequence, Sendable {
    /// The document at a moment.
    public typealias Element = DocumentSnapshot
    /// Why listening ended, for example that the rules do not allow it.
    public typealias Failure = FirestoreError

    let reference: DocumentReference
    let includesMetadata: Bool

    /// Begins a listener of its own.
    public func makeAsyncIterator() -> Iterator {
        Iterator(reference: reference, reference.subscription(includesMetadata: includesMetadata, keeping: .newest))
    }

    /// One listener.
    public struct Iterator: AsyncIteratorProtocol {
        private let reference: DocumentReference
        private let subscription: Subscription

        init(reference: DocumentReference, _ subscription: Subscription) {
            self.reference = reference
            self.subscription = subscription
        }

        /// Waits for the next snapshot.
        ///
        /// - Returns: The document; `nil` when the task is cancelled or the client was terminated.
        /// - Throws: ``FirestoreError``, after which nothing comes.
        public mutating func next() async throws(FirestoreError) -> DocumentSnapshot? {
            try await next(isolation: nil)
        }

        /// Waits for the next snapshot.
        ///
        /// - Parameter actor: The actor to wait on.
        /// - Returns: The document; `nil` when the task is cancelled or the client was terminated.
        /// - Throws: ``FirestoreError``, after which nothing comes.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(FirestoreError) -> DocumentSnapshot? {
            guard let view = try await subscription.next() else { return nil }
            return DocumentSnapshot(reference, view.results.first, isFromCache: view.isFromCache)
        }
    }
}

extension Query {
    func subscription(includesMetadata: Bool, keeping: FirestoreEngine.ViewMailbox.Keeping) -> Subscription {
        let subject: Result<WatchSubject, FirestoreError>
        do throws(FirestoreError) {
            guard plan.offset == 0, plan.projection == nil else {
                throw .invalid("A query with offset(to:) or select(_:) cannot be listened to.")
            }
            subject = .success(.query(try effective()))
        } catch {
            subject = .failure(error)
        }
        return Subscription(firestore.core, subject, includesMetadata: includesMetadata, keeping: keeping)
    }
}

extension DocumentReference {
    func subscription(includesMetadata: Bool, keeping: FirestoreEngine.ViewMailbox.Keeping) -> Subscription {
        let subject: Result<WatchSubject, FirestoreError>
        do throws(FirestoreError) { subject = .success(.document(try writableName())) } catch {
            subject = .failure(error)
        }
        return Subscription(firestore.core, subject, includesMetadata: includesMetadata, keeping: keeping)
    }
}
