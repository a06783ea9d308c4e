import HearthFirestore
import HearthJSON
import Testing

@Suite("Wrappers of properties")
struct WrapperTests {
    private struct OrderNumber: DocumentIDWrappable, Codable, Hashable {
        var number: Int

        struct IsNoNumber: Error {}

        static func wrap(_ reference: DocumentReference) throws -> OrderNumber {
            guard let number = Int(reference.documentID) else { throw IsNoNumber() }
            return OrderNumber(number: number)
        }
    }

    private struct Year: ServerTimestampWrappable, Codable, Hashable {
        var years: Int64

        static func wrap(_ timestamp: Timestamp) -> Year { Year(years: timestamp.seconds / 31_556_952) }
        static func unwrap(_ value: Year) -> Timestamp { Timestamp(seconds: value.years * 31_556_952) }
    }

    private struct Order: Codable, Hashable {
        struct Line: Codable, Hashable {
            @DocumentID var order: String?
            var text: String
        }

        @DocumentID var number: OrderNumber?
        @DocumentID var reference: DocumentReference?
        @ServerTimestamp var at: Timestamp?
        @ServerTimestamp var year: Year?
        @ExplicitNull var note: [Int]?
        var lines: [Line]
    }

    private let firestore = Firestore(projectID: "demo-test")

    @Test func `hold types of an app's own, and reach into what is nested`() throws {
        let document = firestore.document("orders/42")
        let fields: [String: FirestoreValue] = [
            "at": .timestamp(Timestamp(seconds: 5, nanoseconds: 6)),
            "year": .timestamp(Timestamp(seconds: 31_556_952 * 3 + 1)), "note": [1, 2], "lines": [["text": "Tea"]],
            "number": "a field of the same name",
        ]
        var order = try FirestoreDecoder().decode(Order.self, from: fields, in: document)
        #expect(order.number == OrderNumber(number: 42) && order.reference == document)
        #expect(order.at == Timestamp(seconds: 5, nanoseconds: 6) && order.year == Year(years: 3))
        #expect(order.note == [1, 2] && order.lines.map(\.order) == ["42"])
        let written = try FirestoreEncoder().encode(order)
        #expect(
            written == [
                "at": .timestamp(Timestamp(seconds: 5, nanoseconds: 6)),
                "year": .timestamp(Timestamp(seconds: 31_556_952 * 3)), "note": [1, 2], "lines": [["text": "Tea"]],
            ]
        )
        order.at = nil
        order.year = nil
        order.note = nil
        let empty = try FirestoreEncoder().encode(order)
        #expect(
            empty == [
                "at": .fieldValue(.serverTimestamp()), "year": .fieldValue(.serverTimestamp()), "note": .null,
                "lines": [["text": "Tea"]],
            ]
        )
    }

    @Test func `pass on what an app's own type throws`() {
        let fields: [String: FirestoreValue] = ["at": .null, "year": .null, "note": .null, "lines": []]
        #expect(throws: OrderNumber.IsNoNumber.self) {
            try FirestoreDecoder().decode(Order.self, from: fields, in: firestore.document("orders/none"))
        }
    }

    @Test(arguments: ["at", "year", "note"]) func `need their field, null or not`(missing: String) {
        var fields: [String: FirestoreValue] = ["at": .null, "year": .null, "note": .null, "lines": []]
        fields[missing] = nil
        let error = #expect(throws: DecodingError.self) {
            try FirestoreDecoder().decode(Order.self, from: fields, in: firestore.document("orders/1"))
        }
        guard case .keyNotFound(let key, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(key.stringValue == missing)
    }

    @Test func `need a moment where a moment is meant`() {
        let fields: [String: FirestoreValue] = ["at": "2024-01-01", "year": .null, "note": .null, "lines": []]
        #expect(throws: DecodingError.self) {
            try FirestoreDecoder().decode(Order.self, from: fields, in: firestore.document("orders/1"))
        }
    }

    @Test func `are equal by what they hold`() {
        #expect(DocumentID(wrappedValue: "a") == DocumentID(wrappedValue: "a"))
        #expect(DocumentID(wrappedValue: "a") != DocumentID<String>(wrappedValue: nil))
        #expect(
            Set([ServerTimestamp(wrappedValue: Timestamp(seconds: 1)), ServerTimestamp(wrappedValue: nil)]).count == 2
        )
        #expect(Set([ExplicitNull(wrappedValue: 1), ExplicitNull(wrappedValue: 1)]).count == 1)
    }

    @Test func `say so where another coder is used`() throws {
        struct WithID: Codable { @DocumentID var id: String? }
        struct WithReference: Codable { var reference: DocumentReference }
        struct WithSentinel: Encodable { var at = FieldValue.serverTimestamp() }
        #expect(throws: JSONError.self) { try JSON.value(of: WithID()) }
        #expect(throws: JSONError.self) {
            try JSON.value(of: WithReference(reference: firestore.document("a/b")))
        }
        #expect(throws: JSONError.self) { try JSON.value(of: WithSentinel()) }
        #expect(throws: JSONError.self) { try JSON.value(of: FirestoreValue.fieldValue(.delete())) }
        // Moments, places and vectors have a form of their own there.
        #expect(try JSON.value(of: Timestamp(seconds: 1, nanoseconds: 2)) == ["seconds": 1, "nanoseconds": 2])
        #expect(try JSON.value(of: GeoPoint(latitude: 1.5, longitude: -2.5)) == ["latitude": 1.5, "longitude": -2.5])
        #expect(try JSON.value(of: VectorValue([0.5])) == ["array": [0.5]])
    }

    @Test func `keep Firestore's own types as they are, in optionals and arrays too`() throws {
        struct Places: Codable, Equatable {
            var home: GeoPoint?
            var all: [GeoPoint]
            var times: [String: Timestamp]
            var vector: VectorValue
            var link: DocumentReference
            var any: FirestoreValue
        }
        let value = Places(
            home: GeoPoint(latitude: 1, longitude: 2),
            all: [GeoPoint(latitude: 3, longitude: 4)],
            times: ["x": Timestamp(seconds: 9)],
            vector: VectorValue([1, 2]),
            link: firestore.document("a/b"),
            any: ["deep": [1, .null]]
        )
        let fields = try FirestoreEncoder().encode(value)
        #expect(
            fields == [
                "home": .geoPoint(GeoPoint(latitude: 1, longitude: 2)),
                "all": [.geoPoint(GeoPoint(latitude: 3, longitude: 4))],
                "times": ["x": .timestamp(Timestamp(seconds: 9))], "vector": .vector(VectorValue([1, 2])),
                "link": .reference(firestore.document("a/b")), "any": ["deep": [1, .null]],
            ]
        )
        #expect(try FirestoreDecoder().decode(Places.self, from: fields) == value)
        var wrong = fields
        wrong["vector"] = [1, 2]
        #expect(throws: DecodingError.self) { try FirestoreDecoder().decode(Places.self, from: wrong) }
    }
}
