import HearthCore
import HearthFirestoreModel
import HearthFirestoreWire
import Testing

/// What https://protobuf.dev/programming-guides/encoding/ says of reading.
@Suite("Messages in the binary form")
struct ProtobufFormTests {
    private func bytes(_ hex: String) throws -> [UInt8] { try #require(Hex.decode(hex)) }

    /// Fields that the protocol has and that mean nothing here: labels, options, details.
    @Test(arguments: [
        RecordedMessage(
            WriteRequest.self,
            #"{"database": "d", "streamToken": "MA==", "labels": {"goog-listen-tags": "x"}}"#,
            "0a01642201302a150a10676f6f672d6c697374656e2d74616773120178"
        ),
        RecordedMessage(
            ListenRequest.self,
            #"{"database": "d", "removeTarget": 2, "labels": {"a": "b", "c": "d"}}"#,
            "0a0164180222060a016112016222060a0163120164"
        ),
        RecordedMessage(
            BatchWriteRequest.self,
            #"{"database": "d", "labels": {"a": "b"}}"#,
            "0a01641a060a0161120162"
        ),
        RecordedMessage(
            WireStatus.self,
            #"""
            {"code": 3, "message": "m", "details": \#
            [{"@type": "type.googleapis.com/google.rpc.Status", "code": 1}]}
            """#,
            "080312016d1a2b0a25747970652e676f6f676c65617069732e636f6d2f676f6f676c652e7270632e53746174757312020801"
        ),
        RecordedMessage(
            WireFindNearest.self,
            #"""
            {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue": {}}, "distanceMeasure": "COSINE", \#
            "limit": 3, "distanceResultField": "d", "distanceThreshold": 0.5}
            """#,
            "0a03120176120232001802220208032a0164320909000000000000e03f"
        ),
    ]) func `pass over what is known and not wanted, alike in both forms`(recorded: RecordedMessage) throws {
        let bare = [
            "WriteRequest": "0a0164220130", "ListenRequest": "0a01641802", "BatchWriteRequest": "0a0164",
            "WireStatus": "080312016d", "WireFindNearest": "0a03120176",
        ]
        let expected = try #require(bare["\(recorded.type)"])
        #expect(Hex.encode(try recorded.message(protobuf: try recorded.bytes()).protobuf) == expected)
        #expect(Hex.encode(try recorded.message(json: recorded.json).protobuf) == expected)
    }

    /// Two parts of a message and what Google's library makes of them, one behind the other.
    struct Parts: Sendable, CustomTestStringConvertible {
        let type: any Message.Type
        let parts: [String]
        let whole: String
        var testDescription: String { "\(type) \(whole)" }
    }

    @Test(arguments: [
        // Messages are put together, single fields take the last value.
        Parts(
            type: ListenRequest.self,
            parts: ["0a0161120712030a01702802", "0a0162120a120612042a0208033001"],
            whole: "0a0162120f12090a017012042a02080328023001"
        ),
        Parts(
            type: CommitRequest.self,
            parts: ["12031201611a0111", "12031201621a0112"],
            whole: "120312016112031201621a0112"
        ),
        // An entry of a map takes the place of an earlier one of its name.
        Parts(
            type: WireDocument.self,
            parts: ["12070a01611202100112070a0162120210021a020801", "0a016e12090a016112048a0101781a020803"],
            whole: "0a016e12090a016112048a01017812070a0162120210021a020803"
        ),
        // A list goes on.
        Parts(type: WireMask.self, parts: ["0a0161", "0a01620a0161"], whole: "0a01610a01620a0161"),
        Parts(type: WireUnaryFilter.self, parts: ["0802", "12031201610804"], whole: "08041203120161"),
    ]) func `are put together from parts`(_ row: Parts) throws {
        let message = try row.type.init(protobuf: try bytes(row.parts.joined()))
        #expect(Hex.encode(message.protobuf) == row.whole)
    }

    @Test(arguments: [
        // Packed, one by one, mixed, and packed in several fields.
        ("2a0302ac02", [2, 300] as [Int32]), ("280228ac02", [2, 300]), ("28022a02ac02", [2, 300]),
        ("2a01022a02ac02", [2, 300]), ("2a00", []),
        // A negative number takes ten bytes.
        ("2a0affffffffffffffffff01", [-1]), ("28ffffffffffffffffff01", [-1]),
        // What is wider than 32 bits loses its upper part.
        ("2882808080a002", [2]),
    ]) func `have lists of numbers packed or not`(hex: String, numbers: [Int32]) throws {
        #expect(try WireDocumentChange(protobuf: try bytes(hex)).targetIds == numbers)
    }

    @Test(arguments: ["2a0180", "2a02ac", "2a0bffffffffffffffffffff01", "2a05", "2d01000000"])
    func `refuse lists of numbers that end within one`(hex: String) throws {
        let bytes = try bytes(hex)
        #expect(refusal { _ = try WireDocumentChange(protobuf: bytes) }?.code == .invalidArgument)
    }

    @Test(arguments: [
        ("0800", Value.boolean(false)), ("0802", true), ("08ffffffffffffffffff01", true),
        // A number may be written longer than it needs to be.
        ("10818000", 1), ("1080808080808080808000", 0), ("109601", 150),
        ("10ffffffffffffffff7f", .integer(.max)), ("1080808080808080808001", .integer(.min)),
        ("19000000000000f03f", 1.0), ("19000000000000f87f", .double(.nan)), ("190000000000000080", .double(-0.0)),
        ("5800", .null), ("5805", .null),
        ("8a010774657374696e67", "testing"), ("9201020001", .bytes([0, 1])),
    ]) func `have values as the encoding says`(hex: String, value: Value) throws {
        #expect(try WireValue(protobuf: try bytes(hex)).value == value)
    }

    @Test(arguments: [
        // Text that is no UTF-8: a lone continuation, an overlong slash, half of a surrogate pair, an end too soon.
        "8a010180", "8a0102c0af", "8a0103eda080", "8a0102e282",
        // Names of documents that are none, and a reference to a collection.
        "2a00", "2a0161", "2a2270726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f63",
        // Moments before the year 1 and behind 9999, with a whole second of nanoseconds, and with less than none.
        "520b08ff91b8c398feffffff01", "5207088083d1ffaf07", "5206108094ebdc03", "520b10ffffffffffffffffff01",
        // A number of eleven bytes, and a length of more than there is.
        "10ffffffffffffffffffff01", "8a01ffffffff0f", "8a01ffffffffffffffffff01",
        // A tag with field 0, one with a layout that does not exist, the end of a group that never began.
        "00", "0e00", "0f00", "0c", "9c01",
        // A value without a type in a list and in a map.
        "4a020a00", "32050a030a0161",
    ]) func `refuse values that are none`(hex: String) throws {
        let bytes = try bytes(hex)
        #expect(refusal { _ = try WireValue(protobuf: bytes).required() }?.code == .invalidArgument)
    }

    @Test func `cut moments off below a microsecond, toward the past`() throws {
        // {seconds: -1, nanos: 999999999} and {seconds: 1, nanos: 1999}.
        let before = try bytes("521108ffffffffffffffffff0110ff93ebdc03")
        let after = try bytes("5205080110cf0f")
        #expect(try WireValue(protobuf: before).value == .timestamp(Timestamp(microseconds: -1)))
        #expect(try WireValue(protobuf: after).value == .timestamp(Timestamp(microseconds: 1_000_001)))
    }

    @Test func `keep numbers of enumerations that have no name`() throws {
        let order = try WireOrder(protobuf: try bytes("1063"))
        #expect(order.direction == 99)
        #expect(String(decoding: order.json(JSONStyle(isPretty: false)), as: UTF8.self) == #"{"direction":99}"#)
        #expect(try WireOrder(json: Array(#"{"direction": 99}"#.utf8)).protobuf == bytes("1063"))
        #expect(
            refusal { _ = try WireOrder(json: Array(#"{"direction": "SIDEWAYS"}"#.utf8)) }?.code == .invalidArgument
        )
    }

    @Test(arguments: [1, 20, 49, 50, 51, 200, 20_000])
    func `are read down to a hundred messages inside of each other`(depth: Int) throws {
        // An array inside of an array is two messages: the value and its list.
        var value: [UInt8] = [0x58, 0x00]
        for _ in 0..<depth {
            let list = [0x0A] + RawField.varint(UInt64(value.count)) + value
            value = [0x4A] + RawField.varint(UInt64(list.count)) + list
        }
        #expect(refusal { _ = try WireValue(protobuf: value) }?.code == (depth <= 50 ? nil : .invalidArgument))
    }

    @Test(arguments: [99, 100, 101, 100_000])
    func `have groups passed over down to a hundred inside of each other`(depth: Int) throws {
        let groups = Array(repeating: UInt8(0x0B), count: depth) + Array(repeating: UInt8(0x0C), count: depth)
        #expect(refusal { _ = try EmptyMessage(protobuf: groups) }?.code == (depth <= 100 ? nil : .invalidArgument))
    }

    @Test func `say that bytes are no message, and why`() throws {
        let error = #expect(throws: FirestoreError.self) { try CommitRequest(protobuf: [0x0A, 0x05, 0x61]) }
        #expect(error?.message == "The request is no message of protocol buffers: truncated.")
    }

    @Test(arguments: [
        ["update", "delete"], ["delete", "verify"], ["transform", "update"],
    ]) func `of a write have one operation`(members: [String]) throws {
        let operations = [
            "update": "0a030a0179", "delete": "120178", "verify": "2a0178", "transform": "32030a0178",
        ]
        let both = try bytes(members.compactMap { operations[$0] }.joined())
        #expect(refusal { _ = try WireWrite(protobuf: both) }?.code == .invalidArgument)
        for member in members {
            let one = try bytes(try #require(operations[member]))
            // A message may come in two parts, also as a member of a union.
            #expect(try WireWrite(protobuf: one + one).protobuf == one)
        }
    }
}
