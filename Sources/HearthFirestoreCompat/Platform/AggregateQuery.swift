public import Foundation
public import HearthFirestore

/// A query of which only numbers are wanted.
public struct AggregateQuery: Sendable, Hashable {
    /// The query of which they are computed.
    public let query: Query
    private let inner: HearthFirestore.AggregateQuery

    init(_ query: Query, _ inner: HearthFirestore.AggregateQuery) {
        self.query = query
        self.inner = inner
    }

    /// Asks the server; local writes that it does not have yet do not count.
    public func getAggregation(source: AggregateSource) async throws -> AggregateQuerySnapshot {
        try await query.firestore.afterWrites {
            AggregateQuerySnapshot(self, try await inner.getAggregation(source: source))
        }
    }

    /// Asks the server, and then calls a closure on the main actor.
    public func getAggregation(
        source: AggregateSource,
        completion: @escaping @MainActor @Sendable (AggregateQuerySnapshot?, (any Error)?) -> Void
    ) {
        complete(completion) { try await self.getAggregation(source: source) }
    }
}

/// Numbers that a server computed.
public struct AggregateQuerySnapshot: Sendable, Hashable {
    /// What was asked.
    public let query: AggregateQuery
    private let inner: HearthFirestore.AggregateQuerySnapshot

    init(_ query: AggregateQuery, _ inner: HearthFirestore.AggregateQuerySnapshot) {
        self.query = query
        self.inner = inner
    }

    /// How many results there are; 0 if that was not asked.
    public var count: NSNumber { NSNumber(value: inner.count) }

    /// One of the numbers that were asked for, as an `NSNumber`.
    ///
    /// - Parameter field: Which one.
    /// - Returns: The number; `NSNull` for the mean of nothing, `nil` if it was not asked for.
    public func get(_ field: AggregateField) -> Any? {
        inner.get(field).map { AnyValue.any($0, query.query.firestore) }
    }
}
