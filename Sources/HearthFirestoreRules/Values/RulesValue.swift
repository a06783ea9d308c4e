import HearthFirestoreModel

/// A value of the rules language.
enum RulesValue: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case float(Double)
    /// Told apart byte by byte, as Firestore does, not as Swift does.
    case string(String)
    case bytes([UInt8])
    case list([RulesValue])
    case map(RulesMap)
    case timestamp(FineTime)
    case duration(FineTime)
    case latlng(GeoPoint)
    case path(RulesPath)
    case set(RulesSet)
    case mapDiff(RulesMapDiff)

    /// Converts a stored value: a reference is a path, and a vector a map of its wire form.
    init(_ value: Value) {
        switch value {
        case .null: self = .null
        case .boolean(let truth): self = .bool(truth)
        case .integer(let number): self = .int(number)
        case .double(let number): self = .float(number)
        case .timestamp(let moment): self = .timestamp(FineTime(moment))
        case .string(let text): self = .string(text)
        case .bytes(let bytes): self = .bytes(bytes)
        case .reference(let name): self = .path(RulesPath(name))
        case .geoPoint(let point): self = .latlng(point)
        case .array(let values): self = .list(values.map(RulesValue.init))
        case .vector(let numbers):
            let entries: [RulesMap.Entry] = [
                ("__type__", .string("__vector__")), ("value", .list(numbers.map(RulesValue.float))),
            ]
            self = .map(RulesMap(ascending: entries))
        case .map(let fields): self = .map(RulesMap(fields))
        }
    }

    /// Whether a stored value is a number or has one inside, whose kind a filter for equality does not fix.
    var containsNumber: Bool {
        switch self {
        case .int, .float: true
        case .list(let items): items.contains(where: \.containsNumber)
        case .map(let map): map.contains(where: \.containsNumber)
        case .set(let set): set.members.contains(where: \.containsNumber)
        default: false
        }
    }
}

/// A type that `is` asks for.
enum TypeName: String, Sendable {
    case bool
    case bytes
    case duration
    case float
    case int
    case latlng
    case list
    case map
    case mapDiff = "map_diff"
    case null
    case number
    case path
    case set
    case string
    case timestamp
    case constraint

    func includes(_ value: RulesValue) -> Bool {
        switch (self, value) {
        case (.bool, .bool), (.bytes, .bytes), (.duration, .duration), (.float, .float), (.int, .int),
            (.latlng, .latlng), (.list, .list), (.map, .map), (.mapDiff, .mapDiff), (.null, .null), (.number, .int),
            (.number, .float), (.path, .path), (.set, .set), (.string, .string), (.timestamp, .timestamp):
            true
        default: false
        }
    }
}
