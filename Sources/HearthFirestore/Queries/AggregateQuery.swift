internal import HearthFirestoreModel

/// A number that a server computes from the results of a query.
public struct AggregateField: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case count
        case sum(FieldPath)
        case average(FieldPath)
        case mistake(FirestoreError)
    }

    let kind: Kind

    /// How many results there are.
    public static func count() -> AggregateField { AggregateField(kind: .count) }

    /// The sum of a field's numbers; documents that lack the field are left out of all numbers of the query.
    public static func sum(_ field: some FieldPathConvertible) -> AggregateField {
        make(field) { .sum($0) }
    }

    /// The mean of a field's numbers; documents that lack the field are left out of all numbers of the query.
    public static func average(_ field: some FieldPathConvertible) -> AggregateField {
        make(field) { .average($0) }
    }

    private static func make(_ field: some FieldPathConvertible, _ kind: (FieldPath) -> Kind) -> AggregateField {
        do throws(FirestoreError) {
            return AggregateField(kind: kind(try field.fieldPath()))
        } catch {
            return AggregateField(kind: .mistake(error))
        }
    }

    fileprivate func operation() throws(FirestoreError) -> Aggregation.Operation {
        switch kind {
        case .count: .count(upTo: nil)
        case .sum(let path): .sum(try path.model())
        case .average(let path): .average(try path.model())
        case .mistake(let error): throw error
        }
    }
}

/// Where numbers are computed.
public enum AggregateSource: Sendable, Hashable {
    /// At the server.
    case server
}

/// A query of which only numbers are wanted.
public struct AggregateQuery: Sendable, Hashable {
    /// The query of which they are computed.
    public let query: Query
    let fields: [AggregateField]

    /// Asks the server; local writes that it does not have yet do not count.
    ///
    /// - Parameter source: Where the numbers are computed. Defaults to the server.
    /// - Returns: The numbers.
    /// - Throws: ``FirestoreError``.
    public func getAggregation(source: AggregateSource = .server) async throws(FirestoreError) -> AggregateQuerySnapshot
    {
        var aggregations: [Aggregation] = []
        for (index, field) in fields.enumerated() {
            aggregations.append(Aggregation(try field.operation(), alias: "aggregate_\(index)"))
        }
        _ = try checked { [aggregations] () throws(ModelError) in try Aggregation.prepare(aggregations) }
        let answer = try await query.firestore.core.remote.aggregate(aggregations, over: try query.written())
        var values: [AggregateField: FirestoreValue] = [:]
        for (index, field) in fields.enumerated() {
            values[field] = answer.values["aggregate_\(index)"].map { FirestoreValue($0, query.firestore) }
        }
        return AggregateQuerySnapshot(query: self, readTime: Timestamp(answer.readTime), values: values)
    }
}

/// Numbers that a server computed.
public struct AggregateQuerySnapshot: Sendable, Hashable {
    /// What was asked.
    public let query: AggregateQuery
    /// The moment of which the numbers are.
    public let readTime: Timestamp
    let values: [AggregateField: FirestoreValue]

    /// How many results there are; 0 if that was not asked.
    public var count: Int { values[.count()]?.intValue ?? 0 }

    /// One of the numbers that were asked for.
    ///
    /// - Parameter field: Which one.
    /// - Returns: The number; null for the mean of nothing, `nil` if it was not asked for.
    public func get(_ field: AggregateField) -> FirestoreValue? { values[field] }
}

extension QueryProtocol {
    /// The query of which only the number of results is wanted.
    public var count: AggregateQuery { aggregate([.count()]) }

    /// The query of which only numbers are wanted.
    ///
    /// - Parameter fields: One to five numbers.
    /// - Returns: The query for them.
    public func aggregate(_ fields: [AggregateField]) -> AggregateQuery {
        AggregateQuery(query: query, fields: fields)
    }
}
