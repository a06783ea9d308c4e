/// An exact sum of whole numbers: an `Int128`, which iOS 17 does not have.
struct WideSum: Sendable {
    private var high: Int64 = 0
    private var low: UInt64 = 0

    /// Adds a number; there is room for 2⁶³ of them.
    mutating func add(_ number: Int64) {
        let (sum, carries) = low.addingReportingOverflow(UInt64(bitPattern: number))
        low = sum
        high &+= (number < 0 ? -1 : 0) + (carries ? 1 : 0)
    }

    /// The sum, if it fits.
    var exact: Int64? {
        let narrow = Int64(bitPattern: low)
        return high == narrow >> 63 ? narrow : nil
    }

    /// The nearest double to the sum.
    var double: Double {
        if let exact { return Double(exact) }
        let isNegative = high < 0
        let magnitude: (high: UInt64, low: UInt64) =
            isNegative
            ? (~UInt64(bitPattern: high) &+ (low == 0 ? 1 : 0), ~low &+ 1) : (UInt64(bitPattern: high), low)
        let shift = UInt64.bitWidth - magnitude.high.leadingZeroBitCount
        // The 64 highest bits; one more says whether anything below them is set, so that they are rounded once and rightly.
        let top = (magnitude.high << (UInt64.bitWidth - shift)) | (magnitude.low >> shift)
        let rest: UInt64 = magnitude.low << (UInt64.bitWidth - shift) == 0 ? 0 : 1
        let scale = Double(sign: isNegative ? .minus : .plus, exponent: shift, significand: 1)
        return Double(top | rest) * scale
    }
}
