import Testing

@testable import HearthFirestoreModel

@Suite("A sum of whole numbers that may not fit 64 bits")
struct WideSumTests {
    @Test(
        arguments: [
            ([], 0, 0), ([1, -2, 3], 2, 2), ([.max, 1, -1], .max, 9_223_372_036_854_775_808),
            ([.min, -1, 1], .min, -9_223_372_036_854_775_808), ([.max, 1], nil, 9_223_372_036_854_775_808),
            ([.min, -1], nil, -9_223_372_036_854_775_808), ([.max, .max], nil, 18_446_744_073_709_551_616),
            ([.max, .max, .min, .min], -2, -2), ([.min, .min, .min], nil, -27_670_116_110_564_327_424),
            // 2⁶⁴ and half of what two doubles lie apart there: a tie goes to the even one, and one more decides it.
            ([.max, .max, 2, 2048], nil, 18_446_744_073_709_551_616),
            ([.max, .max, 2, 2049], nil, 18_446_744_073_709_555_712),
            ([.min, .min, -2048], nil, -18_446_744_073_709_551_616),
            ([.min, .min, -2049], nil, -18_446_744_073_709_555_712),
        ] as [([Int64], Int64?, Double)]
    )
    func `is exact, and its double is the nearest one`(_ numbers: [Int64], _ exact: Int64?, _ double: Double) {
        var sum = WideSum()
        for number in numbers { sum.add(number) }
        #expect(sum.exact == exact && sum.double == double)
        var backwards = WideSum()
        for number in numbers.reversed() { backwards.add(number) }
        #expect(backwards.exact == exact && backwards.double == double)
    }

    @Test func `returns from far beyond 64 bits to where it was`() {
        var sum = WideSum()
        for _ in 0..<10_000 { sum.add(.max) }
        for _ in 0..<10_000 { sum.add(-.max) }
        sum.add(7)
        #expect(sum.exact == 7)
    }
}
