import HearthCore
import HearthFunctions
import HearthHTTP
import HearthJSON
import HearthTokens
import Testing

/// What a client of functions sends, and when it sends it again.
@Suite("Requests of a functions client")
struct ClientRequestTests {
    /// Notes every request; answers in turn, the last answer for ever.
    private final class Recorder: HTTPTransport {
        private let state: Locked<(requests: [HTTPRequest], answers: [Result<HTTPResponse, TransportError>])>

        init(_ answers: Result<HTTPResponse, TransportError>...) {
            state = Locked(([], answers))
        }

        var requests: [HTTPRequest] { state.withLock { $0.requests } }

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            let answer = state.withLock { state in
                state.requests.append(request)
                return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
            }
            return try answer.get()
        }
    }

    private struct Credentials: CallCredentials {
        var old = "old"

        func token(forcingRefresh: Bool) -> Secret<String>? { Secret(forcingRefresh ? "new" : old) }

        func appCheckToken(limitedUse: Bool) async -> Secret<String>? { limitedUse ? "limited" : "plain" }
    }

    private static let done = HTTPResponse(status: 200, body: .bytes(Array(#"{"result":1}"#.utf8)))
    private static let refused = HTTPResponse(
        status: 401,
        body: .bytes(Array(#"{"error":{"status":"UNAUTHENTICATED","message":"Unauthenticated"}}"#.utf8))
    )

    @Test func `each place has its address`() async throws {
        let recorder = Recorder(.success(Self.done))
        var emulated = Functions(project: "shop", region: "europe-west1", transport: recorder)
        emulated.useEmulator(withHost: "localhost")
        var six = Functions(project: "shop", transport: recorder)
        six.useEmulator(withHost: "::1", port: 5002)
        let callables = [
            Functions(project: "shop", transport: recorder).httpsCallable("pay"),
            Functions(project: "shop", region: "europe-west1", transport: recorder).httpsCallable("pay"),
            Functions(project: "shop", customDomain: "https://api.shop.example/", transport: recorder).httpsCallable(
                "pay"
            ),
            Functions(project: "shop", transport: recorder).httpsCallable(url: "https://pay-abc-uc.a.run.app"),
            Functions(project: "shop", transport: recorder).httpsCallable(url: "https://shop.example/v1/pay?x=1"),
            emulated.httpsCallable("pay"), six.httpsCallable("a/b"),
        ]
        for callable in callables { _ = try await callable.call() }
        #expect(
            recorder.requests.map { ($0.origin ?? "") + $0.target } == [
                "https://us-central1-shop.cloudfunctions.net/pay", "https://europe-west1-shop.cloudfunctions.net/pay",
                "https://api.shop.example/pay", "https://pay-abc-uc.a.run.app/", "https://shop.example/v1/pay?x=1",
                "http://localhost:5001/shop/europe-west1/pay", "http://[::1]:5002/shop/us-central1/a%2Fb",
            ]
        )
        let bodies = recorder.requests.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(bodies.allSatisfy { $0 == #"{"data":null}"# })
        #expect(recorder.requests.allSatisfy { $0.method == .post && $0.fields["content-type"] == "application/json" })
    }

    @Test(
        arguments: [
            ("https://shop.example/pay", true), ("http://shop.example/pay", false), ("http://127.0.0.1:5001/pay", true),
            ("http://localhost:5001/pay", true), ("http://localhost.shop.example/pay", false),
            ("http://10.0.0.1/pay", false),
        ]
    )
    func `tokens travel over TLS and within this machine alone`(_ url: String, _ isSafe: Bool) async throws {
        let recorder = Recorder(.success(Self.done))
        let functions = Functions(project: "shop", transport: recorder, credentials: Credentials())
        _ = try await functions.httpsCallable(url: url).call()
        let limited = HTTPSCallableOptions(requireLimitedUseAppCheckTokens: true)
        _ = try await functions.httpsCallable(url: url, options: limited).call()
        #expect(
            recorder.requests.map { $0.fields["Authorization"] }
                == (isSafe ? ["Bearer old", "Bearer old"] : [nil, nil])
        )
        let app = recorder.requests.map { $0.fields["X-Firebase-AppCheck"] }
        #expect(app == (isSafe ? ["plain", "limited"] : [nil, nil]))
    }

    @Test func `a token past half of its life that is refused is replaced, once`() async throws {
        let now = UnixTime.systemNow().seconds
        func token(age: Int64) throws -> String {
            try TokenMint.unsigned.mint(["iat": .integer(now - age), "exp": .integer(now - age + 3600)]).reveal()
        }
        let cases: [(age: Int64, answers: [HTTPResponse], tokens: Int)] = [
            (3000, [Self.refused, Self.done], 2), (3000, [Self.refused, Self.refused, Self.done], 2),
            (60, [Self.refused, Self.done], 1),
        ]
        for (age, answers, count) in cases {
            let recorder = Recorder(.success(answers[0]), .success(answers[1]), .success(answers.last ?? Self.done))
            let old = try token(age: age)
            let functions = Functions(project: "shop", transport: recorder, credentials: Credentials(old: old))
            let result = try? await functions.httpsCallable("pay").call()
            #expect(recorder.requests.count == count)
            #expect((result != nil) == (count == 2 && answers.count == 2))
            let sent = recorder.requests.compactMap { $0.fields["Authorization"] }
            #expect(sent == ["Bearer \(old)", "Bearer new"].prefix(count).map { $0 })
        }
    }

    @Test(arguments: [(TransportError.Kind.unreachable, 2), (.connectionLost, 1), (.timedOut, 1), (.insecure, 1)])
    func `a call is sent again only if nothing was sent`(_ kind: TransportError.Kind, _ count: Int) async throws {
        let recorder = Recorder(.failure(TransportError(kind)), .success(Self.done))
        let functions = Functions(project: "shop", transport: recorder)
        let result = try? await functions.httpsCallable("pay").call()
        #expect(recorder.requests.count == count && (result != nil) == (count == 2))
    }

    @Test func `a call takes 70 seconds at most, unless it is told otherwise`() async throws {
        let recorder = Recorder(.success(Self.done))
        var callable = Functions(project: "shop", transport: recorder).httpsCallable("pay")
        _ = try await callable.call()
        callable.timeout = .seconds(5)
        _ = try await callable.call()
        #expect(recorder.requests.map(\.timeout) == [.seconds(70), .seconds(5)])
    }

    @Test(arguments: [JSONValue.number(.nan), ["a": [.number(.infinity)]]])
    func `a number that JSON lacks is refused before anything is sent`(_ value: JSONValue) async throws {
        let recorder = Recorder(.success(Self.done))
        let error = await #expect(throws: FunctionsError.self) {
            try await Functions(project: "shop", transport: recorder).httpsCallable("pay").call(value)
        }
        #expect(error?.code == .invalidArgument && recorder.requests.isEmpty)
    }
}
