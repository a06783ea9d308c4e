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
        case .null: append(Label.null)
        case .boolean(let truth): append(truth ? Label.yes : Label.no)
        case .integer(let integer): append(number: integer)
        case .double(let double) where double.isNaN: append(Label.notANumber)
        case .double(let double): append(number: double, rest: 0)
        case .timestamp(let moment):
            append(Label.timestamp)
            append(moment.microseconds)
        case .string(let text):
            append(Label.string)
            append(escaped: text.utf8)
        case .bytes(let bytes):
            append(Label.bytes)
            append(escaped: bytes)
        case .reference(let name): append(reference: name)
        case .geoPoint(let place):
            append(Label.geoPoint)
            append(place.latitude)
            append(place.longitude)
        case .array(let elements):
            append(Label.array)
            for element in elements { append(element) }
            append(Label.endOfList)
        case .vector(let numbers):
            append(Label.vector)
            append(bigEndian: UInt64(numbers.count))
            for number in numbers { append(number.isNaN ? -Double.nan : number) }
        case .map(let fields):
            append(Label.map)
            for entry in fields.entries {
                append(Label.string)
                append(escaped: entry.name.utf8)
                append(entry.value)
            }
            append(Label.endOfList)
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
        append(Label.number)
        append(double)
        append(UInt8(truncatingIfNeeded: rest >> 8))
        append(UInt8(truncatingIfNeeded: rest))
    }

    private mutating func append(reference name: ResourceName) {
        append(Label.reference)
        for segment in ["projects", name.database.project, "databases", name.database.database, "documents"] {
            append(segment: segment)
        }
        for segment in name.path.segments { append(segment: segment) }
        append(Label.endOfReference)
    }
}
