package import HearthCore

/// The numbers of a seed, the same each time (SplitMix64).
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(_ seed: Int) {
        // Not a multiple of the step below, or each seed would be the one before, a number further on.
        state = UInt64(truncatingIfNeeded: seed) &* 0xD1B5_4A32_D192_ED03
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// A source whose every byte comes from a seed.
    package static func source(_ seed: Int) -> RandomSource {
        let generator = Locked(SeededRandom(seed))
        return RandomSource { count in
            generator.withLock { generator in (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) } }
        }
    }
}
