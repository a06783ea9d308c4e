/// The numbers of a seed, the same each time: the generator of Tools/Unicode/make-tables.
struct Walk {
    var state: UInt64

    /// The next number below a bound of at most 31 bits.
    mutating func below<Number: BinaryInteger>(_ bound: Number) -> Number {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Number(state >> 33) % bound
    }
}
