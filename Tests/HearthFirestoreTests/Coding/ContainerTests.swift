import HearthFirestore
import Testing

@Suite("What codes itself by hand")
struct ContainerTests {
    private struct Name: CodingKey, ExpressibleByStringLiteral {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init(stringLiteral value: String) { stringValue = value }
        init?(intValue: Int) { nil }
    }

    /// Uses every kind of container.
    private struct Everything: Codable, Equatable {
        var numbers: [Int]
        var city: String
        var table: [[String]]
        var base: Bool
        var deep: Double

        init(numbers: [Int], city: String, table: [[String]], base: Bool, deep: Double) {
            self.numbers = numbers
            self.city = city
            self.table = table
            self.base = base
            self.deep = deep
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Name.self)
            var list = container.nestedUnkeyedContainer(forKey: "numbers")
            for number in numbers { try list.encode(number) }
            var address = container.nestedContainer(keyedBy: Name.self, forKey: "address")
            try address.encode(city, forKey: "city")
            var rows = container.nestedUnkeyedContainer(forKey: "table")
            for row in table {
                var map = rows.nestedContainer(keyedBy: Name.self)
                try map.encode(row, forKey: "row")
            }
            // The same container asked for again goes on where it was.
            var again = container.nestedContainer(keyedBy: Name.self, forKey: "address")
            try again.encodeNil(forKey: "zip")
            try base.encode(to: container.superEncoder())
            try deep.encode(to: container.superEncoder(forKey: "deep"))
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            var list = try container.nestedUnkeyedContainer(forKey: "numbers")
            numbers = []
            while !list.isAtEnd { numbers.append(try list.decode(Int.self)) }
            let address = try container.nestedContainer(keyedBy: Name.self, forKey: "address")
            city = try address.decode(String.self, forKey: "city")
            var rows = try container.nestedUnkeyedContainer(forKey: "table")
            table = []
            for _ in 0..<(rows.count ?? 0) {
                table.append(try rows.nestedContainer(keyedBy: Name.self).decode([String].self, forKey: "row"))
            }
            base = try Bool(from: container.superDecoder())
            deep = try Double(from: container.superDecoder(forKey: "deep"))
        }
    }

    @Test func `has all containers, and goes on in one that it asks for again`() throws {
        let value = Everything(numbers: [1, 2], city: "London", table: [["a"], []], base: true, deep: 2.5)
        let fields = try FirestoreEncoder().encode(value)
        #expect(
            fields == [
                "numbers": [1, 2], "address": ["city": "London", "zip": .null],
                "table": [["row": ["a"]], ["row": []]], "super": true, "deep": 2.5,
            ]
        )
        #expect(try FirestoreDecoder().decode(Everything.self, from: fields) == value)
    }

    /// A list that takes itself apart element by element.
    private struct Mixed: Codable, Equatable {
        var text: String
        var isMissing: Bool
        var inner: [Int]

        init(text: String, isMissing: Bool, inner: [Int]) {
            self.text = text
            self.isMissing = isMissing
            self.inner = inner
        }

        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            try list.encode(text)
            if isMissing { try list.encodeNil() } else { try list.encode(true) }
            var nested = list.nestedUnkeyedContainer()
            for number in inner { try nested.encode(number) }
            try Int8(7).encode(to: list.superEncoder())
        }

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            text = try list.decode(String.self)
            isMissing = try list.decodeNil()
            if !isMissing { _ = try list.decode(Bool.self) }
            var nested = try list.nestedUnkeyedContainer()
            inner = []
            while !nested.isAtEnd { inner.append(try nested.decode(Int.self)) }
            guard try Int8(from: list.superDecoder()) == 7, list.isAtEnd else {
                throw DecodingError.dataCorruptedError(in: list, debugDescription: "not the end")
            }
        }
    }

    @Test(arguments: [true, false]) func `takes a list apart element by element`(isMissing: Bool) throws {
        let value = ["m": Mixed(text: "x", isMissing: isMissing, inner: [3, 4])]
        let fields = try FirestoreEncoder().encode(value)
        let second: FirestoreValue = isMissing ? .null : true
        #expect(fields == ["m": ["x", second, [3, 4], 7]])
        #expect(try FirestoreDecoder().decode([String: Mixed].self, from: fields) == value)
    }

    @Test func `is told where an array ends and where a value is of another kind`() {
        struct Pair: Decodable {
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                _ = try list.decode(Int.self)
                _ = try list.decode(Int.self)
            }
        }
        struct Outer: Decodable { var pairs: [Pair] }
        let short = #expect(throws: DecodingError.self) {
            try FirestoreDecoder().decode(Outer.self, from: ["pairs": [[1, 2], [3]]])
        }
        #expect(short.map(Self.path) == "pairs/Index 1/Index 1")
        let wrong = #expect(throws: DecodingError.self) {
            try FirestoreDecoder().decode(Outer.self, from: ["pairs": [[1, "2"]]])
        }
        #expect(wrong.map(Self.path) == "pairs/Index 0/Index 1")
        let map = #expect(throws: DecodingError.self) {
            try FirestoreDecoder().decode(Outer.self, from: ["pairs": ["a": 1]])
        }
        #expect(map.map(Self.path) == "pairs")
    }

    private static func path(_ error: DecodingError) -> String {
        let context =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context
            @unknown default: DecodingError.Context(codingPath: [], debugDescription: "")
            }
        return context.codingPath.map(\.stringValue).joined(separator: "/")
    }

    /// One of each type of number.
    private struct Numbers: Codable, Equatable {
        var a: Int8
        var b: Int16
        var c: Int32
        var d: Int64
        var e: Int
        var f: UInt8
        var g: UInt16
        var h: UInt32
        var i: UInt64
        var j: UInt
        var k: Float
        var l: Double
    }

    @Test func `holds the least and the greatest of every type of number`() throws {
        let least = Numbers(
            a: .min,
            b: .min,
            c: .min,
            d: .min,
            e: .min,
            f: .min,
            g: .min,
            h: .min,
            i: .min,
            j: .min,
            k: -.greatestFiniteMagnitude,
            l: -.greatestFiniteMagnitude
        )
        let greatest = Numbers(
            a: .max,
            b: .max,
            c: .max,
            d: .max,
            e: .max,
            f: .max,
            g: .max,
            h: .max,
            i: UInt64(Int64.max),
            j: UInt(Int.max),
            k: .greatestFiniteMagnitude,
            l: .leastNonzeroMagnitude
        )
        let fields = try FirestoreEncoder().encode(greatest)
        #expect(fields["a"] == 127 && fields["c"] == 2_147_483_647 && fields["h"] == 4_294_967_295)
        #expect(fields["i"] == 9_223_372_036_854_775_807 && fields["k"]?.doubleValue == 3.4028234663852886e+38)
        for value in [least, greatest] {
            let fields = try FirestoreEncoder().encode(value)
            #expect(try FirestoreDecoder().decode(Numbers.self, from: fields) == value)
            // As elements of arrays and as values of their own, too.
            let list = try FirestoreEncoder().encode(["v": [value.a, 0]])
            #expect(try FirestoreDecoder().decode([String: [Int8]].self, from: list) == ["v": [value.a, 0]])
        }
    }

    private struct One<Content: Codable & Equatable>: Codable, Equatable { var n: Content }

    private func decoded<Content: Codable & Equatable>(_ type: Content.Type, _ value: FirestoreValue) -> Content? {
        try? FirestoreDecoder().decode(One<Content>.self, from: ["n": value]).n
    }

    @Test func `refuses each number that its type does not hold`() {
        #expect(decoded(Int8.self, 128) == nil && decoded(Int8.self, -129) == nil)
        #expect(decoded(Int16.self, 32_768) == nil && decoded(UInt16.self, 65_536) == nil)
        #expect(decoded(Int32.self, 2_147_483_648) == nil && decoded(UInt32.self, 4_294_967_296) == nil)
        #expect(decoded(UInt64.self, -1) == nil && decoded(UInt8.self, -1) == nil)
        // 2^63 as a double is one above the greatest Int64.
        #expect(decoded(Int64.self, 9_223_372_036_854_775_808.0) == nil)
        #expect(decoded(Int64.self, -9_223_372_036_854_775_808.0) == .min)
        #expect(decoded(UInt64.self, 9_223_372_036_854_775_808.0) == 9_223_372_036_854_775_808)
        #expect(decoded(Int.self, .double(.infinity)) == nil && decoded(Int.self, .double(.nan)) == nil)
        #expect(decoded(Int.self, -0.0) == 0)
        #expect(decoded(Float.self, 1e39) == nil && decoded(Float.self, -1e39) == nil)
        #expect(decoded(Float.self, 1e-60) == 0)
        #expect(decoded(Float.self, .double(.infinity)) == .infinity)
        #expect(decoded(Double.self, 9_007_199_254_740_993) == 9_007_199_254_740_992)
        #expect(throws: EncodingError.self) { try FirestoreEncoder().encode(["n": UInt64(Int64.max) + 1]) }
        #expect(throws: EncodingError.self) { try FirestoreEncoder().encode(["n": [UInt.max]]) }
        #expect(throws: EncodingError.self) { try FirestoreEncoder().encode(["n": [Float.infinity]]) }
    }

    @Test func `turns numbers that are infinite or none into texts and back, where it may`() throws {
        var encoder = FirestoreEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        var decoder = FirestoreDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        let fields = try encoder.encode(["d": [Double.infinity, -.infinity, .nan, 1.5]])
        #expect(fields == ["d": ["inf", "-inf", "nan", 1.5]])
        let back = try #require(try decoder.decode([String: [Double]].self, from: fields)["d"])
        #expect(back[0] == .infinity && back[1] == -.infinity && back[2].isNaN && back[3] == 1.5)
        #expect(try decoder.decode([String: Float].self, from: ["f": "-inf"]) == ["f": -.infinity])
        #expect(throws: DecodingError.self) { try decoder.decode([String: Double].self, from: ["f": "Infinity"]) }
        #expect(throws: DecodingError.self) {
            try FirestoreDecoder().decode([String: Double].self, from: ["f": "inf"])
        }
    }

    @Test func `has as many elements as it was given, in their order`() throws {
        let numbers = Array(0..<20_000)
        let fields = try FirestoreEncoder().encode(["n": numbers])
        #expect(try FirestoreDecoder().decode([String: [Int]].self, from: fields) == ["n": numbers])
    }

    @Test func `leaves missing optionals out, and keeps them in arrays`() throws {
        struct Row: Codable, Equatable {
            var a: Int?
            var b: [Int?]
            var c: [String: Int?]
        }
        let row = Row(a: nil, b: [1, nil], c: ["x": nil, "y": 2])
        let fields = try FirestoreEncoder().encode(row)
        #expect(fields == ["b": [1, .null], "c": ["x": .null, "y": 2]])
        #expect(try FirestoreDecoder().decode(Row.self, from: fields) == row)
        #expect(try FirestoreDecoder().decode(Row.self, from: ["a": .null, "b": [], "c": [:]]).a == nil)
    }

    @Test func `finds what it was given to know`() throws {
        struct Reader: Codable {
            var found: String
            init() { found = "" }
            init(from decoder: any Decoder) throws { found = decoder.userInfo[Self.key] as? String ?? "none" }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Name.self)
                try container.encode(encoder.userInfo[Self.key] as? String, forKey: "found")
            }
            static let key = CodingUserInfoKey(rawValue: "tenant")!
        }
        var encoder = FirestoreEncoder()
        encoder.userInfo = [Reader.key: "blue"]
        #expect(try encoder.encode(["r": Reader()]) == ["r": ["found": "blue"]])
        var decoder = FirestoreDecoder()
        decoder.userInfo = [Reader.key: "green"]
        #expect(try decoder.decode([String: Reader].self, from: ["r": [:]])["r"]?.found == "green")
    }

    @Test func `is no document unless it has names`() {
        struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }
        #expect(throws: EncodingError.self) { try FirestoreEncoder().encode([1, 2]) }
        #expect(throws: EncodingError.self) { try FirestoreEncoder().encode("text") }
        #expect(throws: EncodingError.self) { try FirestoreEncoder().encode(Nothing()) }
        #expect(throws: EncodingError.self) { try FirestoreEncoder().encode(Int?.none) }
        #expect(throws: EncodingError.self) { try FirestoreEncoder().encode(Timestamp(seconds: 1)) }
    }
}
