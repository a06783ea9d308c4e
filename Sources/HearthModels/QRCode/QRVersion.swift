/// The size of a QR code, and how much it holds.
struct QRVersion: Sendable {
    /// 1 to 40.
    let number: Int

    var size: Int { 17 + 4 * number }

    /// The smallest one that holds so many bytes.
    static func smallest(holding count: Int) -> QRVersion? {
        (1...40).lazy.map(QRVersion.init(number:)).first { $0.capacity >= count }
    }

    /// How many bytes of text fit: all but the mode, the length and the correction.
    var capacity: Int { dataCount - (lengthBits + 4 + 7) / 8 }

    /// The centres of the alignment patterns, the same for both directions.
    var alignmentCentres: [Int] {
        guard number > 1 else { return [] }
        let count = number / 7 + 2
        let step = number == 32 ? 26 : (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
        return [6] + (0..<(count - 1)).reversed().map { size - 7 - $0 * step }
    }

    /// The text with its correction, in the order of placing.
    func codewords(of bytes: [UInt8]) -> [UInt8] {
        let blocks = split(dataCodewords(of: bytes))
        let code = ReedSolomon(degree: correctionPerBlock)
        let corrections = blocks.map { code.remainder(of: $0) }
        let longest = blocks.map(\.count).max() ?? 0
        let data = (0..<longest).flatMap { index in blocks.compactMap { index < $0.count ? $0[index] : nil } }
        return data + (0..<correctionPerBlock).flatMap { index in corrections.map { $0[index] } }
    }

    // Of level M, for the versions from 1 on: tables 9 of the standard.
    private static let correctionsPerBlock = [
        10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
        26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    ]
    private static let blockCounts = [
        1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
        17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
    ]

    private var correctionPerBlock: Int { Self.correctionsPerBlock[number - 1] }
    private var blockCount: Int { Self.blockCounts[number - 1] }
    private var lengthBits: Int { number < 10 ? 8 : 16 }
    private var dataCount: Int { codewordCount - correctionPerBlock * blockCount }

    /// How many bytes fit beside the patterns.
    private var codewordCount: Int {
        var modules = (16 * number + 128) * number + 64
        if number >= 2 {
            let count = number / 7 + 2
            modules -= (25 * count - 10) * count - 55
        }
        if number >= 7 { modules -= 36 }
        return modules / 8
    }

    private func dataCodewords(of bytes: [UInt8]) -> [UInt8] {
        var bits = Bits()
        bits.append(0b0100, count: 4)
        bits.append(bytes.count, count: lengthBits)
        for byte in bytes { bits.append(Int(byte), count: 8) }
        return bits.bytes(paddedTo: dataCount)
    }

    /// Blocks of equal length, or as equal as can be, the shorter ones first.
    private func split(_ data: [UInt8]) -> [[UInt8]] {
        let short = data.count / blockCount
        let longCount = data.count % blockCount
        var rest = data[...]
        return (0..<blockCount).map { index in
            let length = short + (index < blockCount - longCount ? 0 : 1)
            defer { rest = rest.dropFirst(length) }
            return Array(rest.prefix(length))
        }
    }
}

/// Bits that become bytes.
private struct Bits {
    private var bits: [Bool] = []

    mutating func append(_ value: Int, count: Int) {
        for shift in (0..<count).reversed() { bits.append((value >> shift) & 1 == 1) }
    }

    /// The bytes, ended by up to four zeros and filled up with the standard's two bytes in turn.
    func bytes(paddedTo count: Int) -> [UInt8] {
        var bits = bits
        bits += Array(repeating: false, count: min(4, count * 8 - bits.count))
        bits += Array(repeating: false, count: (8 - bits.count % 8) % 8)
        var bytes = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<(start + 8)].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        var padding: UInt8 = 0xEC
        while bytes.count < count {
            bytes.append(padding)
            padding = padding == 0xEC ? 0x11 : 0xEC
        }
        return bytes
    }
}
