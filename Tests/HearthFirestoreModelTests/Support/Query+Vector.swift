import FirestoreSamples
import HearthFirestoreModel
import HearthJSON
import Testing

extension Query {
    /// Reads a query as the tables write it.
    init(vector json: JSONValue, parent: String) throws {
        let path = ResourcePath(parent.split(separator: "/").map(String.init))
        let source = json["from"]?.array?.first.map { selector in
            Source(selector["collectionId"]?.string ?? "", allDescendants: selector["allDescendants"]?.bool ?? false)
        }
        self.init(
            parent: ResourceName(database: demo, path: path),
            source: source,
            filter: try json["where"].map { try Filter(vector: $0) },
            orders: try (json["orderBy"]?.array ?? []).map { order in
                Order(
                    try FieldPath(order["field"]?["fieldPath"]?.string ?? ""),
                    isDescending: order["direction"]?.string == "DESCENDING"
                )
            }
        )
        start = try json["startAt"].map { try Cursor(vector: $0) }
        end = try json["endAt"].map { try Cursor(vector: $0) }
        offset = Int(json["offset"]?.integer ?? 0)
        limit = json["limit"]?.integer.map { Int($0) }
    }
}

extension Query.Cursor {
    init(vector json: JSONValue) throws {
        let values = try (json["values"]?.array ?? []).map { try Value(vector: $0) }
        self.init(values, isBefore: json["before"]?.bool ?? false)
    }
}

extension Filter {
    init(vector json: JSONValue) throws {
        if let composite = json["compositeFilter"] {
            let filters = try (composite["filters"]?.array ?? []).map { try Filter(vector: $0) }
            self = composite["op"]?.string == "OR" ? .any(filters) : .all(filters)
        } else if let unary = json["unaryFilter"] {
            let path = try FieldPath(unary["field"]?["fieldPath"]?.string ?? "")
            let tests: [String: Condition.Test] = [
                "IS_NULL": .isNull, "IS_NOT_NULL": .isNotNull, "IS_NAN": .isNotANumber, "IS_NOT_NAN": .isNotNotANumber,
            ]
            self = .condition(Condition(path, try #require(tests[unary["op"]?.string ?? ""])))
        } else {
            let field = try #require(json["fieldFilter"])
            let value = try Value(vector: field["value"] ?? .null)
            let test = try Condition.Test(name: field["op"]?.string ?? "", value: value)
            self = .condition(Condition(try FieldPath(field["field"]?["fieldPath"]?.string ?? ""), test))
        }
    }
}
