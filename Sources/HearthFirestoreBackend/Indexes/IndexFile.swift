public import HearthFirestoreModel
public import HearthJSON

/// The file `firestore.indexes.json`, as the official tools read and write it.
public struct IndexFile: Sendable {
    /// What is declared.
    ///
    /// The indexes of vectors are left out.
    public var indexes: Set<IndexDefinition>

    /// Begins a file.
    ///
    /// - Parameter indexes: What is declared. Defaults to nothing.
    public init(_ indexes: Set<IndexDefinition> = []) {
        self.indexes = indexes
    }

    /// Reads a file.
    ///
    /// - Parameter json: The content.
    /// - Throws: `FirestoreError` with code `invalidArgument`, which names the member that is wrong.
    public init(_ json: JSONValue) throws(FirestoreError) {
        guard json.object != nil else { throw .invalid("The file of indexes is no JSON object.") }
        indexes = []
        for (number, index) in (json["indexes"]?.array ?? []).enumerated() {
            let place = "indexes[\(number)]"
            guard let id = index["collectionGroup"]?.string, let fields = index["fields"]?.array, !fields.isEmpty else {
                throw .invalid("\(place): collectionGroup and fields are missing.")
            }
            if fields.contains(where: { $0["vectorConfig"] != nil }) { continue }
            indexes.insert(IndexDefinition(id, try Self.scope(index, place), try fields.map(Self.field)))
        }
        for (number, override) in (json["fieldOverrides"]?.array ?? []).enumerated() {
            let place = "fieldOverrides[\(number)]"
            guard let id = override["collectionGroup"]?.string, let path = override["fieldPath"]?.string else {
                throw .invalid("\(place): collectionGroup and fieldPath are missing.")
            }
            for index in override["indexes"]?.array ?? [] {
                let kind = try Self.kind(index, place)
                let field = IndexDefinition.Field(try FieldPath(path), kind)
                indexes.insert(IndexDefinition(id, try Self.scope(index, place), [field]))
            }
        }
    }

    private static func field(_ json: JSONValue) throws(FirestoreError) -> IndexDefinition.Field {
        guard let path = json["fieldPath"]?.string else { throw .invalid("A field of an index has no fieldPath.") }
        return IndexDefinition.Field(try FieldPath(path), try kind(json, path))
    }

    private static func kind(_ json: JSONValue, _ place: String) throws(FirestoreError) -> IndexDefinition.Kind {
        let word = (json["order"] ?? json["arrayConfig"])?.string ?? ""
        guard let kind = IndexDefinition.Kind(rawValue: word) else {
            throw .invalid("\(place): order must be ASCENDING or DESCENDING, or arrayConfig CONTAINS.")
        }
        return kind
    }

    private static func scope(_ json: JSONValue, _ place: String) throws(FirestoreError) -> IndexDefinition.Scope {
        let word = json["queryScope"]?.string ?? IndexDefinition.Scope.collection.rawValue
        guard let scope = IndexDefinition.Scope(rawValue: word) else {
            throw .invalid("\(place): queryScope must be COLLECTION or COLLECTION_GROUP.")
        }
        return scope
    }

    /// The content of the file, in an order of its own.
    public var json: JSONValue {
        let composite = indexes.filter { $0.fields.count > 1 }.map(\.entry)
        let single = Dictionary(grouping: indexes.filter { $0.fields.count == 1 }) { index in
            [index.collectionID, index.fields[0].path.text]
        }
        let overrides = single.map { key, indexes in
            JSONValue.object([
                "collectionGroup": .string(key[0]), "fieldPath": .string(key[1]),
                "indexes": .array(Self.sorted(indexes.map(\.override) + Self.automatic)),
            ])
        }
        return ["indexes": .array(Self.sorted(composite)), "fieldOverrides": .array(Self.sorted(overrides))]
    }

    /// What a field has without an override, and loses by one.
    private static let automatic: [JSONValue] = [
        ["order": "ASCENDING", "queryScope": "COLLECTION"], ["order": "DESCENDING", "queryScope": "COLLECTION"],
        ["arrayConfig": "CONTAINS", "queryScope": "COLLECTION"],
    ]

    private static func sorted(_ values: [JSONValue]) -> [JSONValue] {
        let texts = Dictionary(values.map { (String(decoding: JSON.serialize($0), as: UTF8.self), $0) }) { $1 }
        return texts.keys.sorted().compactMap { texts[$0] }
    }
}

extension IndexDefinition {
    /// The entry of the file's list of composite indexes.
    public var entry: JSONValue {
        [
            "collectionGroup": .string(collectionID), "queryScope": .string(scope.rawValue),
            "fields": .array(
                fields.map { field in
                    var members: JSONObject = ["fieldPath": .string(field.path.text)]
                    members[field.kind.member] = .string(field.kind.rawValue)
                    return .object(members)
                }
            ),
        ]
    }

    fileprivate var override: JSONValue {
        var members: JSONObject = [:]
        if let kind = fields.first?.kind { members[kind.member] = .string(kind.rawValue) }
        members["queryScope"] = .string(scope.rawValue)
        return .object(members)
    }
}

extension IndexDefinition.Kind {
    fileprivate var member: String { self == .contains ? "arrayConfig" : "order" }
}
