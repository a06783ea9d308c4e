import Foundation
import HearthCore
import HearthFirestore
import Testing

/// A key of any name.
private struct AnyName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// One field of any name.
private struct OneField: Codable {
    let name: String

    init(name: String) { self.name = name }

    init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: AnyName.self).allKeys
        name = keys.first?.stringValue ?? ""
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyName.self)
        try container.encode(1, forKey: AnyName(stringValue: name))
    }
}

@Suite("Names of fields and properties")
struct KeyStrategyTests {
    /// All names of up to four characters, and longer ones, of letters, digits and underscores.
    private static let names: [String] = {
        let letters = ["a", "B", "_", "1"]
        var names: [String] = []
        var longest = [""]
        for _ in 0..<4 {
            longest = longest.flatMap { start in letters.map { start + $0 } }
            names += longest
        }
        return names + [
            "deliveryDate", "URLPath", "myURLPath", "aBC", "ABC", "ABc", "userID2", "isHTTP2Request", "_privateName",
            "trailingName__", "__bothSides__", "already_snake", "Mixed_CaseName", "x509Certificate", "iOSVersion",
        ]
    }()

    // FirebaseFirestore's coders take over what Foundation's do; data in existing databases has such names.
    @Test func `become snake case as Foundation's encoder makes it`() throws {
        var encoder = FirestoreEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let oracle = JSONEncoder()
        oracle.keyEncodingStrategy = .convertToSnakeCase
        for name in Self.names {
            let fields = try encoder.encode(OneField(name: name))
            let object = try JSONSerialization.jsonObject(with: oracle.encode(OneField(name: name)))
            let expected = try #require((object as? [String: Any])?.keys.first)
            #expect(fields == [expected: 1], "\(name)")
        }
    }

    @Test func `come back from snake case as Foundation's decoder makes them`() throws {
        var decoder = FirestoreDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let oracle = JSONDecoder()
        oracle.keyDecodingStrategy = .convertFromSnakeCase
        for name in Self.names {
            let expected = try oracle.decode(OneField.self, from: JSONEncoder().encode([name: 1])).name
            #expect(try decoder.decode(OneField.self, from: [name: 1]).name == expected, "\(name)")
        }
    }

    private struct Shop: Codable, Equatable {
        struct Item: Codable, Equatable {
            var fullName: String
        }

        var openHours: [String: Int]
        var itemsByCode: [String: Item]
        var nestedMaps: [String: [String: Item]]
    }

    private static let shop = Shop(
        openHours: ["newYork": 9, "san_juan": 8],
        itemsByCode: ["aB": Shop.Item(fullName: "Tea")],
        nestedMaps: ["outerKey": ["inner_key": Shop.Item(fullName: "Milk")]]
    )

    @Test func `change for properties and stay for the keys of dictionaries, at every depth`() throws {
        var encoder = FirestoreEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let fields = try encoder.encode(Self.shop)
        #expect(
            fields == [
                "open_hours": ["newYork": 9, "san_juan": 8],
                "items_by_code": ["aB": ["full_name": "Tea"]],
                "nested_maps": ["outerKey": ["inner_key": ["full_name": "Milk"]]],
            ]
        )
        var decoder = FirestoreDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        #expect(try decoder.decode(Shop.self, from: fields) == Self.shop)
    }

    @Test func `are asked of an own function with the whole path`() throws {
        let paths = Locked<Set<String>>([])
        var encoder = FirestoreEncoder()
        encoder.keyEncodingStrategy = .custom { path in
            paths.withLock { _ = $0.insert(path.map(\.stringValue).joined(separator: "/")) }
            return AnyName(stringValue: (path.last?.stringValue ?? "").uppercased())
        }
        struct Outer: Codable, Equatable {
            struct Inner: Codable, Equatable { var value: Int }
            var inner: Inner
            var list: [Inner]
        }
        let value = Outer(inner: Outer.Inner(value: 1), list: [Outer.Inner(value: 2)])
        let fields = try encoder.encode(value)
        #expect(fields == ["INNER": ["VALUE": 1], "LIST": [["VALUE": 2]]])
        #expect(paths.withLock { $0.sorted() } == ["inner", "inner/value", "list", "list/Index 0/value"])
        var decoder = FirestoreDecoder()
        decoder.keyDecodingStrategy = .custom { path in
            AnyName(stringValue: (path.last?.stringValue ?? "").lowercased())
        }
        #expect(try decoder.decode(Outer.self, from: fields) == value)
    }
}
