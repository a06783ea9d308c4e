import HearthCore
import HearthFirestoreModel
import HearthFirestoreWire
import HearthJSON
import Testing

@Suite("Messages in both forms")
struct CodecTests {
    private func text(_ message: some Message) -> String {
        String(decoding: message.json(JSONStyle(isPretty: false)), as: UTF8.self)
    }

    @Test func `values are written as recorded`() throws {
        let doubles: [(Double, String)] = [
            (1, "1.0"), (1.5, "1.5"), (-2, "-2.0"), (10_000_000, "1.0E7"), (9_999_999, "9999999.0"), (1e21, "1.0E21"),
            (1e-7, "1.0E-7"), (0.001, "0.001"), (0.0001, "1.0E-4"), (123_456_789, "1.23456789E8"),
            (1.7976931348623157e308, "1.7976931348623157E308"), (-1.5e-10, "-1.5E-10"), (1e16, "1.0E16"),
            (12345.6789, "12345.6789"), (0, "0.0"), (.nan, "\"NaN\""), (-.infinity, "\"-Infinity\""), (100, "100.0"),
            (0.0125, "0.0125"),
        ]
        for (number, spelling) in doubles {
            #expect(text(WireValue(.double(number))) == "{\"doubleValue\":\(spelling)}")
        }
        #expect(text(WireValue([:])) == "{\"mapValue\":{}}")
        #expect(text(WireValue([])) == "{\"arrayValue\":{}}")
        #expect(text(WireValue(.geoPoint(GeoPoint(latitude: 0, longitude: 0)))) == "{\"geoPointValue\":{}}")
        #expect(text(WireValue(.null)) == "{\"nullValue\":null}")
        #expect(text(WireValue(5)) == "{\"integerValue\":\"5\"}")
        #expect(text(WireValue(false)) == "{\"booleanValue\":false}")
        #expect(text(WireValue(.bytes([255, 254]))) == "{\"bytesValue\":\"//4=\"}")
    }

    @Test func `answers are broken into lines as recorded`() {
        var document = WireDocument()
        document.name = "n"
        document.fields = ["a": 1, "l": [1, "x"], "m": [:]]
        var response = ListDocumentsResponse()
        response.documents = [document, WireDocument()]
        let expected = """
            {
              "documents": [{
                "name": "n",
                "fields": {
                  "a": {
                    "integerValue": "1"
                  },
                  "l": {
                    "arrayValue": {
                      "values": [{
                        "integerValue": "1"
                      }, {
                        "stringValue": "x"
                      }]
                    }
                  },
                  "m": {
                    "mapValue": {
                    }
                  }
                }
              }, {
              }]
            }
            """
        #expect(String(decoding: response.json(), as: UTF8.self) == expected)
        #expect(String(decoding: EmptyMessage().json(), as: UTF8.self) == "{\n}")
    }

    @Test func `JSON is read leniently where official clients need it`() throws {
        func value(_ text: String) throws -> Value? { try WireValue(json: Array(text.utf8)).value }
        #expect(try value(#"{"integerValue": 5}"#) == 5)
        #expect(try value(#"{"integer_value": "5"}"#) == 5)
        #expect(try value(#"{"integerValue": 1e2}"#) == 100)
        #expect(try value(#"{"doubleValue": "-0"}"#) == .double(-0.0))
        #expect(try value(#"{"doubleValue": "1.5"}"#) == 1.5)
        #expect(try value(#"{"doubleValue": "-Infinity"}"#) == .double(-.infinity))
        #expect(try value(#"{"nullValue": "NULL_VALUE"}"#) == .null)
        #expect(try value(#"{"nullValue": null}"#) == .null)
        #expect(try value(#"{"bytesValue": "__4"}"#) == .bytes([255, 254]))
        #expect(try value(#"{"timestampValue": "2020-01-01T00:00:00.000001999Z"}"#).map { $0.key.count } == 9)
        #expect(try WriteRequest(json: []).database.isEmpty)
        #expect(try WireOrder(json: Array(#"{"direction": "DESCENDING"}"#.utf8)).direction == 2)
        #expect(try WireOrder(json: Array(#"{"direction": 2, "field": null}"#.utf8)).direction == 2)
    }

