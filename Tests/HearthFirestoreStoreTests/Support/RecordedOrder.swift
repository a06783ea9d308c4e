import FirestoreSamples
import HearthFirestoreModel

/// Values of all kinds, ascending; the members of a group are equal.
///
/// Recorded from the official emulator, version 1.22.0, by the project hidane-dev/hidane (`value_order.json`).
enum RecordedOrder {
    static let groups: [[Value]] = [
        [.null],
        [.boolean(false)],
        [.boolean(true)],
        [.double(.nan)],
        [.double(-.infinity)],
        [.double(-1e+300)],
        [.integer(.min), .double(-9.223372036854776e+18)],
        [.double(-2.5)],
        [.integer(-1), .double(-1.0)],
        [.double(-0.0), .integer(0), .double(0.0)],
        [.double(.leastNonzeroMagnitude)],
        [.double(0.5)],
        [.integer(1), .double(1.0)],
        [.integer(9_007_199_254_740_992), .double(9007199254740992.0)],
        [.integer(9_007_199_254_740_993)],
        [.double(9007199254740994.0), .integer(9_007_199_254_740_994)],
        [.integer(9_223_372_036_854_775_807)],
        [.double(9.223372036854776e+18)],
        [.double(1e+300)],
        [.double(.infinity)],
        [.timestamp(moment(-62135596800, 0))],
        [.timestamp(moment(0, 0))],
        [.timestamp(moment(0, 1000))],
        [.timestamp(moment(0, 2000))],
        [.timestamp(moment(1791590400, 0))],
        [.timestamp(moment(253402300799, 999999000))],
        [.string("")],
        [.string("\u{0}")],
        [.string("\u{1}")],
        [.string("A")],
        [.string("B")],
        [.string("a")],
        [.string("a\u{0}")],
        [.string("aa")],
        [.string("ab")],
        [.string("é")],
        [.string("\u{E000}")],
        [.string("\u{FF5E}")],
        [.string("\u{10000}")],
        [.string("\u{1F600}")],
        [.bytes([])],
        [.bytes([0])],
        [.bytes([0, 0])],
        [.bytes([1])],
        [.bytes([128])],
        [.bytes([255])],
        [.reference(name("demo", "c/__id-1__"))],
        [.reference(name("demo", "c/__id5__"))],
        [.reference(name("demo", "c/__id10__"))],
        [.reference(name("demo", "c/a"))],
        [.reference(name("demo", "c/a/sub/x"))],
        [.reference(name("demo", "c/b"))],
        [.reference(name("demo", "c/\u{FF5E}"))],
        [.reference(name("demo", "c/\u{1F600}"))],
        [.reference(name("demo", "c-b/x"))],
        [.reference(name("demo2", "c/a"))],
        [.geoPoint(place(-90, 0))],
        [.geoPoint(place(0, -180))],
        [.geoPoint(place(0, 0))],
        [.geoPoint(place(0, 180))],
        [.geoPoint(place(90, 0))],
        [.array([])],
        [.array([.null])],
        [.array([.integer(1)]), .array([.double(1.0)])],
        [.array([.integer(1), .integer(2)])],
        [.array([.integer(2)])],
        [.array([.string("a")])],
        [.vector([3.0])],
        [.vector([0.0, 5.0])],
        [.vector([1.0, 2.0])],
        [.map([:])],
        [.map(["a": .integer(1)]), .map(["a": .double(1.0)])],
        [.map(["a": .integer(1), "b": .integer(0)])],
        [.map(["a": .integer(2)])],
        [.map(["b": .integer(0)])],
        [.map(["\u{FF5E}": .integer(1)])],
        [.map(["\u{1F600}": .integer(1)])],
    ]

    private static func moment(_ seconds: Int64, _ nanoseconds: Int32) -> Timestamp {
        Timestamp(seconds: seconds, nanoseconds: nanoseconds) ?? .earliest
    }

    private static func name(_ project: String, _ path: String) -> ResourceName {
        ResourceName(
            database: DatabaseName(project: project),
            path: ResourcePath(path.split(separator: "/").map(String.init))
        )
    }

    private static func place(_ latitude: Double, _ longitude: Double) -> GeoPoint {
        GeoPoint(latitude: latitude, longitude: longitude)
    }
}
