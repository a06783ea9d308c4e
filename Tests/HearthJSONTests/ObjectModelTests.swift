import HearthJSON
import HearthTestSupport
import Testing

@Suite("A JSON object, beside a list")
struct ObjectModelTests {
    /// Members in the order in which they came, found by looking at each.
    private struct Model {
        var members: [(name: String, value: JSONValue)] = []

        mutating func set(_ name: String, _ value: JSONValue?) {
            let place = members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
            switch (place, value) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append((name, value))
            case (nil, nil): break
            }
        }
    }

    @Test(arguments: [8, 31, 32, 33, 40, 200])
    func `has the same members after thousands of changes`(_ size: Int) {
        var random = SeededRandom(size)
        var object = JSONObject()
        var model = Model()
        // Spellings that Swift calls equal are among the names.
        let names = (0..<size).map { "name \($0)" } + ["é", "e\u{301}", "", "\u{212A}", "K"]
        for step in 0..<3000 {
            let name = names.randomElement(using: &random) ?? ""
            let value: JSONValue? = Int.random(in: 0..<3, using: &random) == 0 ? nil : .integer(Int64(step))
            object[name] = value
            model.set(name, value)
            #expect(object[name] == value)
        }
        #expect(object.members.map(\.value) == model.members.map(\.value))
        #expect(object.names.map { Array($0.utf8) } == model.members.map { Array($0.name.utf8) })
        #expect(object.count == model.members.count && object.isEmpty == model.members.isEmpty)
        for name in names {
            let expected = model.members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
            #expect(object[name] == expected)
        }
    }

    @Test(arguments: [3, 31, 32, 50])
    func `is equal in whatever order its members came`(_ size: Int) {
        var random = SeededRandom(size)
        let members = (0..<size).map { ("k\($0)", JSONValue.integer(Int64($0))) }
        func object(_ members: [(String, JSONValue)]) -> JSONObject {
            var object = JSONObject()
            for (name, value) in members { object[name] = value }
            return object
        }
        let one = object(members)
        let other = object(members.shuffled(using: &random))
        #expect(one == other && one.hashValue == other.hashValue)
        #expect(one.members != other.members)
        var changed = other
        changed["k1"] = "x"
        #expect(one != changed)
        changed = other
        changed["k1"] = nil
        #expect(one != changed && changed != one)
        changed["k1 "] = 1
        #expect(one != changed)
    }

    @Test func `is a value: a copy does not follow`() {
        var one: JSONObject = ["a": 1]
        for number in 0..<40 { one["n\(number)"] = 0 }
        var other = one
        other["a"] = 2
        other["n3"] = nil
        #expect(one["a"] == 1 && one["n3"] == 0 && other["a"] == 2 && other["n3"] == nil)
        #expect(one.count == 41 && other.count == 40)
    }

    @Test func `written as a literal keeps the last value of a name, at its first place`() {
        let object = JSONObject(dictionaryLiteral: ("a", 1), ("b", 2), ("a", 3))
        #expect(object.names == ["a", "b"] && object["a"] == 3)
    }
}

@Suite("A JSON value")
struct JSONValueTests {
    @Test(
        arguments: [
            (nil, "null"), (true, "bool"), (1, "integer double"), (1.5, "double"), (2.0, "integer double"),
            ("x", "string"), ([1], "array"), (["a": 1], "object"), (.number(1e19), "double"),
        ] as [(JSONValue, String)]
    )
    func `shows itself as what it is, and as nothing else`(_ value: JSONValue, _ kinds: String) {
        var found: [String] = []
        if value.isNull { found.append("null") }
        if value.bool != nil { found.append("bool") }
        if value.integer != nil { found.append("integer") }
        if value.double != nil { found.append("double") }
        if value.string != nil { found.append("string") }
        if value.array != nil { found.append("array") }
        if value.object != nil { found.append("object") }
        #expect(found.joined(separator: " ") == kinds)
        #expect(value["a"] == (kinds == "object" ? 1 : nil))
    }

    @Test(
        arguments: [
            (.number(9_223_372_036_854_774_784), 9_223_372_036_854_774_784), (.number(9_223_372_036_854_775_808), nil),
            (.number(-9_223_372_036_854_775_808), .min), (.number(0.1), nil), (.number(-0.0), 0), (.number(.nan), nil),
            (.number(.infinity), nil), (.integer(.max), .max), (.bool(true), nil), (.string("1"), nil),
        ] as [(JSONValue, Int64?)]
    )
    func `is an integer only if it is one exactly`(_ value: JSONValue, _ integer: Int64?) {
        #expect(value.integer == integer)
    }

    @Test func `is equal to another one of the same kind alone`() {
        let values: [JSONValue] = [
            nil, true, false, 0, 1, .number(0.5), .number(1), "", "0", "é", "e\u{301}", [], [[]], [0], [nil], [:],
            ["a": 0],
            ["a": nil], ["é": 0], ["e\u{301}": 0],
        ]
        for (index, value) in values.enumerated() {
            for (other, right) in values.enumerated() { #expect((value == right) == (index == other)) }
        }
        #expect(Set(values + values).count == values.count)
        #expect(JSONValue.number(0.0) == .number(-0.0))
        #expect(JSONValue.number(0.0).hashValue == JSONValue.number(-0.0).hashValue)
    }

    @Test(
        arguments: [
            (0, "0"), (-0.0, "0"), (1, "1"), (-1.5, "-1.5"), (0.1, "0.1"), (1e14, "100000000000000"),
            (123_456_789_012_345, "123456789012345"), (.leastNonzeroMagnitude, "5e-324"),
            (1.7976931348623157e308, "1.7976931348623157e+308"),
            (0.30000000000000004, "0.30000000000000004"), (.nan, "null"), (.infinity, "null"), (-.infinity, "null"),
        ] as [(Double, String)]
    )
    func `that is a number is written in the fewest digits that read as it`(_ number: Double, _ text: String) throws {
        let written = String(decoding: JSON.serialize(.number(number)), as: UTF8.self)
        #expect(written == text)
        if number.isFinite { #expect(try JSON.parse(Array(written.utf8)).double == number) }
    }

    @Test func `that is a number comes back for random bits`() throws {
        var random = SeededRandom(754)
        for _ in 0..<3000 {
            let number = Double(bitPattern: UInt64.random(in: 0 ... .max, using: &random))
            guard number.isFinite else { continue }
            #expect(try JSON.parse(JSON.serialize(.number(number))).double == number)
            let whole = Int64.random(in: .min ... .max, using: &random)
            #expect(try JSON.parse(JSON.serialize(.integer(whole))) == .integer(whole))
        }
    }

    // RFC 8259 §7: what must be escaped, and nothing more.
    @Test func `that is text is written with escapes where they must be`() {
        for scalar in (0...0x2FF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init) {
            let text = String(decoding: JSON.serialize(.string("a\(scalar)b")), as: UTF8.self)
            let expected =
                switch scalar {
                case "\"": #"\""#
                case "\\": #"\\"#
                case "\n": #"\n"#
                case "\r": #"\r"#
                case "\t": #"\t"#
                case "\u{0}"..."\u{F}": #"\u000\#(String(scalar.value, radix: 16))"#
                case "\u{10}"..."\u{1F}": #"\u001\#(String(scalar.value - 16, radix: 16))"#
                default: String(scalar)
                }
            #expect(text == "\"a\(expected)b\"")
        }
    }
}
