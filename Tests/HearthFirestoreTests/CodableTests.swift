import Foundation
import HearthFirestore
import HearthJSON
import Testing

struct CodableTests {
    struct Order: Codable, Equatable {
        @DocumentID var id: String?
        var title: String
        var count: Int
        var price: Double?
        var tags: [String]
        @ServerTimestamp var createdAt: Date?
        @ExplicitNull var note: String?
        var place: GeoPoint?
        var at: Timestamp
        var raw: Data
        var link: URL?
        var lines: [String: [Int]]
    }

    let firestore = Firestore(projectID: "demo-test")
    private var order: Order {
        Order(
            title: "Tea",
            count: 2,
            price: nil,
            tags: ["hot"],
            createdAt: nil,
            note: nil,
            place: GeoPoint(latitude: 1, longitude: 2),
            at: Timestamp(seconds: 5, nanoseconds: 7_000),
            raw: Data([1, 2]),
            link: URL(string: "https://example.com/a"),
            lines: ["a": [1, 2]]
        )
    }

    @Test func `a value becomes the fields that it has`() throws {
        let fields = try FirestoreEncoder().encode(order)
        let expected: [String: FirestoreValue] = [
            "title": "Tea", "count": 2, "tags": ["hot"], "createdAt": .fieldValue(.serverTimestamp()), "note": .null,
            "place": .geoPoint(GeoPoint(latitude: 1, longitude: 2)),
            "at": .timestamp(Timestamp(seconds: 5, nanoseconds: 7_000)), "raw": .bytes([1, 2]),
            "link": "https://example.com/a", "lines": ["a": [1, 2]],
        ]
        #expect(fields == expected)
    }

    @Test func `fields become the value again, with the id of their document`() throws {
        var fields = try FirestoreEncoder().encode(order)
        fields["createdAt"] = .timestamp(Timestamp(seconds: 1_700_000_000))
        fields["id"] = "a field that is not looked at"
        let decoded = try FirestoreDecoder().decode(Order.self, from: fields, in: firestore.document("orders/o1"))
        var expected = order
        expected.id = "o1"
        expected.createdAt = Date(timeIntervalSince1970: 1_700_000_000)
        #expect(decoded == expected)
    }

    @Test func `a wrapper needs a document, its field and this module's coders`() throws {
        let fields = try FirestoreEncoder().encode(order)
        #expect(throws: FirestoreDecodingError.self) { try FirestoreDecoder().decode(Order.self, from: fields) }
        #expect(throws: (any Error).self) { try JSONEncoder().encode(order) }
        struct Note: Codable { @ExplicitNull var text: String? }
        struct Moment: Codable { @ServerTimestamp var at: Timestamp? }
        #expect(throws: DecodingError.self) { try FirestoreDecoder().decode(Note.self, from: [:]) }
        #expect(throws: DecodingError.self) { try FirestoreDecoder().decode(Moment.self, from: [:]) }
        #expect(try FirestoreDecoder().decode(Note.self, from: ["text": .null]).text == nil)
        #expect(try FirestoreDecoder().decode(Moment.self, from: ["at": .null]).at == nil)
    }

    struct Number<Content: Codable>: Codable { var n: Content }

    @Test func `numbers are decoded if they fit`() throws {
        func decode<Content: Codable>(_ type: Content.Type, _ value: FirestoreValue) -> Content? {
            let number = try? FirestoreDecoder().decode(Number<Content>.self, from: ["n": value])
            return number?.n
        }
        #expect(decode(Int.self, 3.0) == 3)
        #expect(decode(Int.self, 3.5) == nil)
        #expect(decode(Int8.self, 300) == nil)
        #expect(decode(UInt.self, -1) == nil)
        #expect(decode(Double.self, 3) == 3)
        #expect(decode(Bool.self, 1) == nil)
        #expect(decode(Int.self, true) == nil)
        #expect(decode(String.self, 1) == nil)
        #expect(throws: EncodingError.self) { try FirestoreEncoder().encode(Number(n: UInt64.max)) }
        #expect(throws: EncodingError.self) { try FirestoreEncoder().encode(Number(n: Double.nan)) }
        #expect(throws: EncodingError.self) { try FirestoreEncoder().encode(5) }
        var encoder = FirestoreEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+",
            negativeInfinity: "-",
            nan: "?"
        )
        #expect(try encoder.encode(Number(n: -Double.infinity)) == ["n": "-"])
    }

    @Test(arguments: [
        ("deliveryDate", "delivery_date"), ("aURL", "a_url"), ("myURLProperty", "my_url_property"), ("plain", "plain"),
    ])
    func `names become snake case`(property: String, field: String) throws {
        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        struct Named: Encodable {
            let key: Key
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(1, forKey: key)
            }
        }
        var encoder = FirestoreEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        #expect(try encoder.encode(Named(key: Key(stringValue: property))) == [field: 1])
    }

    @Test func `dates follow the strategy`() throws {
        struct Dated: Codable, Equatable { var at: Date }
        let value = Dated(at: Date(timeIntervalSince1970: 1.5))
        let table: [(DateEncodingStrategy, DateDecodingStrategy, FirestoreValue)] = [
            (.timestamp, .timestamp, .timestamp(Timestamp(seconds: 1, nanoseconds: 500_000_000))),
            (.secondsSince1970, .secondsSince1970, 1.5), (.millisecondsSince1970, .millisecondsSince1970, 1500.0),
            (.iso8601, .iso8601, "1970-01-01T00:00:01.500Z"),
        ]
        for (encoding, decoding, expected) in table {
            var (encoder, decoder) = (FirestoreEncoder(), FirestoreDecoder())
            encoder.dateEncodingStrategy = encoding
            decoder.dateDecodingStrategy = decoding
            let fields = try encoder.encode(value)
            #expect(fields == ["at": expected])
            #expect(try decoder.decode(Dated.self, from: fields) == value)
        }
    }

    @Test func `enumerations, nesting and superclasses are coded as Swift codes them`() throws {
        enum State: Codable, Equatable {
            case open
            case paid(by: String)
        }
        struct Tree: Codable, Equatable {
            var state: State
            var children: [Tree]
            var table: [[String: Int]]
        }
        let tree = Tree(
            state: .open,
            children: [Tree(state: .paid(by: "ada"), children: [], table: [])],
            table: [["a": 1]]
        )
        let fields = try FirestoreEncoder().encode(tree)
        #expect(try FirestoreDecoder().decode(Tree.self, from: fields) == tree)
    }

    @Test func `a document's data becomes JSON with readable dates`() throws {
        let data: FirestoreValue = [
            "at": .timestamp(Timestamp(seconds: 0)), "n": [1, .null], "ref": .reference(firestore.document("a/b")),
        ]
        let value = try JSON.value(of: data)
        #expect(value == ["at": "1970-01-01T00:00:00Z", "n": [1, .null], "ref": "a/b"])
    }
}
