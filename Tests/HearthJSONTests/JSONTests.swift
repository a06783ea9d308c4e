import HearthJSON
import Testing

@Suite("JSON")
struct JSONTests {
    @Test(arguments: [
        "", "{", "[1,]", "{\"a\":1,}", "\u{FEFF}{}", "{\"a\":1,\"a\":2}", "01", "1.", ".5", "+1", "1e", "nul", "NaN",
        "\"\\x\"", "\"\\uD800\"", "\"\\uD800\\u0041\"", "\"a\nb\"", "{} {}", "{'a':1}", "1e400", "[1 2]", "{\"a\" 1}",
        "\"\u{0}\"",
    ])
    func `what RFC 8259 does not allow is refused`(_ text: String) {
        let error = #expect(throws: JSONError.self) { try JSON.parse(Array(text.utf8)) }
        #expect(error?.kind == .syntax)
    }

    @Test func `bytes that are not UTF-8 are refused`() {
        #expect(throws: JSONError.self) { try JSON.parse([0x22, 0xFF, 0x22]) }
    }

    // What two readers take for different names must not be one to a third.
    @Test(arguments: [("\u{E9}", "e\u{301}"), ("K", "\u{212A}"), (";", "\u{37E}"), ("\u{AC00}", "\u{1100}\u{1161}")])
    func `names and texts are told apart by their bytes`(_ one: String, _ other: String) throws {
        #expect(one == other)
        let object = try #require(try JSON.parse(Array("{\"\(one)\":1,\"\(other)\":2}".utf8)).object)
        #expect(object[one] == 1 && object[other] == 2 && object.count == 2)
        #expect(JSONValue.string(one) != .string(other))
        #expect(Set<JSONValue>([.string(one), .string(other)]).count == 2)
        #expect(try JSON.parse(Array("{\"\(one)\":1}".utf8)).object?[other] == nil)
        // The same where an index is kept.
        var large = JSONObject()
        for number in 0..<100 { large["name \(number)"] = 0 }
        large[one] = 1
        #expect(large[other] == nil)
        large[other] = 2
        #expect(large[one] == 1 && large[other] == 2 && large.count == 102)
        large[one] = nil
        #expect(large[one] == nil && large[other] == 2)
        #expect(JSONObject(dictionaryLiteral: (one, 1)) != JSONObject(dictionaryLiteral: (other, 1)))
    }

    @Test func `nesting is bounded`() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: JSONError.self) { try JSON.parse(Array(deep.utf8)) }
    }

    @Test(arguments: [
        #"{"a":1,"b":[true,false,null],"c":{"d":"é\"\\\n\u0001"},"e":-0.5,"f":9223372036854775807}"#,
        "[]", "{}", "0", "\"\"", "[[],{}]", "\"😀\"",
    ])
    func `a document survives a round trip`(_ text: String) throws {
        let value = try JSON.parse(Array(text.utf8))
        #expect(try JSON.parse(JSON.serialize(value)) == value)
        #expect(try JSON.parse(JSON.serialize(value, isPretty: true)) == value)
        #expect(String(decoding: JSON.serialize(value), as: UTF8.self) == text)
    }

    @Test func `escapes are read`() throws {
        #expect(try JSON.parse(Array(#""\u00e9\ud83d\ude00\t\/""#.utf8)) == .string("é😀\t/"))
    }

    @Test func `pretty text is indented by two spaces`() throws {
        let value: JSONValue = ["a": 1, "b": [true], "c": [:]]
        let expected = "{\n  \"a\": 1,\n  \"b\": [\n    true\n  ],\n  \"c\": {}\n}"
        #expect(String(decoding: JSON.serialize(value, isPretty: true), as: UTF8.self) == expected)
    }

    struct Message: Codable, Equatable {
        var name: String
        var count: Int?
        var flags: [Bool]
        var nested: [String: Double]
        var anything: JSONValue?
    }

    @Test func `a message survives a round trip`() throws {
        let message = Message(
            name: "x",
            count: nil,
            flags: [true, false],
            nested: ["pi": 3.14],
            anything: ["deep": [1, 2.5, nil]]
        )
        let bytes = try JSON.encode(message)
        #expect(try JSON.decode(Message.self, from: bytes) == message)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("count"))
    }

    @Test func `a wrong type is refused with its place and without its value`() {
        let text = #"{"name":"x","flags":[true,"hunter2"],"nested":{}}"#
        let error = #expect(throws: JSONError.self) { try JSON.decode(Message.self, from: Array(text.utf8)) }
        #expect(error?.kind == .type)
        #expect(error?.path == "flags[1]")
        #expect(error?.reason.contains("hunter2") == false)
    }

    @Test func `scalars are coerced when asked`() throws {
        let text = #"{"name":12,"count":"7","flags":["true"],"nested":{"a":"1.5"}}"#
        #expect(throws: JSONError.self) { try JSON.decode(Message.self, from: Array(text.utf8)) }
        let message = try JSON.decode(Message.self, from: Array(text.utf8), coercion: .scalars)
        #expect(message == Message(name: "12", count: 7, flags: [true], nested: ["a": 1.5]))
    }

    @Test func `a large object finds its members`() throws {
        var object = JSONObject()
        for index in 0..<100 { object["k\(index)"] = .integer(Int64(index)) }
        object["k50"] = nil
        #expect(object.count == 99)
        #expect(object["k99"] == 99)
        #expect(object["k50"] == nil)
    }

    @Test func `a number that is not finite cannot be written`() {
        #expect(throws: JSONError.self) { try JSON.encode([Double.infinity]) }
    }
}
