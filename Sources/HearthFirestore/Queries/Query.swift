internal import HearthFirestoreModel

/// What can be asked as a query: a ``Query``, or a ``CollectionReference`` for all its documents.
public protocol QueryProtocol: Sendable {
    /// The query.
    var query: Query { get }
}

/// A question for documents: which ones, in which order, which part of them.
///
/// A mistake, such as a limit below 1, is kept: every call on the query throws it.
public struct Query: QueryProtocol {
    /// The client it belongs to.
    public let firestore: Firestore
    /// The query with the orders that were asked for.
    var plan: ModelQuery
    /// How many of the last results are wanted; then the plan has no limit.
    var lastCount: Int?
    var mistake: FirestoreError?

    init(firestore: Firestore, plan: ModelQuery, mistake: FirestoreError? = nil) {
        self.firestore = firestore
        self.plan = plan
        self.mistake = mistake
    }

    /// The query itself.
    public var query: Query { self }

    /// The query after a change; the first mistake stays.
    func changed(_ change: (inout Query) throws(FirestoreError) -> Void) -> Query {
        guard mistake == nil else { return self }
        var query = self
        do throws(FirestoreError) { try change(&query) } catch { query.mistake = error }
        return query
    }

    /// The query with a mistake that was made outside of this module; the first mistake stays.
    package func refused(_ error: FirestoreError) -> Query {
        changed { (_: inout Query) throws(FirestoreError) in throw error }
    }

    /// The query as it is sent for a reading.
    ///
    /// Results of one for the last documents come last one first: ``isReversed``.
    func written() throws(FirestoreError) -> ModelQuery {
        if let mistake { throw mistake }
        _ = try prepared(plan)
        guard let lastCount else { return plan }
        return try checked { () throws(ModelError) in try plan.limitedToLast(lastCount) }
    }

    /// The query as it is listened to: with the whole order, so that client and server sort alike.
    func effective() throws(FirestoreError) -> ModelQuery {
        var query = try written()
        query.orders = try prepared(query).order.orders
        return query
    }

    private func prepared(_ plan: ModelQuery) throws(FirestoreError) -> PreparedQuery {
        try checked { () throws(ModelError) in try plan.prepared() }
    }

    /// Whether results come in the opposite of the order that was asked for.
    var isReversed: Bool { lastCount != nil }
}

extension Query: Hashable {
    /// Whether both ask the same of the same client.
    public static func == (lhs: Query, rhs: Query) -> Bool {
        lhs.firestore === rhs.firestore && lhs.plan == rhs.plan && lhs.lastCount == rhs.lastCount
            && lhs.mistake == rhs.mistake
    }

    /// Feeds what equality looks at.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(plan)
        hasher.combine(lastCount)
    }
}
