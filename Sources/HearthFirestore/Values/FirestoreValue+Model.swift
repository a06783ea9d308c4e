internal import HearthFirestoreModel

extension FirestoreValue {
    /// The value as a document has it; what a write computes is refused.
    func model() throws(FirestoreError) -> ModelValue {
        switch self {
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .double(let value): return .double(value)
        case .timestamp(let value): return .timestamp(try value.model())
        case .string(let value): return .string(value)
        case .bytes(let value): return .bytes(value)
        case .reference(let value): return .reference(try value.name())
        case .geoPoint(let value):
            return .geoPoint(ModelGeoPoint(latitude: value.latitude, longitude: value.longitude))
        case .array(let elements): return .array(try elements.models())
        case .vector(let value): return .vector(value.array)
        case .map(let members):
            var entries: [Fields.Entry] = []
            entries.reserveCapacity(members.count)
            for (name, value) in members { entries.append(Fields.Entry(name, try value.model())) }
            return .map(Fields(entries: entries))
        case .fieldValue(let value):
            if case .refused(let error) = value.kind { throw error }
            throw .invalid("A FieldValue cannot stand inside an array, a filter or a cursor.")
        }
    }

    /// A value of a document.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - firestore: The client that references belong to.
    init(_ value: ModelValue, _ firestore: Firestore) {
        switch value {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .double(let value): self = .double(value)
        case .timestamp(let value): self = .timestamp(Timestamp(value))
        case .string(let value): self = .string(value)
        case .bytes(let value): self = .bytes(value)
        case .reference(let name): self = .reference(DocumentReference(firestore, name))
        case .geoPoint(let place):
            self = .geoPoint(GeoPoint(latitude: place.latitude, longitude: place.longitude))
        case .array(let elements): self = .array(elements.map { FirestoreValue($0, firestore) })
        case .vector(let numbers): self = .vector(VectorValue(numbers))
        case .map(let fields): self = .map(fields.dictionary(firestore))
        }
    }
}

extension Fields {
    /// The fields by name, as apps see them.
    func dictionary(_ firestore: Firestore) -> [String: FirestoreValue] {
        var dictionary: [String: FirestoreValue] = [:]
        dictionary.reserveCapacity(count)
        for entry in entries { dictionary[entry.name] = FirestoreValue(entry.value, firestore) }
        return dictionary
    }
}

extension [FirestoreValue] {
    func models() throws(FirestoreError) -> [ModelValue] {
        var values: [ModelValue] = []
        values.reserveCapacity(count)
        for element in self { values.append(try element.model()) }
        return values
    }
}
