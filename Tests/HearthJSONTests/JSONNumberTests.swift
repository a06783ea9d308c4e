import HearthJSON
import Testing

@Suite("JSON numbers")
struct JSONNumberTests {
    @Test(
        arguments: [
            ("0", .integer(0)), ("-0", .integer(0)), ("10", .integer(10)), ("-1", .integer(-1)),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .number(9_223_372_036_854_775_808)),
            ("-9223372036854775809", .number(-9_223_372_036_854_775_808)),
            ("123456789012345678901234567890", .number(1.2345678901234568e29)), ("0.5", .number(0.5)),
            ("-1.5e-3", .number(-0.0015)), ("1E2", .number(100)), ("1e+2", .number(100)),
        ] as [(String, JSONValue)]
    )
    func `keep every digit that 64 bits hold`(_ text: String, _ value: JSONValue) throws {
        #expect(try JSON.parse(Array(text.utf8)) == value)
    }

    @Test(arguments: ["-", "00", "-01", "1.e1", "1e+", "1e1.5", "0x1", "--1", "1_0", "Infinity"])
    func `are refused if they are not RFC 8259's`(_ text: String) {
        let error = #expect(throws: JSONError.self) { try JSON.parse(Array(text.utf8)) }
        #expect(error?.kind == .syntax)
    }
}

@Suite("JSON text")
struct JSONTextTests {
    @Test(arguments: ["", "plain", "ü", "a\"b", "\\", "line\nfeed\r\t", "\u{0}\u{1F}\u{7F}", "😀 mixed \"é\" \\ end"])
    func `survives a round trip, whatever is in it`(_ text: String) throws {
        let value: JSONValue = ["x": .string(text), "y": [.string(text + text)]]
        #expect(try JSON.parse(JSON.serialize(value)) == value)
        #expect(try JSON.parse(JSON.serialize(value, isPretty: true)) == value)
    }

    @Test(arguments: [[0x61, 0xFF], [0xC3], [0x61, 0x5C, 0x6E, 0xC3], [0xED, 0xA0, 0x80]] as [[UInt8]])
    func `is refused if it is not UTF-8, before and after an escape`(_ content: [UInt8]) {
        #expect(throws: JSONError.self) { try JSON.parse([0x22] + content + [0x22]) }
    }

    @Test(arguments: [2, 31, 32, 33, 100])
    func `names a member once, in small objects and large ones`(_ count: Int) throws {
        var members = (0..<count).map { #""k\#($0)":\#($0)"# }
        let object = try JSON.parse(Array("{\(members.joined(separator: ","))}".utf8)).object
        #expect(object?.count == count)
        #expect(object?["k\(count - 1)"] == .integer(Int64(count - 1)))
        members.append(#""k0":1"#)
        #expect(throws: JSONError.self) { try JSON.parse(Array("{\(members.joined(separator: ","))}".utf8)) }
    }
}
