#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The functions of the C library that the rules language needs.
enum Mathematics {
    static func power(_ base: Double, _ exponent: Double) -> Double {
        pow(base, exponent)
    }

    /// The distance of two places on a sphere of the earth's mean radius, in metres, by the haversine formula.
    ///
    /// - Parameters: Latitudes and longitudes in degrees.
    static func distance(from first: (Double, Double), to second: (Double, Double)) -> Double {
        let degree = Double.pi / 180
        let latitude = sin((second.0 - first.0) * degree / 2)
        let longitude = sin((second.1 - first.1) * degree / 2)
        let scale = cos(first.0 * degree) * cos(second.0 * degree)
        let half = latitude * latitude + scale * longitude * longitude
        return 2 * 6_371_000 * asin(min(1, half.squareRoot()))
    }
}
