extension Fields {
    /// The fields as they are stored: negative zero is zero.
    var asStored: Fields {
        guard entries.contains(where: \.value.holdsNegativeZero) else { return self }
        return Fields(entries: entries.map { Entry($0.name, $0.value.asStored) })
    }
}

extension Value {
    /// The value as it is stored: negative zero is zero.
    var asStored: Value {
        switch self {
        case .double(let number): .double(number == 0 ? 0 : number)
        case .geoPoint(let place):
            .geoPoint(
                GeoPoint(
                    latitude: place.latitude == 0 ? 0 : place.latitude,
                    longitude: place.longitude == 0 ? 0 : place.longitude
                )
            )
        case .vector(let numbers): .vector(numbers.map { $0 == 0 ? 0 : $0 })
        case .array(let elements): .array(elements.map(\.asStored))
        case .map(let members): .map(members.asStored)
        default: self
        }
    }

    fileprivate var holdsNegativeZero: Bool {
        switch self {
        case .double(let number): number == 0 && number.sign == .minus
        case .geoPoint, .vector: true
        case .array(let elements): elements.contains(where: \.holdsNegativeZero)
        case .map(let members): members.entries.contains(where: \.value.holdsNegativeZero)
        default: false
        }
    }
}
