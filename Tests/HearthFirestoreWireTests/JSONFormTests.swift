import HearthCore
import HearthFirestoreModel
import HearthFirestoreWire
import HearthJSON
import Testing

/// What https://protobuf.dev/programming-guides/json/ says of reading and writing.
@Suite("Messages in their JSON form")
struct JSONFormTests {
    private func value(_ json: String) throws -> Value { try WireValue(text: json).required() }

    @Test(
        arguments: [
            // A 64-bit number is text when it is written, and text or a number when it is read.
            (#"{"integerValue": "5"}"#, 5), (#"{"integerValue": 5}"#, 5), (#"{"integerValue": -0}"#, 0),
            (#"{"integerValue": 5.0}"#, 5), (#"{"integerValue": "5.0"}"#, 5), (#"{"integerValue": "1e2"}"#, 100),
            (#"{"integerValue": "9223372036854775807"}"#, .integer(.max)),
            (#"{"integerValue": "-9223372036854775808"}"#, .integer(.min)),
            (#"{"doubleValue": 5}"#, 5.0), (#"{"doubleValue": "5"}"#, 5.0), (#"{"doubleValue": "-1.5E-3"}"#, -0.0015),
            (#"{"doubleValue": "NaN"}"#, .double(.nan)), (#"{"doubleValue": "Infinity"}"#, .double(.infinity)),
            (#"{"doubleValue": "-Infinity"}"#, .double(-.infinity)),
            // Base 64 of either alphabet, filled up or not.
            (#"{"bytesValue": "-_8="}"#, .bytes([251, 255])), (#"{"bytesValue": "+/8"}"#, .bytes([251, 255])),
            (#"{"bytesValue": ""}"#, .bytes([])),
            // Moments with an offset, with any digits of a second, and in small letters.
            (#"{"timestampValue": "1970-01-01T01:00:00+01:00"}"#, .timestamp(Timestamp(microseconds: 0))),
            (#"{"timestampValue": "1970-01-01t00:00:00.1z"}"#, .timestamp(Timestamp(microseconds: 100_000))),
            (#"{"nullValue": null}"#, .null), (#"{"nullValue": "NULL_VALUE"}"#, .null), (#"{"nullValue": 0}"#, .null),
            // What is null is as if it were not there, but in a value that can be null.
            (#"{"stringValue": "x", "integerValue": null}"#, "x"), (#"{"mapValue": {"fields": null}}"#, [:]),
            (
                #"{"geoPointValue": {"latitude": null, "longitude": 1.5}}"#,
                .geoPoint(GeoPoint(latitude: 0, longitude: 1.5))
            ),
            (#"{"geo_point_value": {"latitude": "1.5"}}"#, .geoPoint(GeoPoint(latitude: 1.5, longitude: 0))),
            (#"{"stringValue": "\u00e9\ud83d\ude00\/"}"#, "é😀/"),
        ] as [(String, Value)]
    ) func `are read as the format says`(json: String, expected: Value) throws {
        #expect(try value(json) == expected)
    }

    @Test(arguments: [
        // Numbers beyond their range, with a fraction, with anything around them.
        #"{"integerValue": 9223372036854775808}"#, #"{"integerValue": -9223372036854775809}"#,
        #"{"integerValue": "-9223372036854775809"}"#,
        #"{"integerValue": "1.5"}"#, #"{"integerValue": " 1"}"#, #"{"integerValue": ""}"#,
        #"{"integerValue": "NaN"}"#, #"{"integerValue": "Infinity"}"#, #"{"integerValue": "0x10"}"#,
        #"{"integerValue": "1_000"}"#, #"{"integerValue": true}"#,
        #"{"doubleValue": ""}"#, #"{"doubleValue": "1e999"}"#, #"{"doubleValue": "infinity"}"#,
        #"{"doubleValue": "nan(0x1)"}"#, #"{"doubleValue": "1 "}"#, #"{"doubleValue": [1]}"#,
        #"{"booleanValue": 1}"#, #"{"booleanValue": "false"}"#,
        #"{"bytesValue": "A"}"#, #"{"bytesValue": [0]}"#,
        #"{"timestampValue": 0}"#, #"{"timestampValue": "0000-12-31T23:59:59Z"}"#, #"{"timestampValue": ""}"#,
        #"{"timestampValue": "10000-01-01T00:00:00Z"}"#, #"{"timestampValue": "2023-02-29T00:00:00Z"}"#,
        #"{"nullValue": 1}"#, #"{"nullValue": "NULL"}"#, #"{"nullValue": {}}"#,
        #"{"arrayValue": []}"#, #"{"arrayValue": {"values": {}}}"#, #"{"arrayValue": {"values": [null]}}"#,
        #"{"mapValue": {"fields": []}}"#, #"{"mapValue": {"fields": {"a": null}}}"#,
        #"{"mapValue": {"fields": {"a": {}}}}"#, #"{"geoPointValue": [1, 2]}"#,
        #"{"stringValue": "x", "nullValue": null}"#, #"{"stringValue": "\ud83d"}"#,
        // Both spellings of one name are one name twice.
        #"{"string_value": "x", "stringValue": "y"}"#,
    ]) func `are refused if they are anything else`(json: String) {
        #expect(refusal { _ = try value(json) }?.code == .invalidArgument)
    }

    @Test(arguments: [
        (#"{"pageSize": 2147483647}"#, Int32.max), (#"{"pageSize": "-2147483648"}"#, .min), (#"{"pageSize": 3.0}"#, 3),
        (#"{"pageSize": null}"#, 0), (#"{"page_size": 7}"#, 7),
    ]) func `have numbers of 32 bits`(json: String, size: Int32) throws {
        #expect(try ListDocumentsRequest(text: json).pageSize == size)
    }

    @Test(arguments: ["2147483648", "-2147483649", "1.5", "\"x\"", "[1]"])
    func `refuse what does not fit into 32 bits`(number: String) {
        let error = FirestoreError.invalid("Payload isn't valid for request.")
        #expect(refusal { _ = try ListDocumentsRequest(text: "{\"pageSize\": \(number)}") } == error)
        let list = "{\"targetChange\": {\"targetIds\": [1, \(number)]}}"
        #expect(refusal { _ = try ListenResponse(text: list) } == error)
    }

    @Test(arguments: ["", "null", "[]", "{", "{}{}", "{\"database\": \"a\",}", "\u{FEFF}{}", "{\"database\": \"a\0\"}"])
    func `are objects, or nothing at all for an empty message`(json: String) {
        let isRead = refusal { _ = try CommitRequest(text: json) } == nil
        #expect(isRead == json.isEmpty)
    }

    @Test(arguments: [100, 100_000])
    func `nested deeper than they are read are refused`(depth: Int) {
        let json =
            String(repeating: #"{"arrayValue":{"values":["#, count: depth) + #"{"nullValue":null}"#
            + String(repeating: "]}}", count: depth)
        #expect(refusal { _ = try value(json) }?.code == .invalidArgument)
    }

    @Test(arguments: [
        ("plain", #""plain""#), ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t", #""\n\r\t""#), ("\0\u{1F}", #""\u0000\u001f""#),
        ("é日😀", #""é日😀""#), ("\u{7F}/", "\"\u{7F}/\""),
    ]) func `escape what JSON wants escaped`(text: String, json: String) {
        let message = reference(to: text)
        #expect(message == "{\"fieldPath\":\(json)}")
    }

    private func reference(to text: String) -> String {
        var message = WireFieldReference()
        message.fieldPath = text
        return String(decoding: message.json(JSONStyle(isPretty: false)), as: UTF8.self)
    }

    /// Doubles as https://docs.oracle.com/javase/8/docs/api/java/lang/Double.html#toString-double- describes them.
    @Test(arguments: [
        (0.0, "0.0"), (-0.0, "-0.0"), (0.001, "0.001"), (0.000_999, "9.99E-4"), (9_999_999.5, "9999999.5"),
        (1e7, "1.0E7"), (12_345_678, "1.2345678E7"), (-1e-5, "-1.0E-5"),
        (2.2250738585072014e-308, "2.2250738585072014E-308"), (0.1, "0.1"),
        (1_234_567, "1234567.0"), (100.25, "100.25"), (1e100, "1.0E100"), (.nan, "\"NaN\""),
        (.infinity, "\"Infinity\""), (-.infinity, "\"-Infinity\""),
    ]) func `have doubles as the emulator writes them`(number: Double, text: String) {
        let json = WireValue(.double(number)).json(JSONStyle(isPretty: false))
        #expect(String(decoding: json, as: UTF8.self) == "{\"doubleValue\":\(text)}")
    }

    @Test(arguments: 1...20) func `have doubles that are read as what was written`(seed: UInt64) throws {
        var random = MessageGenerator(seed: seed)
        for _ in 0..<500 {
            let number = Double(bitPattern: random.next())
            for hasEmulatorNumbers in [true, false] where number.isFinite {
                let json = WireValue(.double(number)).json(
                    JSONStyle(isPretty: false, hasEmulatorNumbers: hasEmulatorNumbers)
                )
                #expect(try WireValue(json: json).value == .double(number))
                guard hasEmulatorNumbers else { continue }
                // One digit before the point if there is an exponent, and always one behind it.
                let text = String(decoding: json.dropFirst(15).dropLast(), as: UTF8.self)
                let mantissa = text.split(separator: "E")[0].split(separator: ".")
                #expect(mantissa.count == 2)
                let isPlain = (1e-3..<1e7).contains(number.magnitude)
                #expect(text.contains("E") != isPlain && (isPlain || mantissa[0].drop { $0 == "-" }.count == 1))
            }
        }
    }

    @Test func `keep the sign of a zero, also where a zero is left out`() throws {
        let place = WireValue(.geoPoint(GeoPoint(latitude: -0.0, longitude: 0)))
        for again in [try WireValue(protobuf: place.protobuf), try WireValue(json: place.json())] {
            guard case .geoPoint(let found) = again.value else { return #expect(Bool(false), "no place") }
            #expect(found.latitude.sign == .minus && found.longitude.sign == .plus)
        }
        // As Google's library writes LatLng(latitude=-0.0).
        #expect(Hex.encode(place.protobuf) == "4209090000000000000080")
    }
}
