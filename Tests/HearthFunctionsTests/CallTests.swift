import HearthCore
import HearthHTTP
import HearthJSON
import Testing

@testable import HearthFunctions

/// Answers in turn, the last answer for ever; notes what was asked.
private final class Host: HTTPTransport {
    enum Answer: Sendable {
        case response(Int, String, type: String = "application/json")
        /// The pieces of a body, after which the connection breaks if there is a reason.
        case pieces([String], broken: TransportError.Kind?)
        case failure(TransportError.Kind)
    }

    private let state: Locked<(requests: [HTTPRequest], answers: [Answer])>

    init(_ answers: Answer...) {
        state = Locked(([], answers))
    }

    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    private func answer(_ request: HTTPRequest) -> Answer {
        state.withLock { state in
            state.requests.append(request)
            return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
        }
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        switch answer(request) {
        case .response(let status, let body, let type):
            return HTTPResponse(status: status, fields: ["Content-Type": type], body: .bytes(Array(body.utf8)))
        case .pieces(let pieces, _):
            return HTTPResponse(status: 200, body: .bytes(Array(pieces.joined().utf8)))
        case .failure(let kind): throw TransportError(kind)
        }
    }

    func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPExchange {
        let buffer = HTTPBodyBuffer()
        var head: (status: Int, type: String) = (200, "text/event-stream")
        switch answer(request) {
        case .response(let status, let body, let type):
            _ = buffer.put(Array(body.utf8))
            buffer.finish()
            head = (status, type)
        case .pieces(let pieces, let reason):
            for piece in pieces { _ = buffer.put(Array(piece.utf8)) }
            buffer.finish(reason.map { TransportError($0) })
        case .failure(let kind): throw TransportError(kind)
        }
        return HTTPExchange(status: head.status, fields: ["Content-Type": head.type], body: HTTPResponseStream(buffer))
    }
}

private struct Credentials: CallCredentials {
    struct Failure: Error {}

    var isBroken = false
    var old = "old"

    func token(forcingRefresh: Bool) async throws -> Secret<String>? {
        if isBroken { throw Failure() }
        return Secret(forcingRefresh ? "new" : old)
    }
}

private func failure<Value>(_ work: () async throws(FunctionsError) -> Value) async -> FunctionsError? {
    do throws(FunctionsError) {
        _ = try await work()
        return nil
    } catch {
        return error
    }
}

