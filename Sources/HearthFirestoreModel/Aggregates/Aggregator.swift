/// Computes aggregations from the results of a query, one after the other.
public struct Aggregator: Sendable {
    private struct Total: Sendable {
        /// Whole numbers are summed exactly.
        var integers = WideSum()
        /// Others from left to right.
        var doubles: Double = 0
        var hasDoubles = false
        var count = 0
    }

    private let aggregations: [Aggregation]
    private var totals: [Total]
    private var count = 0

    /// Starts with no results.
    ///
    /// - Parameter aggregations: What ``Aggregation/prepare(_:)`` returned.
    public init(_ aggregations: [Aggregation]) {
        self.aggregations = aggregations
        totals = Array(repeating: Total(), count: aggregations.count)
    }

    /// The fields that a document must have to be counted.
    public var requiredFields: [FieldPath] { aggregations.compactMap(\.field) }

    /// After how many results nothing changes any more; `nil` if every result counts.
    public var sufficientCount: Int? {
        var limit = 0
        for aggregation in aggregations {
            guard case .count(let upTo?) = aggregation.operation else { return nil }
            limit = max(limit, upTo)
        }
        return limit
    }

    /// Takes a result.
    ///
    /// - Parameter document: A document that has all ``requiredFields``.
    public mutating func add(_ document: Document) {
        count += 1
        for (index, aggregation) in aggregations.enumerated() {
            guard let path = aggregation.field else { continue }
            switch document.fields[path] {
            case .integer(let integer):
                totals[index].integers.add(integer)
                totals[index].count += 1
            case .double(let double):
                totals[index].doubles += double
                totals[index].hasDoubles = true
                totals[index].count += 1
            default: break
            }
        }
    }

    /// Takes results of which only the number is known; for aggregations that only count.
    ///
    /// - Parameter number: How many.
    public mutating func add(count number: Int) {
        count += number
    }

    /// What was computed so far, by alias.
    public var result: Fields {
        Fields(zip(aggregations, totals).map { ($0.alias, value($0.operation, $1)) })
    }

    private func value(_ operation: Aggregation.Operation, _ total: Total) -> Value {
        let sum = total.integers.double + total.doubles
        switch operation {
        case .count(let limit): return .integer(Int64(limit.map { min($0, count) } ?? count))
        case .sum:
            if total.hasDoubles { return .double(sum) }
            return total.integers.exact.map(Value.integer) ?? .double(sum)
        case .average: return total.count == 0 ? .null : .double(sum / Double(total.count))
        }
    }
}
