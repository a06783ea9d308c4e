package import HearthFirestoreModel

/// Makes random values that meet often: small pools, and the borders of every kind.
package struct ValueGenerator: RandomNumberGenerator {
    private var state: UInt64
    private static let integers: [Int64] = [0, 1, -1, 2, .max, .min, 9_007_199_254_740_993, .max - 512, .max - 513]
    private static let doubles: [Double] = [
        0, -0.0, 1, 0.5, -1, .nan, .infinity, -.infinity, 0x1p53, 0x1p63, -0x1p63, .leastNonzeroMagnitude,
    ]

    package init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    /// SplitMix64, https://prng.di.unimi.it/splitmix64.c.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &self)]
    }

    package mutating func value(depth: Int) -> Value {
        switch Int.random(in: 0..<(depth > 0 ? 14 : 11), using: &self) {
        case 0: return .null
        case 1: return .boolean(Bool.random(using: &self))
        case 2: return .integer(pick(Self.integers))
        case 3: return .double(pick(Self.doubles))
        case 4: return .integer(Int64(bitPattern: next()))
        case 5: return .double(Double(bitPattern: next()))
        case 6: return .string(text())
        case 7: return .bytes(Array(text().utf8))
        case 8: return .timestamp(Timestamp(microseconds: pick([0, 1, -1, 1_600_000_000_000_000])))
        case 9:
            let path = ResourcePath(
                (0..<pick([2, 4])).map { _ in pick(["a", "b", "__id5__", "__id-7__", "a\u{1}", "é"]) }
            )
            return .reference(ResourceName(database: DatabaseName(project: pick(["p", "p2"])), path: path))
        case 10: return .geoPoint(GeoPoint(latitude: pick([0, -90, 45]), longitude: pick([0, 180, -0.5])))
        case 11: return .array((0..<Int.random(in: 0..<4, using: &self)).map { _ in value(depth: 0) })
        case 12: return .vector((0..<Int.random(in: 0..<3, using: &self)).map { _ in pick([0, 1, -0.0, .nan, -2]) })
        default: return .map(fields(depth: depth - 1))
        }
    }

    package mutating func fields(depth: Int) -> Fields {
        let count = Int.random(in: 0..<4, using: &self)
        return Fields((0..<count).map { _ in (pick(["a", "b", "c", "é", "a\0", "😀"]), value(depth: depth)) })
    }

    private mutating func text() -> String {
        let count = Int.random(in: 0..<4, using: &self)
        return (0..<count).map { _ in pick(["a", "b", "\0", "\u{1}", "é", "～", "😀", "\u{FF}"]) }.joined()
    }
}