@Suite("HTTPSCallable.call(_:)")
struct CallTests {
    /// Firebase's table of statuses: https://firebase.google.com/docs/functions/callable-reference.
    @Test(
        arguments: [
            (200, #"{"result":1}"#, nil, ""), (200, #"{"data":1}"#, nil, ""), (201, #"{"result":1}"#, nil, ""),
            (200, "", .internal, ""), (200, "[]", .internal, ""), (200, "{}", .internal, ""),
            (200, "<html>", .internal, ""),
            (400, "", .invalidArgument, ""), (401, "", .unauthenticated, ""), (403, "", .permissionDenied, ""),
            (404, "<h1>", .notFound, ""), (409, "", .alreadyExists, ""), (429, "", .resourceExhausted, ""),
            (499, "", .cancelled, ""), (500, "", .internal, ""), (501, "", .unimplemented, ""),
            (503, "", .unavailable, ""),
            (504, "", .deadlineExceeded, ""),
            // What the function says counts more than the status of what stands before it.
            (500, #"{"error":{"status":"ABORTED","message":"again"}}"#, .aborted, "again"),
            (200, #"{"error":{"status":"NOT_FOUND","message":"gone"}}"#, .notFound, "gone"),
            (400, #"{"error":{"status":"OF_THE_FUTURE"}}"#, .internal, "INTERNAL"),
            (403, #"{"error":{"message":"no"}}"#, .permissionDenied, "no"),
            (404, #"{"error":"text"}"#, .notFound, ""), (404, #"{"result":1}"#, .notFound, ""),
        ] as [(Int, String, FunctionsErrorCode?, String)]
    )
    func `an answer is a result or an error`(
        _ status: Int,
        _ body: String,
        _ code: FunctionsErrorCode?,
        _ message: String
    ) async {
        let functions = Functions(project: "shop", transport: Host(.response(status, body)))
        let error = await failure { () throws(FunctionsError) in try await functions.httpsCallable("f").call() }
        #expect(error?.code == code)
        if !message.isEmpty { #expect(error?.message == message) }
    }

    @Test func `an error has its details, numbers of 64 bits included`() async {
        let body = #"""
            {"error":{"status":"OUT_OF_RANGE","message":"m",
            "details":{"n":{"@type":"type.googleapis.com/google.protobuf.Int64Value","value":"9007199254740993"}}}}
            """#
        let functions = Functions(project: "shop", transport: Host(.response(400, body)))
        let error = await failure { () throws(FunctionsError) in try await functions.httpsCallable("f").call() }
        #expect(error?.code == .outOfRange && error?.details == ["n": .integer(9_007_199_254_740_993)])
    }

    private struct Answer: Decodable, Sendable {
        var total: Int
    }

    @Test func `an answer of another type says where it differs`() async {
        let functions = Functions(project: "shop", transport: Host(.response(200, #"{"result":{"total":"x"}}"#)))
        let callable = functions.httpsCallable("f", requestAs: [String].self, responseAs: Answer.self)
        let error = await failure { () throws(FunctionsError) in try await callable([]) }
        #expect(error?.code == .internal && error?.message.contains("total") == true)
    }

    @Test func `an input that is too large is not sent`() async {
        let host = Host(.response(200, #"{"result":1}"#))
        let callable = Functions(project: "shop", transport: host).httpsCallable("f")
        // The rest of the body is {"data":""}.
        let most = CallableRequest.maximumBytes - 11
        let full = await failure { () throws(FunctionsError) in
            try await callable.call(.string(String(repeating: "x", count: most)))
        }
        #expect(full == nil && host.requests.first?.body.count == CallableRequest.maximumBytes)
        let error = await failure { () throws(FunctionsError) in
            try await callable.call(.string(String(repeating: "x", count: most + 1)))
        }
        #expect(error?.code == .invalidArgument && host.requests.count == 1)
    }

    @Test func `a token that cannot be had is an error, and nothing is sent`() async {
        let host = Host(.response(200, #"{"result":1}"#))
        let functions = Functions(project: "shop", transport: host, credentials: Credentials(isBroken: true))
        let error = await failure { () throws(FunctionsError) in try await functions.httpsCallable("f").call() }
        #expect(error?.code == .unauthenticated && host.requests.isEmpty)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await failure { () throws(FunctionsError) in try await functions.httpsCallable("f").call() }
        }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
    }

    private static func token(_ payload: String) -> String {
        Base64.encode(Array("{}".utf8)) + "." + Base64.encode(Array(payload.utf8)) + ".c2ln"
    }

    @Test(
        arguments: [
            (#"{"iat":100,"exp":200}"#, 150, false), (#"{"iat":100,"exp":200}"#, 151, true),
            (#"{"iat":100,"exp":200}"#, 99, false), (#"{"iat":200,"exp":100}"#, 151, false),
            (#"{"iat":100,"exp":100}"#, 151, false), (#"{"exp":200}"#, 151, false),
            (#"{"iat":"100","exp":"200"}"#, 151, false),
            ("[]", 151, false), ("", 151, false),
            (#"{"iat":-9223372036854775808,"exp":9223372036854775807}"#, -1, false),
            (#"{"iat":-9223372036854775808,"exp":9223372036854775807}"#, 1, true),
            (#"{"iat":0,"exp":9223372036854775807}"#, 151, false),
            (#"{"iat":-9223372036854775808,"exp":0}"#, 151, true),
        ] as [(String, Int64, Bool)]
    )
    func `a token is past half of its life, or tells no life`(_ payload: String, _ now: Int64, _ isPast: Bool) {
        #expect(IDTokenAge.isPastHalfLife(Self.token(payload), UnixTime(seconds: now)) == isPast)
    }

    @Test(arguments: ["", "a", "a.b", "a.b.c.d", "..", ".e30.", "a.%.c"])
    func `what is no token has no age`(_ token: String) {
        #expect(!IDTokenAge.isPastHalfLife(token, UnixTime(seconds: 1)))
    }

    @Test(arguments: [
        ("localhost", 5001, "http://localhost:5001"), ("127.0.0.1", 1, "http://127.0.0.1:1"),
        ("::1", 5001, "http://[::1]:5001"), ("[::1]", 5001, "http://[::1]:5001"),
        // FirebaseFunctions takes a scheme with the host too.
        ("http://localhost", 5001, "http://localhost:5001"),
        ("https://emulator.example", 443, "https://emulator.example:443"),
        ("https.example", 80, "http://https.example:80"),
    ])
    func `an emulator may be anywhere`(_ host: String, _ port: Int, _ origin: String) async throws {
        let transport = Host(.response(200, #"{"result":1}"#))
        var functions = Functions(project: "shop", transport: transport)
        functions.useEmulator(withHost: host, port: port)
        _ = try await functions.httpsCallable("f").call()
        #expect(transport.requests.first?.origin == origin)
        #expect(transport.requests.first?.target == "/shop/us-central1/f")
    }
}

@Suite("HTTPSCallable.stream(_:)")
struct StreamTests {
    private typealias Element = StreamResponse<JSONValue, JSONValue>

    /// What a stream gives, and the error that ends it.
    private func read(_ host: Host) async -> ([Element], FunctionsError?) {
        var elements: [Element] = []
        do throws(FunctionsError) {
            var stream = Functions(project: "shop", transport: host).httpsCallable("f").stream(1).makeAsyncIterator()
            while let element = try await stream.next() { elements.append(element) }
            // After its end it stays ended.
            #expect(try await stream.next() == nil)
            return (elements, nil)
        } catch {
            return (elements, error)
        }
    }

    @Test func `messages come before the result, wherever the pieces are cut`() async {
        let text =
            #"data: {"message":1}"# + "\n\n: ping\n\n" + #"data: {"message":"é"}"# + "\r\n\r\n"
            + #"data: {"result":[2]}"# + "\n\n"
        let expected: [Element] = [.message(1), .message("é"), .result([2])]
        let whole = await read(Host(.pieces([text], broken: nil)))
        #expect(whole.0 == expected && whole.1 == nil)
        let cut = await read(Host(.pieces(text.unicodeScalars.map { String($0) }, broken: nil)))
        #expect(cut.0 == expected && cut.1 == nil)
    }

    @Test(
        arguments: [
            (["data: {\"message\":1}\n\n"], nil, 1, FunctionsErrorCode.dataLoss), ([], nil, 0, .dataLoss),
            (["data: {\"message\":1}\n\ndata: {\"res"], .connectionLost, 1, .unavailable),
            (["data: {\"error\":{\"status\":\"ABORTED\",\"message\":\"m\"}}\n\n"], nil, 0, .aborted),
            (["data: nonsense\n\n"], nil, 0, .internal), (["data: {\"other\":1}\n\n"], nil, 0, .internal),
            (["data: {\"message\":1}\n\n"], .timedOut, 1, .deadlineExceeded),
        ] as [([String], TransportError.Kind?, Int, FunctionsErrorCode)]
    )
    func `a stream without a result ends with an error`(
        _ pieces: [String],
        _ broken: TransportError.Kind?,
        _ count: Int,
        _ code: FunctionsErrorCode
    ) async {
        let (elements, error) = await read(Host(.pieces(pieces, broken: broken)))
        #expect(elements.count == count && error?.code == code)
    }

    @Test func `what follows the result is not read`() async {
        let (elements, error) = await read(Host(.pieces(["data: {\"result\":1}\n\ndata: nonsense\n\n"], broken: nil)))
        #expect(elements == [.result(1)] && error == nil)
    }

    @Test(arguments: [
        (403, #"{"error":{"status":"PERMISSION_DENIED"}}"#, "application/json", FunctionsErrorCode.permissionDenied),
        (404, "<html>", "text/html", .notFound), (200, #"{"result":1}"#, "application/json", .internal),
        (503, "", "text/plain", .unavailable),
    ])
    func `an answer that is no stream is an error`(
        _ status: Int,
        _ body: String,
        _ type: String,
        _ code: FunctionsErrorCode
    ) async {
        let (elements, error) = await read(Host(.response(status, body, type: type)))
        #expect(elements.isEmpty && error?.code == code)
    }

    @Test func `a stream asks for events, may be silent as long as a call, and is opened once for each reader`() async {
        let host = Host(.pieces(["data: {\"result\":1}\n\n"], broken: nil))
        var callable = Functions(project: "shop", transport: host).httpsCallable("f")
        callable.timeout = .seconds(9)
        let stream = callable.stream(["a": 1])
        for _ in 0..<2 {
            var reader = stream.makeAsyncIterator()
            let first = try? await reader.next()
            #expect(first == .result(1))
        }
        #expect(host.requests.count == 2)
        for request in host.requests {
            #expect(request.fields["accept"] == "text/event-stream" && request.silence == .seconds(9))
            #expect(request.body == Array(#"{"data":{"a":1}}"#.utf8))
        }
    }

    @Test func `a connection that could not be made is tried once more`() async {
        let (elements, error) = await read(
            Host(.failure(.unreachable), .pieces(["data: {\"result\":1}\n\n"], broken: nil))
        )
        #expect(elements == [.result(1)] && error == nil)
        let (_, other) = await read(Host(.failure(.connectionLost)))
        #expect(other?.code == .unavailable && other?.transport == .connectionLost)
    }
}
