import HearthJSON
import Testing

/// What a type may ask of a decoder and an encoder, each promise of the standard library's protocols by itself.
@Suite("The containers of a decoder and an encoder")
struct ContainerTests {
    private enum Key: String, CodingKey { case a, b, c, list, inner }

    private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSON.decode(type, from: Array(text.utf8))
    }

    private struct Members: Decodable {
        var names: Set<String>
        var hasA: Bool
        var hasC: Bool
        var isNullA: Bool
        var isNullB: Bool
        var absent: Int?
        var null: Int?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            names = Set(container.allKeys.map(\.stringValue))
            hasA = container.contains(.a)
            hasC = container.contains(.c)
            isNullA = try container.decodeNil(forKey: .a)
            isNullB = try container.decodeNil(forKey: .b)
            absent = try container.decodeIfPresent(Int.self, forKey: .c)
            null = try container.decodeIfPresent(Int.self, forKey: .a)
        }
    }

    @Test func `tell what is absent from what is null`() throws {
        let members = try decode(Members.self, #"{"a":null,"b":0,"other":1}"#)
        // A name that the type does not know is no key of it.
        #expect(members.names == ["a", "b"])
        #expect(members.hasA && !members.hasC && members.isNullA && !members.isNullB)
        #expect(members.absent == nil && members.null == nil)
        let error = #expect(throws: JSONError.self) { try decode(Members.self, #"{"b":0}"#) }
        #expect(error?.kind == .type && error?.reason == "expected a" && error?.path == "")
    }

    private struct Elements: Decodable {
        var log: [String] = []

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            log.append("\(list.count ?? -1) \(list.currentIndex)")
            let wasNull = try list.decodeNil()
            log.append("\(wasNull) \(list.currentIndex)")
            // What is not null is not taken.
            let isNull = try list.decodeNil()
            log.append("\(isNull) \(list.currentIndex)")
            log.append("\(try list.decode(Int.self)) \(list.codingPath.count)")
            var inner = try list.nestedUnkeyedContainer()
            log.append(try inner.decode(String.self))
            log.append(inner.codingPath.map { "\($0.intValue ?? -1)" }.joined())
            let object = try list.nestedContainer(keyedBy: Key.self)
            log.append(try object.decode(String.self, forKey: .a))
            log.append(try String(from: list.superDecoder()))
            log.append("\(list.isAtEnd)")
        }
    }

    @Test func `take the elements of a list one by one`() throws {
        let elements = try decode(Elements.self, #"[null,7,["x"],{"a":"y"},"z"]"#)
        #expect(elements.log == ["5 0", "true 1", "false 1", "7 0", "x", "2", "y", "z", "true"])
        // One element too few: the place is that of the list.
        let error = #expect(throws: JSONError.self) { try decode(Elements.self, #"[null,7,["x"],{"a":"y"}]"#) }
        #expect(error?.reason == "expected another element")
        let wrong = #expect(throws: JSONError.self) { try decode(Elements.self, #"[null,7,["x"],{"a":1},"z"]"#) }
        #expect(wrong?.path == "[3].a" && wrong?.reason == "expected a string")
        let kind = #expect(throws: JSONError.self) { try decode(Elements.self, #"[null,7,"x",{"a":1},"z"]"#) }
        #expect(kind?.path == "[2]" && kind?.reason == "expected an array")
    }

    private struct Nested: Codable, Equatable {
        var text = "x"
        var numbers = [1, 2]

        init() {}

        init(from decoder: any Decoder) throws {
            let outer = try decoder.container(keyedBy: Key.self)
            let inner = try outer.nestedContainer(keyedBy: Key.self, forKey: .inner)
            text = try inner.decode(String.self, forKey: .a)
            var list = try outer.nestedUnkeyedContainer(forKey: .list)
            numbers = []
            while !list.isAtEnd { numbers.append(try list.decode(Int.self)) }
            #expect(inner.codingPath.map(\.stringValue).last == "inner")
        }

        func encode(to encoder: any Encoder) throws {
            var outer = encoder.container(keyedBy: Key.self)
            var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .inner)
            #expect(inner.codingPath.map(\.stringValue).last == "inner")
            try inner.encode(text, forKey: .a)
            try inner.encodeNil(forKey: .b)
            try inner.encodeIfPresent(nil as Int?, forKey: .c)
            var list = outer.nestedUnkeyedContainer(forKey: .list)
            for number in numbers { try list.encode(number) }
            #expect(list.count == numbers.count)
        }
    }

    @Test func `nest as deep as the type asks`() throws {
        let text = String(decoding: try JSON.encode([Nested()]), as: UTF8.self)
        #expect(text == #"[{"inner":{"a":"x","b":null},"list":[1,2]}]"#)
        #expect(try decode([Nested].self, text) == [Nested()])
    }

    // Every width of integer, at both of its ends and one beyond.
    @Test func `keep integers to their width`() throws {
        func check<Integer: FixedWidthInteger & Codable>(_ type: Integer.Type) throws {
            for value in [Integer.min, 0, 1, Integer.max] {
                guard let exact = Int64(exactly: value) else {
                    #expect(throws: JSONError.self) { try JSON.encode([value]) }
                    continue
                }
                #expect(try JSON.value(of: [value]) == [.integer(exact)])
                #expect(try JSON.decode([Integer].self, from: [.integer(exact)]) == [value])
            }
            if let high = Int64(exactly: Integer.max), high < .max {
                #expect(throws: JSONError.self) { try JSON.decode(type, from: .integer(high + 1)) }
            }
            if let low = Int64(exactly: Integer.min), low > .min {
                #expect(throws: JSONError.self) { try JSON.decode(type, from: .integer(low - 1)) }
            }
        }
        try check(Int8.self)
        try check(Int16.self)
        try check(Int32.self)
        try check(Int64.self)
        try check(Int.self)
        try check(UInt8.self)
        try check(UInt16.self)
        try check(UInt32.self)
        try check(UInt64.self)
        try check(UInt.self)
    }

    private struct Empty: Codable, Equatable {}

    @Test func `write what writes nothing as an empty object, and nothing at all as null`() throws {
        #expect(try JSON.value(of: Empty()) == [:])
        #expect(try JSON.value(of: nil as Int?) == nil)
        #expect(try JSON.value(of: [nil, 1] as [Int?]) == [nil, 1])
        #expect(try JSON.value(of: ["k": nil] as [String: Int?]) == ["k": nil])
        #expect(try JSON.value(of: [] as [Int]) == [])
        #expect(try JSON.value(of: [:] as [String: Int]) == [:])
        #expect(try decode([Empty].self, "[{},{}]") == [Empty(), Empty()])
    }

    private struct Failing: Codable {
        struct Reason: Error {}

        init() {}
        init(from decoder: any Decoder) throws { throw Reason() }
        func encode(to encoder: any Encoder) throws { throw Reason() }
    }

    @Test func `hand on that a type refuses by itself`() {
        let reading = #expect(throws: JSONError.self) { try decode([Failing].self, "[1]") }
        #expect(reading?.kind == .type)
        let writing = #expect(throws: JSONError.self) { try JSON.encode([Failing()]) }
        #expect(writing?.kind == .unwritable)
    }
}
