import HearthCore
import HearthHTTP
import HearthJSON
import Testing

@testable import HearthFunctions

/// A host that answers streams and calls in turn, and notes what was asked.
private final class StreamHost: HTTPTransport {
    private let state: Locked<(requests: [HTTPRequest], answers: [(status: Int, body: String)])>

    init(_ answers: (status: Int, body: String)...) { state = Locked(([], answers)) }

    var tokens: [String?] { state.withLock { $0.requests.map { $0.fields["Authorization"] } } }
    var targets: [String] { state.withLock { $0.requests.map { ($0.origin ?? "") + $0.target } } }

    private func answer(_ request: HTTPRequest) -> (status: Int, body: String) {
        state.withLock { state in
            state.requests.append(request)
            return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
        }
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let (status, body) = answer(request)
        return HTTPResponse(status: status, body: .bytes(Array(body.utf8)))
    }

    func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPExchange {
        let (status, body) = answer(request)
        let buffer = HTTPBodyBuffer()
        _ = buffer.put(Array(body.utf8))
        buffer.finish()
        let type = body.hasPrefix("data:") ? "text/event-stream; charset=utf-8" : "application/json"
        return HTTPExchange(status: status, fields: ["Content-Type": type], body: HTTPResponseStream(buffer))
    }
}

private struct Wallet: CallCredentials {
    let old: String

    func token(forcingRefresh: Bool) async throws -> Secret<String>? { Secret(forcingRefresh ? "new" : old) }
}

@Suite("A stream's token, and its end")
struct StreamTokenTests {
    /// A token of an hour, issued at the moment 1,000.
    private static let token =
        "e30." + Base64.encode(Array(#"{"iat":1000,"exp":4600}"#.utf8)) + ".c2ln"
    private static let refusal = (401, #"{"error":{"status":"UNAUTHENTICATED","message":"expired"}}"#)
    private static let answer = (200, "data: {\"message\":1}\n\ndata: {\"result\":2}\n\n")

    private func callable(_ host: StreamHost, now: Int64, url: String = "https://f.example/f") -> HTTPSCallable {
        let caller = FunctionCaller(
            transport: host,
            credentials: Wallet(old: Self.token),
            now: { UnixTime(seconds: now) }
        )
        return HTTPSCallable(address: FunctionAddress(url: url), options: .init(), caller: caller)
    }

    private func read(_ callable: HTTPSCallable) async -> (
        elements: [StreamResponse<JSONValue, JSONValue>], error: FunctionsError?
    ) {
        var elements: [StreamResponse<JSONValue, JSONValue>] = []
        do throws(FunctionsError) {
            for try await element in callable.stream() { elements.append(element) }
            return (elements, nil)
        } catch {
            return (elements, error)
        }
    }

    @Test func `a token that has aged is exchanged once, for a stream as for a call`() async throws {
        for now in [Int64(3_000), 5_000] {
            let stream = StreamHost(Self.refusal, Self.answer)
            let (elements, error) = await read(callable(stream, now: now))
            #expect(error == nil && elements == [.message(1), .result(2)])
            #expect(stream.tokens == ["Bearer " + Self.token, "Bearer new"])
            let call = StreamHost(Self.refusal, (200, #"{"result":2}"#))
            #expect(try await callable(call, now: now).call().data == 2)
            #expect(call.tokens == ["Bearer " + Self.token, "Bearer new"])
        }
    }

    @Test func `a refusal of a fresh token, or of the second one, is the answer`() async {
        let fresh = StreamHost(Self.refusal, Self.answer)
        #expect(await read(callable(fresh, now: 2_000)).error?.code == .unauthenticated && fresh.tokens.count == 1)
        let twice = StreamHost(Self.refusal)
        #expect(await read(callable(twice, now: 5_000)).error?.message == "expired" && twice.tokens.count == 2)
        // A refusal of what stands before the function says nothing of the token.
        let other = StreamHost((401, "<html>"), Self.answer)
        #expect(await read(callable(other, now: 5_000)).error?.code == .unauthenticated && other.tokens.count == 1)
    }

    @Test(
        arguments: [
            ("https://f.example/f", true), ("http://127.0.0.1:5001/p/r/f", true), ("http://localhost:5001/f", true),
            ("http://[::1]:5001/f", true), ("http://f.example/f", false), ("http://10.0.2.2:5001/f", false),
            ("http://localhost.example.com/f", false), ("HTTP://f.example/f", false),
            ("http://127.0.0.1.example.com/f", false),
        ]
    )
    func `a token is not sent where others could listen`(_ url: String, _ isSent: Bool) async {
        let host = StreamHost(Self.answer)
        _ = await read(callable(host, now: 2_000, url: url))
        #expect(host.tokens == [isSent ? "Bearer " + Self.token : nil] && host.targets == [url])
    }

    @Test func `after its end a stream says nothing more, and asks nothing more`() async throws {
        let host = StreamHost((500, #"{"error":{"status":"ABORTED","message":"again"}}"#), Self.answer)
        var broken = callable(host, now: 2_000).stream().makeAsyncIterator()
        let error = await #expect(throws: FunctionsError.self) { _ = try await broken.next() }
        #expect(error?.code == .aborted)
        #expect(try await broken.next() == nil && host.tokens.count == 1)
        var whole = callable(host, now: 2_000).stream().makeAsyncIterator()
        #expect(try await whole.next() == .message(1))
        #expect(try await whole.next() == .result(2))
        #expect(try await whole.next() == nil)
        #expect(try await whole.next() == nil && host.tokens.count == 2)
    }

    @Test(
        arguments: [
            ("https://f.example", "https://f.example/"), ("https://f.example?a=b", "https://f.example/?a=b"),
            ("https://f.example/a/b?c=d%20e", "https://f.example/a/b?c=d%20e"),
            ("http://[::1]:5001/f", "http://[::1]:5001/f"), ("https://f.example/a#part", "https://f.example/a"),
            ("https://f.example#part", "https://f.example/"),
        ]
    )
    func `an address is asked as it is, without what is for browsers`(_ url: String, _ asked: String) async {
        let host = StreamHost((200, #"{"result":1}"#))
        _ = try? await callable(host, now: 2_000, url: url).call()
        #expect(host.targets == [asked])
    }
}
