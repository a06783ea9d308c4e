/// One number that is computed from the results of a query.
public struct Aggregation: Sendable, Hashable {
    /// What is computed.
    public enum Operation: Sendable, Hashable {
        /// How many results there are, counted up to a limit.
        case count(upTo: Int?)
        /// The sum of a field's numbers.
        case sum(FieldPath)
        /// The mean of a field's numbers.
        case average(FieldPath)
    }

    /// What is computed.
    public var operation: Operation
    /// Under which name it is answered; empty for `field_1`, `field_2`….
    public var alias: String

    /// Asks for a number.
    ///
    /// - Parameters:
    ///   - operation: What is computed.
    ///   - alias: Under which name it is answered. Defaults to `field_1`, `field_2`….
    public init(_ operation: Operation, alias: String = "") {
        self.operation = operation
        self.alias = alias
    }

    /// The field that documents must have to be counted at all.
    public var field: FieldPath? {
        switch operation {
        case .count: nil
        case .sum(let path), .average(let path): path
        }
    }

    /// The most aggregations of one query.
    private static let maximumCount = 5

    /// Checks the aggregations of a query and gives a name to each.
    ///
    /// - Parameter aggregations: The aggregations.
    /// - Returns: The same ones, none without an alias.
    /// - Throws: ``FirestoreError`` with code `invalidArgument`.
    public static func prepare(_ aggregations: [Aggregation]) throws(FirestoreError) -> [Aggregation] {
        if aggregations.isEmpty { throw .invalid("Aggregations can not be empty.") }
        guard aggregations.count <= maximumCount else {
            throw .invalid(
                "The maximum number of aggregations allowed in an aggregation query is \(maximumCount). "
                    + "Received: \(aggregations.count)"
            )
        }
        var unnamed = 0
        var named: [Aggregation] = []
        for var aggregation in aggregations {
            try aggregation.check()
            if aggregation.alias.isEmpty {
                unnamed += 1
                aggregation.alias = "field_\(unnamed)"
            }
            guard !named.contains(where: { $0.alias.hasSameBytes(as: aggregation.alias) }) else {
                throw .invalid("Aggregation aliases contain duplicate alias: \(aggregation.alias).")
            }
            named.append(aggregation)
        }
        return named
    }

    private func check() throws(FirestoreError) {
        if ResourceID.isReserved(alias) { throw .invalid("The property.name \"\(alias)\" is reserved.") }
        if case .count(let limit?) = operation, limit < 0 {
            throw .invalid("The `up_to` value in a COUNT aggregation must be greater than or equal to zero.")
        }
        if field?.isDocumentName == true {
            throw .invalid("Aggregations are not supported for the property: __key__")
        }
    }
}
