import HearthCore
import HearthHTTP
import HearthHTTP2
import HearthServer
import Testing

@Suite("Requests over HTTP/2, live", .enabled(if: canServe), .ownThreads)
struct PlainRequestTests {
    @Test func `a handler that knows nothing of HTTP 2 serves it`() async throws {
        let answers = try await serving { client, _, _ -> [Answer] in
            client.begin()
            client.send(
                .request(1),
                .request(3, "POST", "//a//b?c", ends: false),
                .data(3, "he"),
                .data(3, "llo", ends: true)
            )
            return client.answers([1, 3])
        }
        #expect(answers?.map(\.status) == [200, 200])
        #expect(answers?.map(\.text) == ["GET / ", "POST //a//b?c hello"])
        #expect(answers?.first?.head["content-length"] == "6")
        #expect(answers?.first?.head["content-type"] == "text/plain")
        #expect(answers?.first?.head["date"]?.hasSuffix(" GMT") == true)
    }

    @Test func `a hundred streams of one connection are answered`() async throws {
        let bodies = try await serving { client, _, _ -> [String] in
            client.begin()
            let numbers = (0..<100).map { 2 * $0 + 1 }
            client.send(numbers.flatMap { Frame.request($0, "GET", "/\($0)").bytes })
            var bodies: [Int: String] = [:]
            while bodies.count < 100, let frame = client.frame() {
                if frame.type == Frame.data { bodies[frame.stream] = String(decoding: frame.payload, as: UTF8.self) }
            }
            return numbers.map { bodies[$0] ?? "" }
        }
        #expect(bodies == (0..<100).map { "GET /\(2 * $0 + 1) " })
    }

