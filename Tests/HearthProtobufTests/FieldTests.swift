import HearthCore
import HearthProtobuf
import Testing

@Suite("Fields of a message in binary form")
struct FieldTests {
    // protobuf.dev, “Encoding”: base 128, little end first; a negative number as its 64 bits.
    @Test(
        arguments: [
            (0, "00"), (1, "01"), (127, "7f"), (128, "8001"), (150, "9601"), (300, "ac02"), (16_383, "ff7f"),
            (16_384, "808001"), (UInt64(UInt32.max), "ffffffff0f"), (1 << 63, "80808080808080808001"),
            (.max, "ffffffffffffffffff01"),
        ] as [(UInt64, String)]
    )
    func `have numbers in groups of seven bits`(_ number: UInt64, _ text: String) throws {
        var writer = ProtobufWriter()
        writer.varint(number)
        #expect(Hex.encode(writer.bytes) == text)
        var reader = ProtobufReader(writer.bytes)
        #expect(try reader.varint() == number)
        #expect(reader.isAtEnd)
    }

    @Test func `are written with their number and their layout`() {
        var writer = ProtobufWriter()
        writer.bool(1, true)
        writer.bool(1, false)
        writer.double(2, 1.5)
        writer.bytes(15, [0xDE, 0xAD])
        writer.string(16, "é")
        writer.integer(536_870_911, -1)
        #expect(
            Hex.encode(writer.bytes) == "08010800" + "11000000000000f83f" + "7a02dead" + "820102c3a9"
                + "f8ffffff0fffffffffffffffffff01"
        )
    }

    @Test(arguments: [0.0, -0.0, 1, -1.5, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude])
    func `keep every bit of a double`(_ number: Double) throws {
        var writer = ProtobufWriter()
        writer.double(1, number)
        var reader = ProtobufReader(writer.bytes)
        _ = try reader.tag()
        #expect(try reader.double().bitPattern == number.bitPattern)
    }

    @Test(arguments: ["80", "8080808080", "ffffffffffffffffff"])
    func `are truncated where a number does not end`(_ text: String) throws {
        var reader = ProtobufReader(try #require(Hex.decode(text)))
        #expect(throws: ProtobufError.truncated) { try reader.varint() }
    }

    // Layouts 6 and 7 do not exist, the field 0 does not, and none above 2^29 - 1.
    @Test(arguments: ["06", "07", "00", "01", "02", "0e", "8080808010", "ffffffff7f", "f8ffffffffffffffff01"])
    func `have a number and a layout that exist`(_ text: String) throws {
        var reader = ProtobufReader(try #require(Hex.decode(text)))
        #expect(throws: ProtobufError.invalidTag) { try reader.tag() }
    }

    @Test(arguments: ["01ff", "02c328", "03eda080", "04f4908080", "02c080"])
    func `have text that is UTF-8`(_ text: String) throws {
        var reader = ProtobufReader(try #require(Hex.decode(text)))
        #expect(throws: ProtobufError.invalidText) { try reader.string() }
        var again = ProtobufReader(try #require(Hex.decode(text)))
        #expect(try again.byteArray().count == text.utf8.count / 2 - 1)
    }

    @Test(arguments: ["05616263", "ffffffffffffffffff01", "808080808080808080016162", "01"])
    func `do not reach beyond the end`(_ text: String) throws {
        let bytes = try #require(Hex.decode(text))
        #expect(throws: ProtobufError.truncated) {
            var reader = ProtobufReader(bytes)
            _ = try reader.byteArray()
        }
        #expect(throws: ProtobufError.truncated) {
            var reader = ProtobufReader(bytes)
            _ = try reader.string()
        }
        #expect(throws: ProtobufError.truncated) {
            var reader = ProtobufReader(bytes)
            try reader.skip(.lengthDelimited)
        }
    }

    // The end of an inner message is an end for what is read in it, though the outer one goes on.
    @Test func `of an inner message end with it`() throws {
        var writer = ProtobufWriter()
        writer.nested(1) { $0.splice([0x12, 0x05]) }
        writer.string(2, "abcde")
        var reader = ProtobufReader(writer.bytes)
        _ = try reader.tag()
        let inner = #expect(throws: ProtobufError.self) {
            try reader.nested(
                { (inner) throws(ProtobufError) in
                    _ = try inner.tag()
                    _ = try inner.byteArray()
                },
                orThrow: { $0 }
            )
        }
        #expect(inner == .truncated)
        // The outer message goes on behind the inner one, whatever was read of that.
        #expect(try reader.tag()?.field == 2)
        #expect(try reader.string() == "abcde")
        #expect(reader.isAtEnd)
    }

    @Test func `are nested a hundred deep, and not one more`() throws {
        func nested(_ depth: Int) -> [UInt8] {
            var bytes: [UInt8] = []
            for _ in 0..<depth {
                var writer = ProtobufWriter()
                writer.bytes(1, bytes)
                bytes = writer.bytes
            }
            return bytes
        }
        func descend(_ reader: inout ProtobufReader) throws(ProtobufError) -> Int {
            guard try reader.tag() != nil else { return 0 }
            return try reader.nested({ (inner) throws(ProtobufError) in try descend(&inner) + 1 }, orThrow: { $0 })
        }
        var allowed = ProtobufReader(nested(100))
        #expect(try descend(&allowed) == 100)
        var refused = ProtobufReader(nested(101))
        #expect(throws: ProtobufError.tooDeep) { try descend(&refused) }
    }

    @Test func `of random bytes never end the process`() {
        var state: UInt64 = 3
        for _ in 0..<3000 {
            let bytes = (0..<24).map { _ -> UInt8 in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                // Small numbers more often: they are tags and lengths.
                let byte = UInt8(truncatingIfNeeded: state >> 33)
                return state >> 60 < 8 ? byte & 0x1F : byte
            }
            var reader = ProtobufReader(bytes)
            do {
                while let (_, type) = try reader.tag() { try reader.skip(type) }
                #expect(reader.isAtEnd)
            } catch {
                #expect([.truncated, .overlongNumber, .invalidTag, .tooDeep].contains(error))
            }
        }
    }
}
