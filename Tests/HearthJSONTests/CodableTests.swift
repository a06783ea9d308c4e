import HearthJSON
import Testing

@Suite("Codable over JSON")
struct CodableTests {
    struct Scalars: Codable, Equatable {
        var truth = true
        var text = "x"
        var double = 1.5
        var float: Float = 0.5
        var int = -1
        var int8: Int8 = -8
        var int16: Int16 = -16
        var int32: Int32 = -32
        var int64 = Int64.min
        var uint: UInt = 1
        var uint8: UInt8 = 8
        var uint16: UInt16 = 16
        var uint32: UInt32 = 32
        var uint64: UInt64 = 64
        var absent: Int?
        var list: [Double?] = [1, nil, 2.5]
        var names: [String: [String]] = ["a": ["b"]]
        var value: JSONValue = ["deep": [1, [:], nil]]
    }

    @Test func `writes and reads every scalar`() throws {
        let bytes = try JSON.encode(Scalars())
        #expect(try JSON.decode(Scalars.self, from: bytes) == Scalars())
    }

    @Test func `writes members in the order of the type`() throws {
        let names = try JSON.value(of: Scalars()).object?.names
        #expect(names?.first == "truth")
        #expect(names?.last == "value")
        #expect(names?.contains("absent") == false)
    }

    @Test func `refuses what 64 bits do not hold`() {
        #expect(throws: JSONError.self) { try JSON.encode(UInt64.max) }
        #expect(throws: JSONError.self) { try JSON.encode(["a": Double.nan]) }
        #expect(throws: JSONError.self) { try JSON.decode(Int8.self, from: Array("128".utf8)) }
    }

    @Test(arguments: ["5", "\"x\"", "true", "1.5", "null"])
    func `reads and writes a scalar that stands alone`(_ text: String) throws {
        let value = try JSON.decode(JSONValue.self, from: Array(text.utf8))
        #expect(String(decoding: try JSON.encode(value), as: UTF8.self) == text)
    }

    /// Writes through nested containers, in another order than it opens them.
    private struct Nested: Encodable {
        enum Key: String, CodingKey { case first, second, third, base }

        func encode(to encoder: any Encoder) throws {
            var outer = encoder.container(keyedBy: Key.self)
            var first = outer.nestedContainer(keyedBy: Key.self, forKey: .first)
            var second = outer.nestedUnkeyedContainer(forKey: .second)
            try outer.encode(3, forKey: .third)
            try second.encode("a")
            var element = second.nestedContainer(keyedBy: Key.self)
            try second.encodeNil()
            try element.encode(true, forKey: .first)
            try first.encode("late", forKey: .first)
            try "super".encode(to: outer.superEncoder(forKey: .base))
        }
    }

    @Test func `keeps nested containers open, and in their places`() throws {
        let text = String(decoding: try JSON.encode(Nested()), as: UTF8.self)
        #expect(text == #"{"first":{"first":"late"},"second":["a",{"first":true},null],"third":3,"base":"super"}"#)
    }

    struct Outer: Codable {
        struct Inner: Codable {
            var count: Int
        }

        var inner: [[String: Inner]]
    }

    @Test(
        arguments: [
            (#"{"inner":[{},{"x":{"count":"secret"}}]}"#, "inner[1].x.count"), (#"{"inner":[{"x":{}}]}"#, "inner[0].x"),
            (#"{"inner":[1]}"#, "inner[0]"), (#"{"inner":{}}"#, "inner"), ("{}", ""), ("[]", ""),
        ]
    )
    func `names the place of what is wrong, and not the value`(_ text: String, _ path: String) {
        let error = #expect(throws: JSONError.self) { try JSON.decode(Outer.self, from: Array(text.utf8)) }
        #expect(error?.kind == .type)
        #expect(error?.path == path)
        #expect(error?.reason.contains("secret") == false)
    }
}