    @Test(arguments: [
        "x", "[]", "{\"x\": 1}", #"{"integerValue": "x"}"#, #"{"integerValue": 1.5}"#, #"{"stringValue": 1}"#,
        #"{"integerValue": "9223372036854775808"}"#, #"{"integerValue": 1, "stringValue": ""}"#,
        #"{"booleanValue": "true"}"#, #"{"timestampValue": "yesterday"}"#, #"{"nullValue": "null"}"#,
        #"{"doubleValue": "nan"}"#, #"{"doubleValue": "0x1p3"}"#, #"{"bytesValue": "*"}"#, #"{"stringValue":"a"}}"#,
        #"{"mapValue": {"fields": {"a": {"integerValue": 1}, "a": {"integerValue": 2}}}}"#,
    ]) func `anything else in JSON is refused`(json: String) {
        #expect(throws: FirestoreError.invalid("Payload isn't valid for request.")) {
            try WireValue(json: Array(json.utf8))
        }
    }

    @Test func `a value without a type is refused`() {
        #expect(throws: FirestoreError.self) { try WireMap(json: Array(#"{"fields": {"a": {}}}"#.utf8)) }
        #expect(throws: FirestoreError.self) { try WireMap(protobuf: [0x0A, 0x03, 0x0A, 0x01, 0x61]) }
    }

    @Test func `messages are the bytes that the official library makes of them`() throws {
        var document = WireDocument()
        document.name = "n"
        document.fields = ["a": -1]
        document.updateTime = Timestamp(microseconds: -1)
        try expect(document, "0a016e12100a0161120b10ffffffffffffffffff01221108ffffffffffffffffff0110988cebdc03")
        let reference = try ResourceName(document: "projects/p/databases/(default)/documents/c/d")
        let fields: [(Fields, String)] = [
            (["b": ["x": 0.5]], "12170a0162121232100a0e0a0178120919000000000000e03f"),
            (
                ["l": [.null, false, "", .bytes([0, 255])]],
                "121b0a016c12164a140a0258000a0208000a038a01000a0592010200ff"
            ),
            (["g": .geoPoint(GeoPoint(latitude: 1.5, longitude: 0))], "12100a0167120b420909000000000000f83f"),
            (["t": .timestamp(Timestamp(microseconds: 1_500_000))], "120f0a0174120a520808011080cab5ee01"),
            (
                ["r": .reference(reference)],
                "12330a0172122e2a2c70726f6a656374732f702f6461746162617365732f2864656661756c74292f646f63756d656e74732f"
                    + "632f64"
            ),
        ]
        for (fields, hex) in fields {
            var document = WireDocument()
            document.fields = fields
            try expect(document, hex)
            #expect(try WireDocument(protobuf: document.protobuf).fields == fields)
        }
    }

    @Test func `requests and answers are the bytes that the official library makes of them`() throws {
        var write = try WireWrite(
            text: #"{"update": {"name": "n"}, "updateMask": {"fieldPaths": ["a", "`b c`"]}, "#
                + #""currentDocument": {"exists": false}, "#
                + #""updateTransforms": [{"fieldPath": "z", "increment": {"integerValue": 300}}]}"#
        )
        var commit = CommitRequest()
        commit.database = "d"
        commit.writes = [write]
        write = try WireWrite(json: Array(#"{"delete": "x"}"#.utf8))
        commit.writes.append(write)
        commit.transaction = [0x11]
        try expect(
            commit,
            "0a0164121f0a030a016e1a0a0a01610a056062206360220208003a080a017a1a0310ac0212031201781a0111"
        )
        let query = try RunQueryRequest(
            text: #"{"parent": "p", "structuredQuery": {"from": [{"collectionId": "c", "allDescendants": true}], "#
                + #""where": {"fieldFilter": {"field": {"fieldPath": "a"}, "op": "IN", "#
                + #""value": {"arrayValue": {"values": [{"integerValue": "1"}]}}}}, "limit": 0, "offset": 3}, "#
                + #""newTransaction": {"readOnly": {}}}"#
        )
        try expect(query, "0a0170121e120512016318011a11120f0a0312016110081a064a040a0210012a00300332021200")
        var response = ListenResponse()
        var change = WireDocumentChange()
        change.document = WireDocument()
        change.document?.name = "n"
        change.targetIds = [2, 300]
        change.removedTargetIds = [1]
        response.documentChange = change
        try expect(response, "1a0d0a030a016e2a0302ac02320101")
    }

    private func expect(
        _ message: some Message,
        _ hex: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(Hex.encode(message.protobuf) == hex, sourceLocation: sourceLocation)
        let again = try type(of: message).init(protobuf: message.protobuf)
        #expect(Hex.encode(again.protobuf) == hex, sourceLocation: sourceLocation)
    }

    @Test(arguments: 1...30) func `random messages come back from both forms, and no damage makes a trap`(seed: UInt64)
        throws
    {
        var random = MessageGenerator(seed: seed)
        for _ in 0..<20 {
            var request = CommitRequest()
            request.database = "projects/p/databases/(default)"
            request.writes = (0..<3).map { _ in WireWrite(random.write()) }
            let bytes = request.protobuf
            let again = try CommitRequest(protobuf: bytes)
            #expect(again.protobuf == bytes)
            let json = request.json(JSONStyle(isPretty: Bool.random(using: &random)))
            #expect(try CommitRequest(json: json).protobuf == bytes)
            for _ in 0..<20 {
                var damaged = bytes
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                _ = try? CommitRequest(protobuf: damaged)
                _ = try? CommitRequest(protobuf: Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))))
            }
        }
    }

    @Test func `fields come in any order, and of a name that comes twice the last value counts`() throws {
        func entry(_ name: String, _ value: Int64) -> [UInt8] { (["\(name)": .integer(value)] as Fields).protobuf }
        let bytes = entry("c", 1) + entry("a", 2) + [0x10, 0x00] + entry("c", 3) + entry("b", 4) + entry("c", 5)
        #expect(try WireMap(protobuf: bytes).fields == ["a": 2, "b": 4, "c": 5])
        let many = (0..<50_000).reversed().flatMap { entry("k\($0)", 0) }
        #expect(try WireMap(protobuf: many).fields.count == 50_000)
    }

    @Test func `a text that is nested too deep is refused`() {
        var value: [UInt8] = []
        for _ in 0..<200 {
            var outer: [UInt8] = [0x4A]
            let inner: [UInt8] = [0x0A] + length(value) + value
            outer += length(inner) + inner
            value = outer
        }
        #expect(throws: FirestoreError.self) { try WireValue(protobuf: value) }
    }

    private func length(_ bytes: [UInt8]) -> [UInt8] {
        bytes.count < 128 ? [UInt8(bytes.count)] : [UInt8(bytes.count & 127) | 128, UInt8(bytes.count >> 7)]
    }

    @Test func `errors are spelled as recorded`() {
        let error = FirestoreError(.notFound, "Document (projects/p) not found.")
        let text = #"{"error":{"code":404,"message":"Document (projects\/p) not found.","status":"NOT_FOUND"}}"#
        #expect(String(decoding: error.json, as: UTF8.self) == text)
        #expect(FirestoreError(json: error.json, httpStatus: 404) == error)
        #expect(FirestoreError(json: Array("[\(text)]".utf8), httpStatus: 404) == error)
        for code in FirestoreError.Code.allCases { #expect(FirestoreError.Code(name: code.name) == code) }
    }
}

extension Message {
    init(text: String) throws { try self.init(json: Array(text.utf8)) }
}
