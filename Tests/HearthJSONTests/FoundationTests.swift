import HearthJSON
import Testing

/// What one of the two writes, the other one reads: an app that changes over from Foundation keeps its files.
@Suite("JSON, beside Foundation's")
struct FoundationTests {
    private class Animal: Codable {
        var name = "Rex"
        var legs = 4
    }

    private final class Dog: Animal {
        var name2 = "the first"
        private enum Key: String, CodingKey { case name, tricks }
        var tricks = ["sit"]

        override init() { super.init() }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            name2 = try container.decode(String.self, forKey: .name)
            tricks = try container.decode([String].self, forKey: .tricks)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(name2, forKey: .name)
            try container.encode(tricks, forKey: .tricks)
            try super.encode(to: container.superEncoder())
        }
    }

    private enum Shape: Codable, Hashable {
        case point
        case circle(radius: Double)
        case named(String, Int)
    }

    private enum Level: Int, Codable, Hashable { case low = 1, high = 10 }

    private struct Everything: Codable, Hashable {
        var shapes: [Shape] = [.point, .circle(radius: 0.5), .named("x", 1)]
        var level: Level? = .high
        var byNumber = [1: "one", -2: "minus two"]
        var byLevel: [Level: Int] = [.low: 1]
        var optional: String?
        var gaps: [Int?] = [1, nil, 3]
        var nested: [[String: [Bool]]] = [["a": [true, false]], [:]]
        var text = "é😀\"\\/\u{0}\u{1F}\u{7F}\u{2028}"
        var small = Float(0.25)
        var large = 1e300
        var bounds: [Int64] = [.min, .max]
        var tiny = Double.leastNonzeroMagnitude
        var empty: [String] = []
        var set: Set<Int> = [7]
        var unicode = "e\u{301}"
    }

    @Test func `has the same form for enumerations, keys, gaps and numbers`() throws {
        let value = Everything()
        #expect(try JSON.decode(Everything.self, from: FoundationJSON.encode(value)) == value)
        #expect(try FoundationJSON.decode(Everything.self, from: JSON.encode(value)) == value)
        #expect(try FoundationJSON.decode(Everything.self, from: JSON.encode(value, isPretty: true)) == value)
    }

    @Test func `has the same place for a class above another one`() throws {
        let dog = Dog()
        dog.name2 = "the second"
        let document = try JSON.value(of: dog)
        #expect(document == ["name": "the second", "tricks": ["sit"], "super": ["name": "Rex", "legs": 4]])
        #expect(try JSON.parse(FoundationJSON.encode(dog)) == document)
        let read = try JSON.decode(Dog.self, from: FoundationJSON.encode(dog))
        #expect(read.name == "Rex" && read.name2 == "the second" && read.legs == 4)
        #expect(try FoundationJSON.decode(Dog.self, from: JSON.encode(dog)).name2 == "the second")
    }

    @Test(
        arguments: [
            #"{"a":[1,2.5,"x",true,null,{"b":{}}],"c":-9007199254740993,"d":"é"}"#, "[]", "{}", #"[[[]],{"":""}]"#,
            "[0]",
            #"{"n":1e300,"z":[null]}"#,
        ]
    )
    func `reads documents of any shape through the other's decoder`(_ text: String) throws {
        let here = try JSON.parse(Array(text.utf8))
        #expect(try FoundationJSON.decode(JSONValue.self, from: Array(text.utf8)) == here)
        #expect(try JSON.parse(FoundationJSON.encode(here)) == here)
        #expect(try JSON.decode(JSONValue.self, from: here) == here)
    }

    @Test(arguments: [#"{"gaps":1}"#, #"{"level":2}"#, "{}", #"{"shapes":[{"square":{}}]}"#, "[]", "null"])
    func `refuses what the other one refuses`(_ text: String) {
        #expect(throws: (any Error).self) { try FoundationJSON.decode(Everything.self, from: Array(text.utf8)) }
        let error = #expect(throws: JSONError.self) { try JSON.decode(Everything.self, from: Array(text.utf8)) }
        #expect(error?.kind == .type)
    }
}
