/// The correction of a block: what is left of its polynomial after division, over the field of 256 elements.
struct ReedSolomon: Sendable {
    private let generator: [UInt8]

    /// Makes the divisor of a degree: the product of `x - 2ⁱ`, without its leading one.
    init(degree: Int) {
        var generator = [UInt8](repeating: 0, count: degree - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in 0..<degree {
                generator[index] = Self.product(generator[index], root)
                if index + 1 < degree { generator[index] ^= generator[index + 1] }
            }
            root = Self.product(root, 2)
        }
        self.generator = generator
    }

    /// The correction bytes of a block.
    func remainder(of data: [UInt8]) -> [UInt8] {
        var remainder = [UInt8](repeating: 0, count: generator.count)
        for byte in data {
            let factor = byte ^ remainder.removeFirst()
            remainder.append(0)
            for index in generator.indices { remainder[index] ^= Self.product(generator[index], factor) }
        }
        return remainder
    }

    /// The product modulo x⁸ + x⁴ + x³ + x² + 1.
    private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var result: UInt8 = 0
        for shift in (0..<8).reversed() {
            let carry = result & 0x80 != 0
            result = result << 1 ^ (carry ? 0x1D : 0)
            if right >> UInt8(shift) & 1 == 1 { result ^= left }
        }
        return result
    }
}
