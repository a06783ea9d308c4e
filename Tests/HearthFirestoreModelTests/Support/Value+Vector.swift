import HearthCore
import HearthFirestoreModel
import HearthJSON
import Testing

extension Value {
    /// Reads a value as the tables write it.
    init(vector json: JSONValue) throws {
        let member = try #require(json.object?.members.first)
        switch member.name {
        case "nullValue": self = .null
        case "booleanValue": self = .boolean(try #require(member.value.bool as Bool?))
        case "integerValue": self = .integer(try #require(Int64(member.value.string ?? "")))
        case "doubleValue": self = .double(try #require(member.value.double ?? Double(member.value.string ?? "")))
        case "timestampValue": self = .timestamp(try #require(Timestamp(rfc3339: member.value.string ?? "")))
        case "stringValue": self = .string(try #require(member.value.string))
        case "bytesValue": self = .bytes(try #require(Base64.decodeLeniently(member.value.string ?? "")))
        case "referenceValue": self = .reference(try ResourceName(document: member.value.string ?? ""))
        case "geoPointValue":
            let latitude = member.value["latitude"]?.double ?? 0
            self = .geoPoint(GeoPoint(latitude: latitude, longitude: member.value["longitude"]?.double ?? 0))
        case "arrayValue": self = .array(try (member.value["values"]?.array ?? []).map { try Value(vector: $0) })
        case "mapValue": self = Value(wireMap: try Fields(vector: member.value["fields"] ?? [:]))
        default: throw FirestoreError(.internal, "no kind of value: \(member.name)")
        }
    }
}

extension Fields {
    /// Reads fields as the tables write them.
    init(vector json: JSONValue) throws {
        self.init(try #require(json.object).members.map { ($0.name, try Value(vector: $0.value)) })
    }
}
