import HearthJSON
import Testing

@Suite("The limits of reading JSON")
struct LimitTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    // 128 levels, and not one more; objects and arrays count alike.
    @Test(
        arguments: [
            ("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]"),
        ]
    )
    func `nest to their depth and no deeper`(_ open: String, _ close: String) throws {
        let levels = open.count { $0 == "[" || $0 == "{" }
        func nested(_ depth: Int) -> [UInt8] {
            let count = depth / levels
            return bytes(String(repeating: open, count: count) + "1" + String(repeating: close, count: count))
        }
        #expect(throws: Never.self) { try JSON.parse(nested(128)) }
        let error = #expect(throws: JSONError.self) { try JSON.parse(nested(128 + levels)) }
        #expect(error?.kind == .syntax)
        // What was closed does not count.
        let wide = "[" + Array(repeating: "[[1]]", count: 1000).joined(separator: ",") + "]"
        #expect(try JSON.parse(bytes(wide)).array?.count == 1000)
    }

    @Test(
        arguments: [
            ("1", 1), ("[]", 1), ("[1]", 2), ("[1,2,3]", 4), ("{\"a\":1}", 2), ("{\"a\":[],\"b\":{}}", 3),
            ("[[[]]]", 3), ("[null,true,\"x\",1.5]", 5),
        ]
    )
    func `count every value, and names are none`(_ text: String, _ count: Int) throws {
        #expect(throws: Never.self) { try JSON.parse(bytes(text), maximumValues: count) }
        let error = #expect(throws: JSONError.self) { try JSON.parse(bytes(text), maximumValues: count - 1) }
        #expect(error?.kind == .syntax)
        #expect(throws: JSONError.self) { try JSON.parse(bytes(text), maximumValues: 0) }
        #expect(throws: JSONError.self) { try JSON.parse(bytes(text), maximumValues: -1) }
    }

    @Test(
        arguments: [
            ("", 0), ("  ", 2), ("x", 0), ("[1,]", 3), ("[1 2]", 3), ("{\"a\" 1}", 5), ("{\"a\":1,}", 7), ("{} x", 3),
            ("[tru]", 1), ("\"abc", 4), ("[1.]", 3), ("\"a\nb\"", 2), ("{1:2}", 1), ("[\"\\x\"]", 4),
        ]
    )
    func `say where reading stopped`(_ text: String, _ offset: Int) {
        let error = #expect(throws: JSONError.self) { try JSON.parse(bytes(text)) }
        #expect(error?.offset == offset)
        #expect(error?.path == "" && error?.reason.hasPrefix("expected ") == true)
    }

    // An error goes to a log, and the text may be a secret.
    @Test(arguments: [#"{"password": hunter2}"#, #"["hunter2"#, #"{"hunter2": 1, "hunter2": 2}"#, #"["hunter2\x"]"#])
    func `never show what was read`(_ text: String) {
        let error = #expect(throws: JSONError.self) { try JSON.parse(bytes(text)) }
        #expect(error.map { !"\($0)".contains("hunter2") } == true)
    }

    @Test func `are none for long texts and wide objects`() throws {
        let long = String(repeating: "é\"\\", count: 100_000)
        #expect(try JSON.parse(JSON.serialize(.string(long))) == .string(long))
        let digits = String(repeating: "9", count: 100_000)
        #expect(throws: JSONError.self) { try JSON.parse(bytes(digits)) }
        #expect(try JSON.parse(bytes("0." + digits)).double == 1)
        #expect(try JSON.parse(bytes("1e-" + String(repeating: "0", count: 1000) + "2")).double == 0.01)
        let members = (0..<20_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        #expect(try JSON.parse(bytes("{\(members)}"))["k19999"] == 19_999)
    }
}

@Suite("Scalars of another type")
struct CoercionTests {
    private func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSON.decode(type, from: Array(text.utf8), coercion: .scalars)
    }

    @Test(
        arguments: [
            ("12", "12"), ("-0.5", "-0.5"), ("true", "true"), ("false", "false"), (#""x""#, "x"), ("1e3", "1000"),
            ("9223372036854775807", "9223372036854775807"), ("1.0", "1"),
        ]
    )
    func `are read as text`(_ json: String, _ text: String) throws {
        #expect(try read(String.self, json) == text)
    }

    @Test(arguments: [
        ("\"7\"", 7), ("\"-7\"", -7), ("7.0", 7), ("\"7.0\"", 7), ("\"1e3\"", 1000), ("70e-1", 7), ("\"07\"", 7),
    ])
    func `are read as integers where they are whole`(_ json: String, _ number: Int) throws {
        #expect(try read(Int.self, json) == number)
        #expect(try read(Int16.self, json) == Int16(number))
    }

    @Test(
        arguments: [
            #""7.5""#, #""""#, #"" 7""#, #""7 ""#, #""0x7""#, #""7_0""#, #""٧""#, "true", #""true""#, "null",
            #""1e400""#, #""nan""#, #""inf""#, #""7\n""#, #""9223372036854775808""#, "[]", "{}", #""[7]""#,
        ]
    )
    func `are no integers otherwise`(_ json: String) {
        #expect(throws: JSONError.self) { try read(Int.self, json) }
    }

    @Test(arguments: [("\"0.5\"", 0.5), ("\"-1e3\"", -1000), ("2", 2), ("\"5\"", 5)])
    func `are read as numbers`(_ json: String, _ number: Double) throws {
        #expect(try read(Double.self, json) == number)
        #expect(try read(Float.self, json) == Float(number))
    }

    @Test(arguments: [
        #""0x10""#, #""inf""#, #""nan""#, #""Infinity""#, #""1e400""#, #"".5""#, #""5.""#, "true", #""""#,
    ])
    func `are no numbers otherwise`(_ json: String) {
        #expect(throws: JSONError.self) { try read(Double.self, json) }
    }

    @Test(arguments: [#""True""#, #""TRUE""#, #""1""#, "1", "0", #""yes""#, #"" true""#, "null", "[]"])
    func `are no truths but by their names`(_ json: String) throws {
        #expect(try read(Bool.self, #""true""#) && !(try read(Bool.self, #""false""#)))
        #expect(throws: JSONError.self) { try read(Bool.self, json) }
    }

    @Test(
        arguments: [
            ("Int8", #"[128, -129, 1.5, 1e2]"#), ("UInt8", "[256, -1, 0.5, 255]"), ("UInt64", "[-1, 1e19, 0.1, 5]"),
        ]
    )
    func `keep to the width of their type`(_ type: String, _ json: String) throws {
        // The last one of each row fits.
        let values = try #require(try JSON.parse(Array(json.utf8)).array)
        for (index, value) in values.enumerated() {
            let isRead =
                switch type {
                case "Int8": (try? JSON.decode(Int8.self, from: value)) != nil
                case "UInt8": (try? JSON.decode(UInt8.self, from: value)) != nil
                default: (try? JSON.decode(UInt64.self, from: value)) != nil
                }
            #expect(isRead == (index == 3), "\(type) \(value)")
        }
        #expect(throws: JSONError.self) { try JSON.decode(Float.self, from: .number(1e300)) }
        #expect(try JSON.decode(Float.self, from: .number(1e-300)) == 0)
    }

    private struct Deep: Encodable {
        var rows: [[String: Double]]
    }

    @Test func `that cannot be written are named by their place`() {
        let error = #expect(throws: JSONError.self) { try JSON.encode(Deep(rows: [[:], ["x": .nan]])) }
        #expect(error?.kind == .unwritable && error?.path == "rows[1].x" && error?.offset == nil)
        let large = #expect(throws: JSONError.self) { try JSON.encode(["n": UInt64.max]) }
        #expect(large?.path == "n")
        #expect(large?.reason == "expected an integer of 64 bits")
    }
}
