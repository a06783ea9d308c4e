import HearthCore
import HearthFirestoreModel
import HearthJSON

extension CoverageRun.Event {
    /// The event as a coverage report shows it.
    var json: JSONValue {
        switch self {
        case .skipped: return .object([:])
        case .outcome(.value(let value)), .outcome(.alike(let value)): return value.coverageJSON(depth: 0)
        case .outcome(.symbol), .outcome(.unknown): return .object(["undefined": .object([:])])
        case .outcome(.failure(let failure)):
            return .object([
                "undefined": .object([
                    "sourcePosition": failure.span.coverageJSON, "causeMessage": .string(failure.message),
                ])
            ])
        }
    }
}

extension SourceSpan {
    var coverageJSON: JSONValue {
        .object([
            "line": .integer(Int64(line)), "column": .integer(Int64(column)), "currentOffset": .integer(Int64(offset)),
            "endOffset": .integer(Int64(endOffset)),
        ])
    }
}

extension RulesValue {
    /// How many levels and how many members of a value are shown.
    private static let shownDepth = 8
    private static let shownMembers = 100

    func coverageJSON(depth: Int) -> JSONValue {
        guard depth < Self.shownDepth else { return .object([:]) }
        switch self {
        case .null: return .object(["nullValue": .null])
        case .bool(let truth): return .object(["boolValue": .bool(truth)])
        case .int(let number): return .object(["intValue": .string(String(number))])
        case .float(let number):
            return .object(["floatValue": number.isFinite ? .number(number) : .string("\(number)")])
        case .string(let text): return .object(["stringValue": .string(text)])
        case .bytes(let bytes): return .object(["bytesValue": .string(Base64.encode(bytes, .standard))])
        case .timestamp(let time): return .object(["timestampValue": .string(time.timestampText)])
        case .duration(let length): return .object(["durationValue": .string(length.durationText)])
        case .latlng(let point):
            return .object([
                "latlngValue": .object([
                    "latitude": .number(point.latitude), "longitude": .number(point.longitude),
                ])
            ])
        case .path(let path):
            let segments = path.segments.map { JSONValue.object(["simple": .string($0)]) }
            return .object(["pathValue": .object(["segments": .array(segments)])])
        case .list(let items): return .object(["listValue": Self.members(items, depth)])
        case .set(let set): return .object(["setValue": Self.members(set.members, depth)])
        case .map(let map):
            let fields = (0..<min(map.count, Self.shownMembers)).map { index in
                let entry = map.entry(at: index)
                return (entry.key, entry.value.coverageJSON(depth: depth + 1))
            }
            return .object(["mapValue": .object(["fields": Self.object(fields)])])
        case .mapDiff(let diff):
            let statuses = diff.statuses.prefix(Self.shownMembers).map {
                ($0.key, JSONValue.string($0.status.rawValue))
            }
            return .object(["mapDiffValue": .object(["keyStatuses": Self.object(statuses)])])
        }
    }

    private static func members(_ items: [RulesValue], _ depth: Int) -> JSONValue {
        let shown = items.prefix(shownMembers).map { $0.coverageJSON(depth: depth + 1) }
        return .object(["values": .array(shown)])
    }

    private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        var object = JSONObject()
        for (name, value) in members { object[name] = value }
        return .object(object)
    }
}
