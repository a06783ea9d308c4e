internal import HearthFirestoreModel

/// A place on the earth, in degrees.
public struct GeoPoint: Sendable, Hashable {
    /// From -90 to 90.
    public var latitude: Double
    /// From -180 to 180.
    public var longitude: Double

    /// Names a place.
    ///
    /// - Parameters:
    ///   - latitude: From -90 to 90; anything else is refused when it is written.
    ///   - longitude: From -180 to 180; anything else is refused when it is written.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// Numbers for a search by distance: 1 to 2,048 of them.
public struct VectorValue: Sendable, Hashable {
    /// The numbers.
    public var array: [Double]

    /// Holds numbers.
    ///
    /// - Parameter array: The numbers.
    public init(_ array: [Double]) {
        self.array = array
    }
}
