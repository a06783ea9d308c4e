/// Refuses documents that may not be stored, with the messages that clients show.
///
/// First all names are checked, then all values, then depth and sizes: the first fault in this order is reported.
enum DocumentCheck {
    static func check(_ fields: Fields) throws(FirestoreError) {
        try checkNames(fields)
        for entry in fields.entries { try checkValue(entry.value, of: entry.name) }
        for entry in fields.entries { try checkSize(entry) }
    }

    /// Checks what is put into a field by other means than a document, such as the elements of an array transform.
    static func check(_ value: Value, of name: String) throws(FirestoreError) {
        if case .map(let members) = value { try checkMemberNames(members) }
        try checkValue(value, of: name)
        try checkSize(Fields.Entry(name, value))
    }

    // MARK: Names

    private static func checkNames(_ fields: Fields) throws(FirestoreError) {
        for entry in fields.entries {
            try checkName(entry.name)
            try checkMemberNames(entry.value)
        }
    }

    /// Refuses what cannot be the name of a field of a document.
    static func checkName(_ name: String) throws(FirestoreError) {
        if name.isEmpty { throw .invalid("The property.name is the empty string.") }
        if name.utf8.count > DocumentLimits.fieldNameLength { throw tooLongName }
        if ResourceID.isReserved(name) { throw .invalid("field name \(name) is reserved") }
    }

    private static func checkMemberNames(_ value: Value) throws(FirestoreError) {
        switch value {
        case .map(let members): try checkMemberNames(members)
        case .array(let elements): for element in elements { try checkMemberNames(element) }
        default: break
        }
    }

    private static func checkMemberNames(_ members: Fields) throws(FirestoreError) {
        for entry in members.entries {
            if entry.name.isEmpty { throw .invalid("The property.name is the empty string.") }
            // Which special types there are is asked with the values.
            if ResourceID.isReserved(entry.name), entry.name != Fields.typeKey {
                throw .invalid("field name '\(entry.name)' is reserved.")
            }
            try checkMemberNames(entry.value)
        }
    }

    // MARK: Values

    private static func checkValue(_ value: Value, of name: String) throws(FirestoreError) {
        switch value {
        case .array(let elements):
            for element in elements {
                if case .array = element { throw .invalid("Nested arrays are not allowed") }
                try checkValue(element, of: name)
            }
        case .vector(let numbers): try checkVector(numbers)
        case .geoPoint(let place) where !place.isValid:
            throw .invalid("The geo point of property \"\(name)\" is not a place: -90 to 90 and -180 to 180 degrees.")
        case .map(let members):
            if let type = members[Fields.typeKey] { throw specialType(type, members, of: name) }
            for entry in members.entries { try checkValue(entry.value, of: name) }
        default: break
        }
    }

    private static func checkVector(_ numbers: [Double]) throws(FirestoreError) {
        if numbers.isEmpty { throw .invalid("Cannot have a zero length vector.") }
        if numbers.count > DocumentLimits.vectorLength {
            throw .invalid("Vectors must be at most \(DocumentLimits.vectorLength) dimensions.")
        }
        if numbers.contains(where: \.isNaN) { throw .invalid("Vector cannot contain NaN values.") }
    }

    /// Says what is wrong with a map that has a special type: one that is a vector's was made a vector before.
    private static func specialType(_ type: Value, _ members: Fields, of name: String) -> FirestoreError {
        guard case .string(let type) = type else {
            return .invalid("Field __type__ must be a string; founds \(type.typeName).")
        }
        guard type == "__vector__" else { return invalidEntity(name) }
        guard let value = members[Fields.vectorKey] else { return .invalid("Vector map is missing key 'value'.") }
        guard case .array = value else { return .invalid("Vector value type must be an array.") }
        if members.count > 2 { return .invalid("Vector value map has extraneous entries.") }
        return .invalid("Vector must only contain values of type 'double'")
    }

    // MARK: Depth and sizes

    private static func checkSize(_ entry: Fields.Entry) throws(FirestoreError) {
        switch entry.value {
        case .array(let elements):
            for element in elements {
                if isTooLong(element) { throw tooLongValue("array") }
                guard hasAllowedSize(element, path: "array".utf8.count, depth: 2) else { throw invalidEntity("array") }
            }
        case .map(let members):
            guard hasAllowedSize(members, path: entry.name.utf8.count, depth: 1) else {
                throw invalidEntity(entry.name)
            }
        default: if isTooLong(entry.value) { throw tooLongValue(entry.name) }
        }
    }

    private static func hasAllowedSize(_ value: Value, path: Int, depth: Int) -> Bool {
        switch value {
        case .array(let elements):
            depth <= DocumentLimits.depth
                && elements.allSatisfy { hasAllowedSize($0, path: path, depth: depth + 1) }
        case .map(let members): hasAllowedSize(members, path: path, depth: depth)
        default: !isTooLong(value)
        }
    }

    // The path is given by its length.
    private static func hasAllowedSize(_ members: Fields, path: Int, depth: Int) -> Bool {
        guard depth <= DocumentLimits.depth else { return false }
        return members.entries.allSatisfy { entry in
            let length = path + 1 + entry.name.utf8.count
            return length <= DocumentLimits.fieldNameLength
                && hasAllowedSize(entry.value, path: length, depth: depth + 1)
        }
    }

    private static func isTooLong(_ value: Value) -> Bool {
        switch value {
        case .string(let text): text.utf8.count > DocumentLimits.valueLength
        case .bytes(let bytes): bytes.count > DocumentLimits.valueLength
        default: false
        }
    }

    private static let tooLongName = FirestoreError.invalid(
        "The property.name is longer than \(DocumentLimits.fieldNameLength) bytes."
    )

    private static func tooLongValue(_ name: String) -> FirestoreError {
        .invalid("The value of property \"\(name)\" is longer than \(DocumentLimits.valueLength) bytes.")
    }

    private static func invalidEntity(_ name: String) -> FirestoreError {
        .invalid("Property \(name) contains an invalid nested entity.")
    }
}

extension Value {
    /// The name of the type in messages.
    fileprivate var typeName: String {
        switch self {
        case .null: "NULL"
        case .boolean: "BOOLEAN"
        case .integer: "LONG"
        case .double: "DOUBLE"
        case .timestamp: "TIMESTAMP"
        case .string: "STRING"
        case .bytes: "BYTES"
        case .reference: "ENTITY_REF"
        case .geoPoint: "GEO_POINT"
        case .array: "ARRAY"
        case .vector, .map: "MAP"
        }
    }
}
