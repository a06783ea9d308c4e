import Foundation
import HearthFirestore
import Testing

@testable import HearthFirestoreCompat

@Suite("Values without types")
struct AnyValueTests {
    private typealias Client = HearthFirestore.Firestore
    private let db = HearthFirestoreCompat.Firestore.firestore()

    private enum Suit: String { case hearts }

    @Test func `are written as FirebaseFirestore writes them`() throws {
        let place = GeoPoint(latitude: 1, longitude: 2)
        let table: [(Any, FirestoreValue)] = [
            (NSNull(), .null), (Optional<Int>.none as Any, .null), (Optional<Calendar>.none as Any, .null),
            (Optional<Int?>.some(.some(3)) as Any, .integer(3)), (true, .boolean(true)), (1, .integer(1)),
            (Int8.min, .integer(-128)), (Int16.max, .integer(32_767)), (UInt8.max, .integer(255)),
            (UInt32.max, .integer(4_294_967_295)), (UInt64(Int64.max), .integer(.max)), (Int64.min, .integer(.min)),
            (1.5, .double(1.5)), (Float(0.5), .double(0.5)), ("é", .string("é")), (Data([0, 255]), .bytes([0, 255])),
            (Date(timeIntervalSince1970: 1.5), .timestamp(Timestamp(seconds: 1, nanoseconds: 500_000_000))),
            (Timestamp(seconds: 5), .timestamp(Timestamp(seconds: 5))), (place, .geoPoint(place)),
            (VectorValue([1]), .vector(VectorValue([1]))),
            (URL(string: "https://a.b/c?d") as Any, .string("https://a.b/c?d")),
            (FieldValue.increment(2), .fieldValue(.increment(2))), (FirestoreValue.integer(9), .integer(9)),
            ([1, "a", NSNull()] as [Any], .array([.integer(1), .string("a"), .null])), ([] as [Any], .array([])),
            ([1, 2], .array([.integer(1), .integer(2)])), (["a": ["b": 1.5]], .map(["a": .map(["b": .double(1.5)])])),
            (
                ["a": NSNull(), "b": [true] as [Any]] as [String: Any],
                .map(["a": .null, "b": .array([.boolean(true)])])
            ),
            (["k": 1] as [AnyHashable: Any], .map(["k": .integer(1)])),
            ([Int?.none, 1] as [Int?], .array([.null, .integer(1)])),
        ]
        for (value, expected) in table { #expect(try AnyValue.value(value) == expected, "\(value)") }
    }

    @Test func `from JSON are what they were in it`() throws {
        let json = #"""
            {"t": true, "f": false, "one": 1, "zero": 0, "half": 0.5, "big": 9007199254740993, "min": -9223372036854775808,
             "n": null, "s": "x", "l": [true, 1, null, {"a": []}]}
            """#
        let object = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let expected: [String: FirestoreValue] = [
            "t": true, "f": false, "one": 1, "zero": 0, "half": 0.5, "big": 9_007_199_254_740_993,
            "min": .integer(.min), "n": .null, "s": "x", "l": [true, 1, .null, ["a": []]],
        ]
        for (name, value) in expected { #expect(try AnyValue.value(try #require(object[name])) == value, "\(name)") }
    }

    @Test func `that Firestore does not have are refused, and named by their type`() {
        let wrong: [(Any, String)] = [
            (Calendar(identifier: .gregorian), "Calendar"), (UInt64.max, "UInt64"), (Suit.hearts, "Suit"),
            (Set([1]), "Set"),
            ([1: "a"], "Dictionary"), ([Calendar(identifier: .gregorian)], "Calendar"), (["a": Suit.hearts], "Suit"),
            ((1, 2), "(Int, Int)"), (Optional(Suit.hearts) as Any, "Suit"),
        ]
        for (value, type) in wrong {
            let error = #expect(throws: FirestoreError.self, "\(value)") { try AnyValue.value(value) }
            #expect(error?.code == .invalidArgument && error?.message.contains(type) == true, "\(value)")
        }
        #expect(throws: FirestoreError.self) { try AnyValue.data([1: "a"]) }
        #expect(throws: FirestoreError.self) { try AnyValue.updates([1: "a"]) }
        #expect(throws: FirestoreError.self) { try AnyValue.updates(["a..b": 1]) }
        #expect(throws: FirestoreError.self) { try AnyValue.fields(["a", 1]) }
    }

    @Test func `that were read are written back as what they were`() throws {
        let integers: [Int64] = [0, 1, -1, 2, 127, 128, 255, 256, .min, .max, 9_007_199_254_740_993, .min + 1]
        let doubles = [0, 1, -1, 0.1, 1e21, .infinity, -.infinity, .leastNonzeroMagnitude, -0x1p63, 0x1p63, 0x1p53]
        var values = integers.map(FirestoreValue.integer) + doubles.map(FirestoreValue.double)
        values += [
            true, false, .null, "", "1", .bytes([]), .bytes([1, 2]), .timestamp(Timestamp(seconds: -1, nanoseconds: 5)),
            .geoPoint(GeoPoint(latitude: 0, longitude: 1)), .vector(VectorValue([1, 2])),
            .reference(db.document("a/b").inner),
        ]
        values += [.array(values), .map(Dictionary(uniqueKeysWithValues: values.enumerated().map { ("\($0)", $1) }))]
        for value in values { #expect(try AnyValue.value(AnyValue.any(value, db)) == value, "\(value)") }
        for double in [-0.0, .nan] {
            guard case .double(let back) = try AnyValue.value(AnyValue.any(.double(double), db)) else {
                Issue.record("\(double) became something else")
                continue
            }
            #expect(back.isNaN == double.isNaN && (double.isNaN || back.sign == double.sign))
        }
    }

    @Test func `of an update are found by texts with dots and by paths`() throws {
        let updates = try AnyValue.updates(["a.b": 1, FieldPath(["c.d"]): "x"])
        #expect(Set(updates.keys) == [FieldPath(["a", "b"]), FieldPath(["c.d"])])
        #expect(updates[FieldPath(["a", "b"])]?.firestoreValue == 1)
        // In the data of a whole document a dot is part of the name.
        #expect(try AnyValue.data(["a.b": 1])["a.b"]?.firestoreValue == 1)
    }

    @Test func `are read as FirebaseFirestore's apps expect them`() {
        let reference = db.document("a/b")
        func read(_ value: FirestoreValue) -> Any { AnyValue.any(value, db) }
        #expect(read(.null) is NSNull && read(true) as? Bool == true && read(1) as? Int == 1)
        #expect(read(1.5) as? Double == 1.5 && read("x") as? String == "x" && read(.bytes([1])) as? Data == Data([1]))
        #expect((read(.timestamp(Timestamp(seconds: 1))) as? Timestamp)?.seconds == 1)
        #expect(read(.reference(reference.inner)) as? HearthFirestoreCompat.DocumentReference == reference)
        #expect(read([1, .null]) as? [AnyHashable] == [1, NSNull()])
        #expect((read(["a": ["b": 2]]) as? [String: [String: Int]]) == ["a": ["b": 2]])
        #expect((read(.vector(VectorValue([1]))) as? VectorValue) == VectorValue([1]))
    }
}
