package import HearthFirestoreModel

/// The database of all samples.
package let demo = DatabaseName(project: "demo")

/// Makes random documents and queries over few fields and few values, so that they meet.
package struct QueryGenerator: RandomNumberGenerator {
    private var values: ValueGenerator
    private static let fields = ["a", "b", "m.x", "tags"]

    package init(seed: UInt64) { values = ValueGenerator(seed: seed) }

    package mutating func next() -> UInt64 { values.next() }

    private mutating func pick<Element>(_ elements: [Element]) -> Element { values.pick(elements) }

    package mutating func value() -> Value {
        pick([
            .null, true, false, 0, 1, 2, 3, 1.0, 2.5, .double(.nan), .double(.infinity), "x", "y", "", .bytes([1]), [],
            [1],
            [1, 2], [.null], ["x": 1], [:], .timestamp(Timestamp(microseconds: 5)), .vector([1, 2]),
        ])
    }

    private mutating func path() -> FieldPath {
        FieldPath(pick(Self.fields).split(separator: ".").map(String.init))
    }

    package mutating func name() -> ResourceName {
        let segments = pick([["c"], ["c"], ["c"], ["d", "x", "c"], ["c", "1", "c"], ["e"]])
        return ResourceName(
            database: demo,
            path: ResourcePath(segments + [String(Int.random(in: 0..<30, using: &self))])
        )
    }

    package mutating func document() -> Document {
        var fields = Fields()
        for field in Self.fields where Int.random(in: 0..<4, using: &self) > 0 {
            fields.set(value(), at: FieldPath(field.split(separator: ".").map(String.init)))
        }
        return Document(name: name(), fields: fields)
    }

    package mutating func documents(_ count: Int) -> [Document] {
        var byName: [ResourceName: Document] = [:]
        for _ in 0..<count {
            let document = document()
            byName[document.name] = document
        }
        return Array(byName.values)
    }

    package mutating func filter(depth: Int) -> Filter {
        if depth > 0, Int.random(in: 0..<3, using: &self) == 0 {
            let parts = (0..<Int.random(in: 0..<4, using: &self)).map { _ in filter(depth: depth - 1) }
            return Bool.random(using: &self) ? .all(parts) : .any(parts)
        }
        return .condition(Condition(path(), test()))
    }

    private mutating func test() -> Condition.Test {
        let some = (0..<Int.random(in: 1..<4, using: &self)).map { _ in value() }
        return pick([
            .equal(some[0]), .equal(some[0]), .notEqual(some[0]), .lessThan(some[0]), .lessThanOrEqual(some[0]),
            .greaterThan(some[0]), .greaterThanOrEqual(some[0]), .arrayContains(some[0]), .arrayContainsAny(some),
            .isIn(some), .isNotIn(some), .isNull, .isNotNull, .isNotANumber, .isNotNotANumber,
        ])
    }

    /// A query that can be prepared.
    package mutating func query() throws -> Query {
        while true {
            let source = Query.Source("c", allDescendants: Bool.random(using: &self))
            var query = Query(parent: ResourceName(database: demo, path: .root), source: source)
            if Int.random(in: 0..<4, using: &self) > 0 { query.filter = filter(depth: 2) }
            for _ in 0..<Int.random(in: 0..<3, using: &self) {
                query.orders.append(Query.Order(path(), isDescending: Bool.random(using: &self)))
            }
            if Int.random(in: 0..<4, using: &self) == 0 {
                query.orders.append(Query.Order(.documentName, isDescending: Bool.random(using: &self)))
            }
            guard let order = try? query.prepared().order else { continue }
            if Bool.random(using: &self) { query.start = cursor(order) }
            if Int.random(in: 0..<3, using: &self) == 0 { query.end = cursor(order) }
            if Bool.random(using: &self) { query.limit = Int.random(in: 0..<12, using: &self) }
            if Int.random(in: 0..<3, using: &self) == 0 { query.offset = Int.random(in: 0..<6, using: &self) }
            return query
        }
    }

    private mutating func cursor(_ order: DocumentOrder) -> Query.Cursor {
        let count = Int.random(in: 1...order.orders.count, using: &self)
        let values = order.orders.prefix(count).map { $0.path.isDocumentName ? .reference(name()) : value() }
        return Query.Cursor(values, isBefore: Bool.random(using: &self))
    }
}
