package import HearthFirestoreModel

/// `Value`: one value of a field.
package struct WireValue: Message {
    /// The value; `nil` if the message has no member, which nothing may.
    package var value: Value?

    package static let names = FieldNames(
        """
        1 boolean_value:value_type,2 integer_value:value_type,3 double_value:value_type,\
        5 reference_value:value_type,6 map_value:value_type,8 geo_point_value:value_type,9 array_value:value_type,\
        10 timestamp_value:value_type,11 null_value?:value_type,17 string_value:value_type,18 bytes_value:value_type
        """
    )

    package init() {}

    package init(_ value: Value) {
        self.value = value
    }

    /// The value; a message without one is refused.
    package func required() throws(FirestoreError) -> Value {
        guard let value else { throw .invalid("A value has no type.") }
        return value
    }

    package func write(to sink: inout some MessageSink) { value?.write(to: &sink) }

    package mutating func read(
        _ field: Int,
        from source: inout some MessageSource
    ) throws(FirestoreError) -> Bool {
        switch field {
        case 1: value = .boolean(try source.bool())
        case 2: value = .integer(try source.int64())
        case 3: value = .double(try source.double())
        case 5: value = .reference(try ResourceName(document: try source.string()))
        case 6: value = Value(wireMap: try source.message(WireMap.self).fields)
        case 8: value = .geoPoint(try source.message(WireGeoPoint.self).place)
        case 9: value = .array(try source.message(WireArray.self).required())
        case 10: value = .timestamp(try source.timestamp())
        case 11:
            try source.null()
            value = .null
        case 17: value = .string(try source.string())
        case 18: value = .bytes(try source.bytes())
        default: return false
        }
        return true
    }
}

extension Value {
    /// Writes the member that the value is.
    func write(to sink: inout some MessageSink) {
        switch self {
        case .boolean(let truth): sink.bool(1, truth, isMember: true)
        case .integer(let integer): sink.int64(2, integer, isMember: true)
        case .double(let double): sink.double(3, double, isMember: true)
        case .reference(let name): sink.string(5, name.text, isMember: true)
        case .map(let fields): sink.message(6, WireMap(fields))
        case .vector(let numbers):
            let members: Fields = ["__type__": "__vector__", "value": .array(numbers.map { .double($0) })]
            sink.message(6, WireMap(members))
        case .geoPoint(let place): sink.message(8, WireGeoPoint(place: place))
        case .array(let elements): sink.message(9, WireArray(elements))
        case .timestamp(let moment): sink.timestamp(10, moment)
        case .null: sink.null(11)
        case .string(let text): sink.string(17, text, isMember: true)
        case .bytes(let bytes): sink.bytes(18, bytes, isMember: true)
        }
    }
}

/// `ArrayValue`.
package struct WireArray: Message {
    package var values: [WireValue] = []
    package static let names = FieldNames("1 values")

    package init() {}

    package init(_ values: [Value]) {
        self.values = values.map(WireValue.init)
    }

    /// The values; an element without one is refused.
    package func required() throws(FirestoreError) -> [Value] {
        var elements: [Value] = []
        elements.reserveCapacity(values.count)
        for value in values { elements.append(try value.required()) }
        return elements
    }

    package func write(to sink: inout some MessageSink) { sink.messages(1, values) }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        guard field == 1 else { return false }
        try source.append(to: &values)
        return true
    }
}

/// `MapValue`.
package struct WireMap: Message {
    package var fields: Fields = [:]
    /// The fields that were read so far.
    private var entries: [Fields.Entry] = []
    package static let names = FieldNames("1 fields")

    package init() {}

    package init(_ fields: Fields) {
        self.fields = fields
    }

    package func write(to sink: inout some MessageSink) { sink.fields(1, fields) }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        guard field == 1 else { return false }
        try source.append(to: &entries)
        return true
    }

    package mutating func finishReading() {
        if entries.isEmpty { return }
        fields = Fields(entries: fields.entries + entries)
        entries = []
    }
}

/// `google.type.LatLng`.
private struct WireGeoPoint: Message {
    var place = GeoPoint(latitude: 0, longitude: 0)
    static let names = FieldNames("1 latitude,2 longitude")

    func write(to sink: inout some MessageSink) {
        sink.double(1, place.latitude, isMember: false)
        sink.double(2, place.longitude, isMember: false)
    }

    mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: place.latitude = try source.double()
        case 2: place.longitude = try source.double()
        default: return false
        }
        return true
    }
}
