import HearthFunctionsWire
import HearthHTTP
import HearthJSON
import Testing

@Suite("The wire of callable functions")
struct WireTests {
    /// Google's table: code, name, HTTP status, and what the status alone means to a client.
    private static let table: [(Int, String, Int)] = [
        (0, "OK", 200), (1, "CANCELLED", 499), (2, "UNKNOWN", 500), (3, "INVALID_ARGUMENT", 400),
        (4, "DEADLINE_EXCEEDED", 504), (5, "NOT_FOUND", 404), (6, "ALREADY_EXISTS", 409), (7, "PERMISSION_DENIED", 403),
        (8, "RESOURCE_EXHAUSTED", 429), (9, "FAILED_PRECONDITION", 400), (10, "ABORTED", 409),
        (11, "OUT_OF_RANGE", 400),
        (12, "UNIMPLEMENTED", 501), (13, "INTERNAL", 500), (14, "UNAVAILABLE", 503), (15, "DATA_LOSS", 500),
        (16, "UNAUTHENTICATED", 401),
    ]

    @Test(arguments: table)
    func `each code has its number, its name and its status`(_ number: Int, _ name: String, _ status: Int) throws {
        let code = try #require(FunctionsErrorCode(rawValue: number))
        #expect(code.status == name && code.httpStatus == status)
        #expect(FunctionsErrorCode(status: name) == code)
    }

    @Test(
        arguments: [
            (200, 0), (201, 0), (400, 3), (401, 16), (403, 7), (404, 5), (409, 6), (429, 8), (499, 1), (500, 13),
            (501, 12), (502, 13), (503, 14), (504, 4), (302, 13), (418, 13),
        ]
    )
    func `a status without a body is a code`(_ status: Int, _ number: Int) {
        #expect(FunctionsErrorCode(httpStatus: status).rawValue == number)
    }

    @Test(
        arguments: [
            (#"{"result":1}"#, 200, CallableAnswer.result(1)), (#"{"data":1,"result":2}"#, 200, .result(1)),
            (#"{"result":null}"#, 200, .result(.null)),
            (#"{"message":{"a":1}}"#, 200, .message(["a": 1])),
            (
                #"{"error":{"status":"NOT_FOUND","message":"m","details":[1]}}"#, 404,
                .failure(.init(.notFound, "m", details: [1]))
            ),
            (#"{"error":{"status":"ABORTED","message":"m"}}"#, 200, .failure(.init(.aborted, "m"))),
            (#"{"error":{"status":"OK"},"result":3}"#, 200, .result(3)),
            (#"{"error":{"message":"m"}}"#, 403, .failure(.init(.permissionDenied, "m"))),
            (#"{"error":{"message":"m"}}"#, 200, .failure(.init(.internal, "m"))),
            (#"{"error":{"status":"NO_SUCH"}}"#, 400, .failure(.init(.internal, "INTERNAL"))),
            (#"{"error":{"status":"NOT_FOUND"}}"#, 404, .failure(.init(.notFound, "NOT FOUND"))),
            (
                #"{"result":{"@type":"type.googleapis.com/google.protobuf.Int64Value","value":"9007199254740993"}}"#,
                200,
                .result(.integer(9_007_199_254_740_993))
            ),
        ] as [(String, Int, CallableAnswer)]
    )
    func `an answer is read`(_ text: String, _ status: Int, _ answer: CallableAnswer) {
        #expect(CallableAnswer.parse(Array(text.utf8), httpStatus: status) == answer)
    }

    @Test(arguments: [
        "", "[]", "1", "{}", #"{"other":1}"#, "<html>", #"{"result":1"#, #"{"error":"x"}"#,
        #"{"result":{"@type":"type.googleapis.com/google.protobuf.Int64Value","value":"x"}}"#,
    ])
    func `what is no answer is none`(_ text: String) {
        #expect(CallableAnswer.parse(Array(text.utf8)) == nil)
    }

    @Test func `integers keep 64 bits on their way`() throws {
        let values: [Int64] = [0, 1, -1, 1 << 53, -(1 << 53), (1 << 53) + 1, -(1 << 53) - 1, .max, .min]
        for value in values {
            let wrapped = WideInteger.wrap(["a": [.integer(value)]])
            #expect(try WideInteger.unwrap(wrapped) == ["a": [.integer(value)]])
            // A double holds every integer up to 2^53.
            #expect((wrapped["a"]?.array?.first?.integer == value) == (value.magnitude <= 1 << 53))
        }
        for value in [UInt64.max, UInt64(Int64.max) + 1, 7] {
            let sent = try JSON.value(of: [WideUnsigned(value)])
            #expect(sent.array?.first?["@type"]?.string == "type.googleapis.com/google.protobuf.UInt64Value")
            #expect(sent.array?.first?["value"]?.string == String(value))
            #expect(try JSON.decode([WideUnsigned].self, from: try WideInteger.unwrap(sent)) == [WideUnsigned(value)])
        }
        let other: JSONValue = ["@type": "type.googleapis.com/other", "value": "1"]
        #expect(try WideInteger.unwrap(other) == other)
    }

    @Test func `an event stream may be cut anywhere`() throws {
        let text =
            ": ping\r\n\r\ndata: {\"a\":1}\n\ndata:two\rdata:  lines\r\revent: x\nid: 7\n\ndata:\n\ndata: last\r\n\r\ndata: cut"
        let expected = [#"{"a":1}"#, "two\n lines", "", "last"]
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            for second in stride(from: cut, through: bytes.count, by: 7) {
                var parser = EventStreamParser()
                var events: [[UInt8]] = []
                for piece in [bytes[..<cut], bytes[cut..<second], bytes[second...]] {
                    events += try parser.feed(Array(piece))
                }
                #expect(events.map { String(decoding: $0, as: UTF8.self) } == expected)
            }
        }
    }

    @Test func `an event stream without an end is refused`() {
        var parser = EventStreamParser(limit: 100)
        #expect(throws: EventStreamParser.TooLarge.self) {
            for _ in 0..<20 { _ = try parser.feed(Array("data: 12345678".utf8)) }
        }
        var lines = EventStreamParser(limit: 100)
        #expect(throws: EventStreamParser.TooLarge.self) {
            for _ in 0..<20 { _ = try lines.feed(Array("data: 12345678\n".utf8)) }
        }
    }
}
