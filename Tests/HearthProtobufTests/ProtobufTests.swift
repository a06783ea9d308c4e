import HearthCore
import HearthProtobuf
import Testing

@Suite("The binary form of protocol buffers")
struct ProtobufTests {
    @Test func `is written as the documentation's examples`() {
        var writer = ProtobufWriter()
        writer.integer(1, 150)
        writer.string(2, "testing")
        writer.nested(3) { $0.integer(1, 150) }
        writer.integer(4, -2)
        #expect(Hex.encode(writer.bytes) == "089601120774657374696e671a0308960120feffffffffffffffff01")
    }

    @Test(arguments: [0, 1, 127, 128, 16_383, 16_384, 70_000]) func `has nested content of any length`(count: Int)
        throws
    {
        var writer = ProtobufWriter()
        writer.nested(1) { inner in
            inner.nested(2) { $0.splice(Array(repeating: 0x08, count: count)) }
        }
        writer.bool(3, true)
        var reader = ProtobufReader(writer.bytes)
        _ = try reader.tag()
        let content = try reader.nested(
            { (inner) throws(ProtobufError) in
                _ = try inner.tag()
                return try inner.byteArray()
            },
            orThrow: { $0 }
        )
        #expect(content.count == count)
        #expect(try reader.tag()?.field == 3)
    }

    @Test(arguments: [
        ("08", ProtobufError.truncated), ("0a05", .truncated), ("00", .invalidTag), ("0f", .invalidTag),
        ("08ffffffffffffffffffff01", .overlongNumber), ("09000000", .truncated), ("0d0000", .truncated),
        ("0affffffffffffffffff01", .truncated), ("0b", .truncated), ("0c", .invalidTag),
    ]) func `is refused if it is cut or wrong`(text: String, error: ProtobufError) throws {
        var reader = ProtobufReader(try #require(Hex.decode(text)))
        #expect(throws: error) {
            while let (_, type) = try reader.tag() { try reader.skip(type) }
        }
    }

    @Test func `is not followed deeper than its limit`() {
        var reader = ProtobufReader(Array(repeating: 0x0B, count: 100_000))
        #expect(throws: ProtobufError.tooDeep) {
            while let (_, type) = try reader.tag() { try reader.skip(type) }
        }
    }
}
