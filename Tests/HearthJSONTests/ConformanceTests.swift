import HearthJSON
import HearthTestSupport
import Testing

/// Texts that readers of JSON are known to disagree about, after Seriot’s “Parsing JSON is a minefield” of 2016.
@Suite("JSON, where readers differ")
struct ConformanceTests {
    @Test(
        arguments: [
            ("[]", 0), ("[ ]", 0), ("[\t\r\n 1\u{20}]", 1), ("[1,2 , 3]", 3), (#"["\u0000"]"#, 1),
            (#"["\uDBFF\uDFFF"]"#, 1),
            (#"["\u0061\u30af\u30EA"]"#, 1), ("[\"\u{7F}\"]", 1), ("[\"\u{2028}\u{2029}\"]", 1), ("[\"\u{FFFF}\"]", 1),
            (#"["\"\\\/\b\f\n\r\t"]"#, 1), ("[-0]", 1), ("[0e1]", 1), ("[0e+1]", 1), ("[1E22]", 1), ("[1E-2]", 1),
            ("[123e65]", 1), ("[20e1]", 1), ("[1.000000000000005]", 1), ("[-1]", 1), ("[-0.0]", 1), ("[1e-400]", 1),
            ("[true,false,null]", 3), (#"[{"":0}]"#, 1), (#"[{"a":{"a":{"a":[]}}}]"#, 1), ("[[[[[[]]]]]]", 1),
            (" [] ", 0),
        ]
    )
    func `takes what the grammar allows`(_ text: String, _ count: Int) throws {
        #expect(try JSON.parse(Array(text.utf8)).array?.count == count)
    }

    @Test(
        arguments: [
            // Structure
            "[", "]", "[1", "[1,", "[,1]", "[1,,2]", "[1]]", "[[]", "{", "{\"a\"", "{\"a\":", "{\"a\":}", "{:1}",
            "{a:1}",
            "{1:1}", "{\"a\":1,,\"b\":2}", "{\"a\":1 \"b\":2}", "{\"a\":1}}", "[\"a\":1]", "{\"a\",1}", "{[]:1}", "<.>",
            "[<null>]",
            "[1]x", "#", "*", "\u{0}", "[\u{0}]", "1 2", "[1]\u{0}", "/**/[]", "[]//", "[1/**/]",
            // White space that is none
            "\u{A0}[]", "[\u{2060}]", "[\u{B}1]", "[\u{C}]", "\u{FEFF}[]", "[\u{3000}]",
            // Numbers
            "[-]", "[--1]", "[+1]", "[00]", "[-01]", "[1.]", "[.1]", "[-.1]", "[1.e1]", "[1e]", "[1e+]", "[1e1.5]",
            "[0x1]",
            "[1_000]", "[Infinity]", "[-Infinity]", "[NaN]", "[１]", "[1e400]", "[-1e400]", "[1 000]", "[0.1.2]",
            // Words
            "[tru]", "[True]", "[nulll]", "[truefalse]", "[fals", "[undefined]",
            // Strings
            "[\"]", "[\"a]", "['a']", "[a\"]", #"["\a"]"#, #"["\'"]"#, #"["\x00"]"#, #"["\u"]"#, #"["\u00"]"#,
            #"["\u00G0"]"#,
            #"["\U0061"]"#, #"["\uD800"]"#, #"["\uD800\n"]"#, #"["\uD800\u0061"]"#, #"["\uDC00"]"#,
            #"["\uD800\uD800"]"#,
            #"["\uDC00\uD800"]"#, "[\"\t\"]", "[\"\n\"]", "[\"\u{1F}\"]", "[\"\\\u{0}\"]", #"["\"]"#, "[\"\\",
            // The same name twice, also when it is spelled in two ways
            #"{"a":1,"a":1}"#, #"{"a":1,"\u0061":2}"#, #"[{"x":{"b":0,"c":0,"b":0}}]"#,
        ]
    )
    func `refuses everything else`(_ text: String) {
        let error = #expect(throws: JSONError.self) { try JSON.parse(Array(text.utf8)) }
        #expect(error?.kind == .syntax)
    }

    @Test(
        arguments: [
            [0x5B, 0x22, 0x80, 0x22, 0x5D], [0x5B, 0x22, 0xC0, 0xAF, 0x22, 0x5D],
            [0x5B, 0x22, 0xED, 0xA0, 0x80, 0x22, 0x5D],
            [0x5B, 0x22, 0xF4, 0xBF, 0xBF, 0xBF, 0x22, 0x5D], [0x5B, 0xFF, 0x5D], [0xEF, 0xBB, 0xBF, 0x7B, 0x7D],
            [0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00], [0x00, 0x5B, 0x00, 0x5D], [0x22, 0xE2, 0x82, 0x22],
        ] as [[UInt8]]
    )
    func `refuses every other encoding`(_ bytes: [UInt8]) {
        #expect(throws: JSONError.self) { try JSON.parse(bytes) }
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("9223372036854775807", .max), ("-9223372036854775808", .min), ("1e3", 1000),
            ("1.0", 1), ("100e-2", 1), ("9223372036854775808", nil), ("0.5", nil), ("1e19", nil),
        ] as [(String, Int64?)]
    )
    func `knows which numbers are whole`(_ text: String, _ integer: Int64?) throws {
        #expect(try JSON.parse(Array(text.utf8)).integer == integer)
    }

    @Test(
        arguments: [
            ("0.1", 0.1), ("1e-7", 1e-7), ("5e-324", Double.leastNonzeroMagnitude),
            ("1.7976931348623157e308", 1.797_693_134_862_315_7e308),
            ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown), ("1e-400", 0),
            ("123456789012345678901234567890", 1.234_567_890_123_456_8e29), ("-0.0", -0.0),
            ("0.30000000000000004", 0.300_000_000_000_000_04), ("9007199254740993", 9_007_199_254_740_992),
        ]
    )
    func `reads the nearest double`(_ text: String, _ double: Double) throws {
        #expect(try JSON.parse(Array(text.utf8)).double == double)
    }

    /// A document and a text of it, made side by side: the text has white space and escapes wherever they may be.
    private struct Maker {
        var random: SeededRandom

        mutating func space() -> String {
            String(
                (0..<Int.random(in: 0...2, using: &random)).compactMap { _ in " \t\n\r".randomElement(using: &random) }
            )
        }

        mutating func text() -> (String, String) {
            var (plain, written) = ("", "\"")
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let scalar = "aé€😀\"\\/\n\u{1}\u{7F}\u{2028}z".unicodeScalars.randomElement(using: &random) ?? "a"
                plain.unicodeScalars.append(scalar)
                let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
                if mustEscape || Int.random(in: 0...2, using: &random) == 0 {
                    for unit in String(scalar).utf16 {
                        let hex = String(unit, radix: 16, uppercase: Bool.random(using: &random))
                        written += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                    }
                } else {
                    written.unicodeScalars.append(scalar)
                }
            }
            return (plain, written + "\"")
        }

        mutating func value(_ depth: Int) -> (JSONValue, String) {
            switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &random) {
            case 0: return (.null, "null")
            case 1: return (true, "true")
            case 2:
                let number = Int64.random(in: .min ... .max, using: &random)
                return (.integer(number), String(number))
            case 3:
                let quarter = Double(Int.random(in: -1_000_000...1_000_000, using: &random)) + 0.25
                return (.number(quarter), "\(quarter)")
            case 4:
                let (plain, written) = text()
                return (.string(plain), written)
            case 5:
                let parts = (0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth - 1) }
                let items = parts.map { space() + $0.1 + space() }
                return (.array(parts.map(\.0)), "[" + (items.isEmpty ? space() : items.joined(separator: ",")) + "]")
            default:
                var object = JSONObject()
                var members: [String] = []
                for _ in 0..<Int.random(in: 0...4, using: &random) {
                    let (name, writtenName) = text()
                    guard object[name] == nil else { continue }
                    let (value, written) = value(depth - 1)
                    object[name] = value
                    members.append(space() + writtenName + space() + ":" + space() + written + space())
                }
                return (.object(object), "{" + (members.isEmpty ? space() : members.joined(separator: ",")) + "}")
            }
        }
    }

    @Test func `two thousand documents are read as they were meant, and written so that they are`() throws {
        var maker = Maker(random: SeededRandom(2016))
        for _ in 0..<2000 {
            let (value, text) = maker.value(5)
            #expect(try JSON.parse(Array((maker.space() + text + maker.space()).utf8)) == value, "\(text)")
            #expect(try JSON.parse(JSON.serialize(value)) == value, "\(text)")
            #expect(try JSON.parse(JSON.serialize(value, isPretty: true)) == value, "\(text)")
        }
    }

    @Test func `no cut of a document, and no other byte in it, ends the process`() throws {
        var maker = Maker(random: SeededRandom(8259))
        for _ in 0..<300 {
            let bytes = Array(maker.value(4).1.utf8)
            for length in 0..<bytes.count { _ = try? JSON.parse(Array(bytes.prefix(length))) }
            for index in bytes.indices {
                var changed = bytes
                changed[index] = UInt8.random(in: 0...255, using: &maker.random)
                guard let value = try? JSON.parse(changed) else { continue }
                #expect(try JSON.parse(JSON.serialize(value)) == value)
            }
        }
    }
}
