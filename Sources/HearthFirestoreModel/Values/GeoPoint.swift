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

    /// Whether both numbers are within their range.
    public var isValid: Bool {
        (-90...90).contains(latitude) && (-180...180).contains(longitude)
    }
}