    @Test func `HEAD, 204 and streams are answered as over HTTP 1`() async throws {
        let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
            switch request.target {
            case "/none": .text("not to be sent", status: 204)
            case "/stream":
                HTTPResponse(
                    status: 200,
                    body: .stream { for piece in ["a", "b"] { try await $0.write(Array(piece.utf8)) } }
                )
            default: .text("four")
            }
        }
        let answers = try await serving(handler: handler) { client, _, _ -> [Answer] in
            client.begin()
            client.send(
                .request(1, "HEAD"),
                .request(3, "GET", "/none"),
                .request(5, "GET", "/stream"),
                .request(7, "HEAD", "/stream")
            )
            return client.answers([1, 3, 5, 7])
        }
        #expect(answers?.map(\.status) == [200, 204, 200, 200])
        #expect(answers?.map(\.text) == ["", "", "ab", ""])
        #expect(answers?.map { $0.head["content-length"] } == ["4", nil, nil, nil])
        #expect(answers?.allSatisfy { $0.reset == nil } == true)
    }

    @Test func `admission decides here too`() async throws {
        let admission: @Sendable (HTTPRequestHead) -> HTTPAdmission = { head in
            if head.fields["Authorization"] == nil { return .refuse(.text("who?", status: 401)) }
            return .accept(maximumBody: 4)
        }
        let answers = try await serving(admission: admission) { client, _, _ -> [Answer] in
            client.begin()
            let fields = [("authorization", "a")]
            client.send(.request(1, "POST", "/", ends: false))
            let refused = client.answer(1)
            client.send(.request(3, "POST", "/", fields + [("content-length", "5")], ends: false))
            let announced = client.answer(3)
            client.send(.request(5, "POST", "/", fields, ends: false), .data(5, "12345"))
            let grown = client.answer(5)
            client.send(.request(7, "POST", "/", fields, ends: false), .data(7, "1234", ends: true))
            return [refused, announced, grown, client.answer(7)]
        }
        #expect(answers?.map(\.status) == [401, 413, 413, 200])
        #expect(answers?.first?.text == "who?")
    }

    @Test func `the handler that admission chooses answers its request alone, within the same limits`() async throws {
        let admission: @Sendable (HTTPRequestHead) -> HTTPAdmission = { head in
            guard head.path == "/own" else { return .accept() }
            return .answer(maximumBody: 4) { request in .text("own \(request.body.count)") }
        }
        let answers = try await serving(admission: admission) { client, _, _ -> [Answer] in
            client.begin()
            client.send(.request(1, "POST", "/own", ends: false), .request(3, "POST", "/", ends: false))
            client.send(.data(3, "123456", ends: true), .data(1, "1234", ends: true))
            let both = client.answers([1, 3])
            client.send(.request(5, "POST", "/own", [("content-length", "5")], ends: false))
            return both + [client.answer(5)]
        }
        #expect(answers?.map(\.status) == [200, 200, 413])
        #expect(answers?.prefix(2).map(\.text) == ["own 4", "POST / 123456"])
    }

    @Test func `a body may be read piece by piece`() async throws {
        let admission: @Sendable (HTTPRequestHead) -> HTTPAdmission = { _ in
            .stream(maximumBody: 100) { _, body in
                HTTPResponse(status: 200, body: .stream { for try await piece in body { try await $0.write(piece) } })
            }
        }
        let answer = try await serving(admission: admission) { client, _, _ -> Answer in
            client.begin()
            client.send(.request(1, "POST", "/", ends: false), .data(1, "one"))
            while let frame = client.frame(), frame.type != Frame.data {}
            client.send(.data(1, "two", ends: true))
            return client.answer(1)
        }
        #expect(answer?.text == "two")
    }

    @Test func `the client is told to continue, unless it is refused`() async throws {
        let admission: @Sendable (HTTPRequestHead) -> HTTPAdmission = {
            $0.path == "/no" ? .refuse(.text("", status: 403)) : .accept()
        }
        let (first, refused, second) = try #require(
            await serving(admission: admission) { client, _, _ -> ([String: String], Answer, Answer) in
                client.begin()
                let expect = [("expect", "100-continue")]
                client.send(.request(1, "POST", "/", expect, ends: false))
                var first: [String: String] = [:]
                while first.isEmpty, let frame = client.frame() {
                    if frame.type == Frame.headers { first = client.inflate(frame.payload) }
                }
                client.send(.request(3, "POST", "/no", expect, ends: false))
                let refused = client.answer(3)
                client.send(.data(1, "hi", ends: true))
                return (first, refused, client.answer(1))
            }
        )
        #expect(first[":status"] == "100")
        #expect(refused.status == 403)
        #expect(second.text == "POST / hi")
    }

    @Test(
        arguments: [
            ("GET", "nowhere", [], 400), ("GET", "/", [("host", "y")], 400), ("GET", "/", [("host", "x")], 200),
            ("OPTIONS", "*", [], 200), ("G T", "/", [], 400),
            ("GET", "/" + String(repeating: "a", count: 9000), [], 414),
            ("GET", "/", [("x-a", String(repeating: "a", count: 17_000))], 431),
            ("GET", "/", (0..<101).map { ("x-\($0)", "1") }, 431), ("GET", "/a b", [], 400),
        ] as [(String, String, [(String, String)], Int)]
    )
    func `a head is judged as over HTTP 1`(
        _ method: String,
        _ path: String,
        _ fields: [(String, String)],
        _ status: Int
    ) async throws {
        let answer = try await serving { client, _, _ -> Answer in
            client.begin()
            let whole = Frame.request(1, method, path, fields)
            // A frame holds 16 KiB at most.
            let first = Array(whole.payload.prefix(16_384))
            if whole.payload.count <= 16_384 {
                client.send(whole)
            } else {
                client.send(
                    Frame(Frame.headers, flags: Frame.endStream, stream: 1, first),
                    Frame(
                        Frame.continuation,
                        flags: Frame.endHeaders,
                        stream: 1,
                        Array(whole.payload.dropFirst(16_384))
                    )
                )
            }
            return client.answer(1)
        }
        // nghttp2 itself resets streams whose fields no HTTP message may have.
        #expect(answer?.status == status || status == 400 && answer?.reset == 1)
    }

    @Test func `a failed answer is a reset, and the connection goes on`() async throws {
        let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
            switch request.target {
            case "/failed": HTTPResponse(status: 200, body: .failed(TransportError(.connectionLost)))
            case "/cut":
                HTTPResponse(
                    status: 200,
                    body: .stream {
                        try await $0.write([1]); throw CancellationError()
                    }
                )
            case "/split": HTTPResponse(status: 200, fields: ["X-A": "b\r\nX-B: c"])
            default: .text("fine")
            }
        }
        let answers = try await serving(handler: handler) { client, _, _ -> [Answer] in
            client.begin()
            return [(1, "/failed"), (3, "/cut"), (5, "/split"), (7, "/")].map { number, path in
                client.send(.request(number, "GET", path))
                return client.answer(number)
            }
        }
        #expect(answers?.map(\.reset) == [2, 2, nil, nil])
        #expect(answers?.map(\.status) == [nil, 200, 500, 200])
    }

    @Test(arguments: [
        ["POST / H", "TTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"],
        ["P", "R", "OPFIND / HTTP/1.1\r\nHost: x\r\n\r\n"], ["PRI * HTTP/1.1\r\nHost: x\r\n\r\n"],
    ])
    func `HTTP 1 is spoken on the same port, however it begins`(_ pieces: [String]) async throws {
        let text = try await serving { client, _, _ -> String in
            for piece in pieces {
                client.send(Array(piece.utf8))
                pauseThread(milliseconds: 5)
            }
            return client.text(12)
        }
        #expect(text == (pieces[0].hasPrefix("PRI") ? "HTTP/1.1 400" : "HTTP/1.1 200"))
    }

    @Test func `the preface may come byte by byte`() async throws {
        let answer = try await serving { client, _, _ -> Answer in
            for byte in Frame.preface { client.send([byte]) }
            client.send(Frame(Frame.settings), .request(1))
            return client.answer(1)
        }
        #expect(answer?.text == "GET / ")
    }
}
