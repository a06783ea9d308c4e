/// The square of a QR code while it is drawn.
struct QRMatrix: Sendable {
    let size: Int
    private(set) var modules: [Bool]
    // What belongs to a pattern takes no data.
    private var isReserved: [Bool]
    private let version: QRVersion

    /// Draws all that does not depend on the text.
    init(_ version: QRVersion) {
        self.version = version
        size = version.size
        modules = Array(repeating: false, count: size * size)
        isReserved = modules
        for index in 0..<size {
            reserve(6, index, index.isMultiple(of: 2))
            reserve(index, 6, index.isMultiple(of: 2))
        }
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(x, y) }
        drawAlignments()
        drawVersion()
        drawFormat(mask: 0)
    }

    /// Draws the codewords, in a snake of two columns from the bottom right, inverted by a mask.
    mutating func place(_ codewords: [UInt8], mask: Int) {
        drawFormat(mask: mask)
        var index = 0
        for right in [Int](stride(from: size - 1, through: 8, by: -2)) + [5, 3, 1] {
            let isUpward = (right + 1) & 2 == 0
            for step in 0..<size {
                let y = isUpward ? size - 1 - step : step
                for x in [right, right - 1] where !isReserved[y * size + x] {
                    let isDark = index < codewords.count * 8 && codewords[index / 8] >> UInt8(7 - index % 8) & 1 == 1
                    modules[y * size + x] = isDark != Self.inverts(mask, x, y)
                    index += 1
                }
            }
        }
    }

    private static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }

    private mutating func reserve(_ x: Int, _ y: Int, _ isDark: Bool) {
        guard (0..<size).contains(x), (0..<size).contains(y) else { return }
        modules[y * size + x] = isDark
        isReserved[y * size + x] = true
    }

    private mutating func drawFinder(_ x: Int, _ y: Int) {
        for dy in -4...4 {
            for dx in -4...4 {
                let distance = max(abs(dx), abs(dy))
                reserve(x + dx, y + dy, distance != 2 && distance != 4)
            }
        }
    }

    private mutating func drawAlignments() {
        let centres = version.alignmentCentres
        guard let first = centres.first, let last = centres.last else { return }
        for y in centres {
            for x in centres where !((x, y) == (first, first) || (x, y) == (first, last) || (x, y) == (last, first)) {
                for dy in -2...2 {
                    for dx in -2...2 { reserve(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) }
                }
            }
        }
    }

    /// The level and the mask, with ten bits of correction, twice.
    private mutating func drawFormat(mask: Int) {
        // Level M is spelled 00.
        let bits = Self.corrected(mask, by: 10, divisor: 0x537) ^ 0x5412
        let bit = { (index: Int) in bits >> index & 1 == 1 }
        for index in 0...5 { reserve(8, index, bit(index)) }
        reserve(8, 7, bit(6))
        reserve(8, 8, bit(7))
        reserve(7, 8, bit(8))
        for index in 9..<15 { reserve(14 - index, 8, bit(index)) }
        for index in 0..<8 { reserve(size - 1 - index, 8, bit(index)) }
        for index in 8..<15 { reserve(8, size - 15 + index, bit(index)) }
        reserve(8, size - 8, true)
    }

    /// The version, with twelve bits of correction, twice; small codes go without.
    private mutating func drawVersion() {
        guard version.number >= 7 else { return }
        let bits = Self.corrected(version.number, by: 12, divisor: 0x1F25)
        for index in 0..<18 {
            let (long, short) = (size - 11 + index % 3, index / 3)
            reserve(long, short, bits >> index & 1 == 1)
            reserve(short, long, bits >> index & 1 == 1)
        }
    }

    private static func corrected(_ value: Int, by count: Int, divisor: Int) -> Int {
        let remainder = (0..<count).reduce(value) { rest, _ in rest << 1 ^ (rest >> (count - 1)) * divisor }
        return value << count | remainder
    }
}
