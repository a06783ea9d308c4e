import HearthCore
import Testing

@Suite("Random text")
struct RandomSourceTests {
    /// Gives the bytes of a list, one after the other and again from its beginning.
    private static func source(_ list: [UInt8]) -> RandomSource {
        let place = Locked(0)
        return RandomSource { count in
            place.withLock { place in
                defer { place += count }
                return (place..<place + count).map { list[$0 % list.count] }
            }
        }
    }

    @Test func `has each letter and digit for as many bytes as any other`() {
        var counts: [Character: Int] = [:]
        for byte in UInt8.min...UInt8.max {
            // 0 stands for A: what a byte is skipped for comes from there.
            let text = Self.source([byte, 0, 0, 0, 0]).alphanumeric(1)
            counts[text.first ?? "?", default: 0] += byte < 248 ? 1 : 0
        }
        #expect(counts.count == 62)
        #expect(Set(counts.values) == [4])
        #expect(Set(counts.keys).isSubset(of: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"))
    }

    @Test(arguments: [UInt8(248), 250, 255])
    func `skips the bytes that would favour a letter`(_ byte: UInt8) {
        #expect(Self.source([byte, byte, 1, byte, 2]).alphanumeric(2) == "BC")
        #expect(Self.source([255, 255, 1, 255, 2]).digits(2) == "12")
    }

    @Test func `has each digit for as many bytes as any other`() {
        var counts: [String: Int] = [:]
        for byte in UInt8.min..<250 { counts[Self.source([byte]).digits(1), default: 0] += 1 }
        #expect(counts == Dictionary(uniqueKeysWithValues: (0...9).map { (String($0), 25) }))
    }

    @Test(arguments: [0, 1, 5, 28, 100])
    func `is as long as asked, leading zeros included`(_ count: Int) {
        #expect(Self.source([0]).digits(count) == String(repeating: "0", count: count))
        #expect(Self.source([61]).alphanumeric(count) == String(repeating: "9", count: count))
        #expect(RandomSource.system.digits(count).utf8.count == count)
        #expect(RandomSource.system.alphanumeric(count).utf8.count == count)
    }

    @Test(arguments: [0, 1, 7, 8, 9, 16, 31, 1000])
    func `comes in as many bytes of the system as asked`(_ count: Int) {
        #expect(RandomSource.system.bytes(count).count == count)
    }

    @Test func `of the system is not the same twice, and has every byte`() {
        let bytes = RandomSource.system.bytes(65_536)
        #expect(Set(bytes).count == 256)
        // Far outside of what chance does: each byte is expected 256 times, with a deviation of 16.
        let counts = bytes.reduce(into: [UInt8: Int]()) { $0[$1, default: 0] += 1 }.values
        #expect(counts.allSatisfy { (100...500).contains($0) })
        #expect(RandomSource.system.bytes(32) != RandomSource.system.bytes(32))
    }

    @Test func `takes its bytes in order and none twice`() {
        let source = Self.source(Array(0...99))
        #expect(source.bytes(3) == [0, 1, 2])
        #expect(source.bytes(2) == [3, 4])
        #expect(source.bytes(0) == [])
        #expect(source.bytes(1) == [5])
    }
}
