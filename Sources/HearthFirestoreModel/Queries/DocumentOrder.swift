/// The order of results: fields in turn, and at last the documents' names, so that no two documents tie.
public struct DocumentOrder: Sendable, Hashable {
    /// The keys; the last one is ``FieldPath/documentName``.
    public let orders: [Query.Order]

    init(_ orders: [Query.Order]) {
        self.orders = orders
    }

    /// Whether results come by their names alone.
    public var isByName: Bool { orders.count == 1 }

    /// Whether names come descending, in results that tie otherwise.
    public var isNameDescending: Bool { orders.last?.isDescending ?? false }

    /// The same order, with fields between its own and the names.
    ///
    /// - Parameter fields: The fields; the direction is that of the names.
    /// - Returns: The finer order.
    func refined(by fields: [FieldPath]) -> DocumentOrder {
        var refined = Array(orders.dropLast())
        for field in fields where !refined.contains(where: { $0.path == field }) {
            refined.append(Query.Order(field, isDescending: isNameDescending))
        }
        return DocumentOrder(refined + orders.suffix(1))
    }

    /// The values of a document by which it is ordered.
    ///
    /// - Parameter document: The document.
    /// - Returns: A value for each key; `nil` if the document lacks one of the fields.
    public func values(of document: Document) -> [Value]? {
        var values: [Value] = []
        values.reserveCapacity(orders.count)
        for order in orders {
            guard let value = document.value(at: order.path) else { return nil }
            values.append(value)
        }
        return values
    }

    /// Compares two documents that have all fields of the order.
    ///
    /// - Parameters:
    ///   - lhs: The first document.
    ///   - rhs: The second document.
    /// - Returns: Which comes first.
    public func compare(_ lhs: Document, _ rhs: Document) -> Comparison {
        for order in orders {
            let comparison: Comparison
            if order.path.isDocumentName {
                comparison = lhs.name.compare(to: rhs.name)
            } else {
                comparison = Self.compare(lhs.fields[order.path], rhs.fields[order.path])
            }
            if comparison != .equal { return order.isDescending ? comparison.reversed : comparison }
        }
        return .equal
    }

    private static func compare(_ lhs: Value?, _ rhs: Value?) -> Comparison {
        switch (lhs, rhs) {
        case (let left?, let right?): left.compare(to: right)
        default: Comparison(lhs == nil ? 0 : 1, rhs == nil ? 0 : 1)
        }
    }

    /// Compares the values of a document with those of a cursor, which may be fewer.
    func compare(_ values: [Value], toPrefix prefix: [Value]) -> Comparison {
        for (index, value) in prefix.enumerated() where index < values.count {
            let comparison = values[index].compare(to: value)
            if comparison != .equal { return orders[index].isDescending ? comparison.reversed : comparison }
        }
        return .equal
    }
}
