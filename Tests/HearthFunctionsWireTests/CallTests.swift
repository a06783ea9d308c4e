import HearthFunctionsWire
import HearthHTTP
import HearthJSON
import Testing

@Suite("Calls of functions")
struct CallTests {
    private static let signed = "type.googleapis.com/google.protobuf.Int64Value"
    private static let unsigned = "type.googleapis.com/google.protobuf.UInt64Value"

    private func data(
        _ body: String,
        _ method: HTTPMethod = .post,
        type: String? = "application/json"
    ) -> JSONValue? {
        var fields = HTTPFields()
        if let type { fields.append("Content-Type", type) }
        return CallableRequest.data(
            of: HTTPRequest(method, target: "/p/r/f", fields: fields, body: Array(body.utf8))
        )
    }

    @Test(
        arguments: [
            ("null", .null), ("1", 1), (#""x""#, "x"), ("[1,[2]]", [1, [2]]), (#"{"a":{"b":null}}"#, ["a": ["b": nil]]),
            (#"{"@type":"\#(signed)","value":"-9223372036854775808"}"#, .integer(.min)),
            (#"{"@type":"\#(signed)","value":7}"#, 7),
            (#"{"@type":"\#(unsigned)","value":"9223372036854775807"}"#, .integer(.max)),
            (
                #"[{"deep":{"@type":"\#(signed)","value":"9007199254740993"}}]"#,
                [["deep": .integer(9_007_199_254_740_993)]]
            ),
            // Another type is data like any other.
            (#"{"@type":"type.googleapis.com/x","value":"1"}"#, ["@type": "type.googleapis.com/x", "value": "1"]),
        ] as [(String, JSONValue)]
    ) func `bring their data`(data text: String, value: JSONValue) {
        #expect(data("{\"data\":\(text)}") == value)
    }

    @Test(arguments: [
        "application/json", "application/json; charset=utf-8", "APPLICATION/JSON", "application/json ;charset=UTF-8",
    ]) func `are JSON, whatever else their type says`(type: String) {
        #expect(data(#"{"data":1}"#, type: type) == 1)
    }

    @Test(arguments: ["text/plain", "application/jsonp", "application/x-www-form-urlencoded", "json", ""])
    func `of another type are none`(type: String) {
        #expect(data(#"{"data":1}"#, type: type) == nil && data(#"{"data":1}"#, type: nil) == nil)
    }

    @Test(arguments: [
        "", "{}", "[]", "1", #"{"data":1,"more":2}"#, #"{"Data":1}"#, #"{"data":1"#, #"{"data":1,"data":2}"#,
        #"{"data":{"@type":"\#(signed)"}}"#, #"{"data":{"@type":"\#(signed)","value":"1.5"}}"#,
        #"{"data":{"@type":"\#(signed)","value":"9223372036854775808"}}"#,
        #"{"data":{"@type":"\#(unsigned)","value":"-1"}}"#,
        #"{"data":[{"@type":"\#(unsigned)","value":"18446744073709551616"}]}"#,
    ]) func `without data, or with a number that is none, are none`(body: String) {
        #expect(data(body) == nil)
    }

    @Test(arguments: [HTTPMethod.get, .put, .delete, .options]) func `come as POST alone`(method: HTTPMethod) {
        #expect(data(#"{"data":1}"#, method) == nil)
    }

    @Test func `are read as they were written`() throws {
        let values: [JSONValue] = [
            .null, [], [:], "é😀", 0.5, true, .integer(.max), .integer(.min),
            [.integer(1 << 60), ["x": .integer(-(1 << 60))]],
            ["data": ["data": 1]],
        ]
        for value in values {
            let body = CallableRequest.body(value)
            #expect(data(String(decoding: body, as: UTF8.self)) == value)
            // Peers that read numbers as doubles find none that they would round.
            #expect(!String(decoding: body, as: UTF8.self).contains(":9223"))
        }
    }

    @Test(arguments: [
        ("text/event-stream", true), ("TEXT/event-stream", true), ("application/json", false), ("", false),
    ]) func `ask for messages by what they accept`(accept: String, wantsStream: Bool) {
        let request = HTTPRequest(.post, target: "/", fields: ["Accept": accept])
        #expect(CallableRequest.wantsStream(request) == wantsStream)
        #expect(!CallableRequest.wantsStream(HTTPRequest(.post, target: "/")))
    }

    @Test(
        arguments: [
            (.result(["a": 1]), #"{"result":{"a":1}}"#), (.message([1, nil]), #"{"message":[1,null]}"#),
            (.result(.integer(.max)), #"{"result":{"@type":"\#(signed)","value":"9223372036854775807"}}"#),
            (.failure(HTTPSError(.notFound)), #"{"error":{"message":"NOT_FOUND","status":"NOT_FOUND"}}"#),
            (
                .failure(HTTPSError(.aborted, "again", details: ["n": 1])),
                #"{"error":{"message":"again","status":"ABORTED","details":{"n":1}}}"#
            ),
        ] as [(CallableAnswer, String)]
    ) func `are answered in one form, which is read back`(answer: CallableAnswer, text: String) {
        #expect(CallableAnswer.parse(JSON.serialize(answer.json)) == answer)
        #expect(CallableAnswer.parse(Array(text.utf8)) == answer)
    }
}

/// Read after the standard, <https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream>.
@Suite("Event streams")
struct EventStreamTests {
    private func events(_ text: String, limit: Int = 1000) throws -> [String] {
        var parser = EventStreamParser(limit: limit)
        return try parser.feed(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [
        ("data: a\n\n", ["a"]), ("data:a\n\n", ["a"]), ("data:  a\n\n", [" a"]),
        ("data: a\r\rdata: b\r\n\r\n", ["a", "b"]),
        ("data: YHOO\ndata: +2\ndata: 10\n\n", ["YHOO\n+2\n10"]), ("data: a\ndata:\n\n", ["a\n"]),
        (": a comment\n\n: another\ndata: x\n\n", ["x"]), ("event: add\ndata: 1\nid: 7\nretry: 5\n\n", ["1"]),
        // Without an empty line behind it there is no event; without data there is none either.
        ("data: a\n", []), ("data: a", []), ("\n\n\n", []), ("event: x\n\n", []), ("Data: a\n\n", []), ("", []),
        ("data: {\"a\": \"b:c\"}\n\n", ["{\"a\": \"b:c\"}"]), ("data: é😀\n\n", ["é😀"]),
    ]) func `are read as the standard says`(text: String, expected: [String]) throws {
        #expect(try events(text) == expected)
    }

    @Test func `bring frames whole, with comments between them`() throws {
        let texts = ["{}", "[1,2]", "\"é\"", String(repeating: "x", count: 300)]
        var parser = EventStreamParser()
        var found: [String] = []
        let bytes = texts.flatMap { EventStream.frame(Array($0.utf8)) + EventStream.ping }
        for byte in bytes { found += try parser.feed([byte]).map { String(decoding: $0, as: UTF8.self) } }
        #expect(found == texts)
    }

    @Test(arguments: [(20, true), (14, true), (13, false)])
    func `are limited in each event, not in all of them`(limit: Int, isRead: Bool) {
        // "data: 12345678" are fourteen bytes.
        let text = String(repeating: "data: 12345678\n\n", count: 50)
        let count = try? events(text, limit: limit).count
        #expect(count == (isRead ? 50 : nil))
    }
}
