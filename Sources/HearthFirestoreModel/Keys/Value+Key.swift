extension Value {
    /// The key: bytes whose order is the order of values, and which are equal for equal values.
    ///
    /// Costs a pass over the value and as much memory.
    public var key: [UInt8] {
        var writer = KeyWriter()
        writer.append(self)
        return writer.bytes
    }
}

extension KeyWriter {
    /// Appends a value.
    ///
    /// - Parameter value: The value; a descending order inverts every byte of what this appends.
    public mutating func append(_ value: Value) {
        switch value {
        case .null: append(byte: Label.null)
        case .boolean(let truth): append(byte: truth ? Label.yes : Label.no)
        case .integer(let integer): append(number: integer)
        case .double(let double) where double.isNaN: append(byte: Label.notANumber)
        case .double(let double): append(number: double, rest: 0)
        case .timestamp(let moment):
            append(byte: Label.timestamp)
            append(moment.microseconds)
        case .string(let text):
            append(byte: Label.string)
            append(escaped: text.utf8)
        case .bytes(let bytes):
            append(byte: Label.bytes)
            append(escaped: bytes)
        case .reference(let name): append(reference: name)
        case .geoPoint(let place):
            append(byte: Label.geoPoint)
            append(place.latitude)
            append(place.longitude)
        case .array(let elements):
            append(byte: Label.array)
            for element in elements { append(element) }
            append(byte: Label.endOfList)
        case .vector(let numbers):
            append(byte: Label.vector)
            append(bigEndian: UInt64(numbers.count))
            for number in numbers { append(number.isNaN ? -Double.nan : number) }
        case .map(let fields):
            append(byte: Label.map)
            for entry in fields.entries {
                append(byte: Label.string)
                append(escaped: entry.name.utf8)
                append(entry.value)
            }
            append(byte: Label.endOfList)
        }
    }

    /// An integer is the greatest double that is not above it, and what is missing.
    private mutating func append(number integer: Int64) {
        var floor = Double(integer)
        // The nearest double may lie above: 2^63 is no Int64, and there the one below is the greatest.
        if floor >= 0x1p63 || Int64(floor) > integer { floor = floor.nextDown }
        append(number: floor, rest: UInt16(truncatingIfNeeded: integer &- Int64(floor)))
    }

    private mutating func append(number double: Double, rest: UInt16) {
        append(byte: Label.number)
        append(double)
        append(byte: UInt8(truncatingIfNeeded: rest >> 8))
        append(byte: UInt8(truncatingIfNeeded: rest))
    }

    private mutating func append(reference name: ResourceName) {
        append(byte: Label.reference)
        for segment in ["projects", name.database.project, "databases", name.database.database, "documents"] {
            append(segment: segment)
        }
        for segment in name.path.segments { append(segment: segment) }
        append(byte: Label.endOfReference)
    }
}
