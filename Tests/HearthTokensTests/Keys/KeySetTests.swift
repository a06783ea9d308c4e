import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthServerCrypto
import HearthTokens
import Testing

@Suite("Keys that are fetched")
struct KeySetTests {
    private let forge: Forge
    private let clock = TestClock()
    private let server = KeyServer()
    private let keys: KeySet
    private let one: RSAPublicKey
    private let two: RSAPublicKey

    init() throws {
        forge = try Forge()
        keys = try KeySet(url: "https://keys.example/jwks?v=1", transport: server, now: clock.read)
        one = forge.key.publicKey
        two = try Forge.otherKey.get().publicKey
    }

    @Test func `the document is fetched once and kept for as long as the server says`() async throws {
        await server.publish(one, maximumAge: 600)
        for _ in 0..<10 { #expect(try await keys.key(one.keyIdentifier) == one) }
        clock.advance(by: .seconds(599))
        #expect(try await keys.key(one.keyIdentifier) == one)
        #expect(await server.requests.count == 1)
        clock.advance(by: .seconds(1))
        #expect(try await keys.key(one.keyIdentifier) == one)
        #expect(await server.requests.count == 2)
        let request = try #require(await server.requests.first)
        #expect(request.origin == "https://keys.example")
        #expect(request.target == "/jwks?v=1")
    }

    @Test func `many that wait share one request`() async throws {
        await server.publish(one)
        await server.hold()
        let keys = keys
        let one = one
        let waiting = (0..<20).map { _ in Task { try await keys.key(one.keyIdentifier) } }
        while clock.reads < 20 { await Task.yield() }
        await server.release()
        for task in waiting { #expect(try await task.value == one) }
        #expect(await server.requests.count == 1)
    }

    // OpenID Connect Core §10.1.1.
    @Test func `a rotation is noticed, and a removed key is no longer believed`() async throws {
        await server.publish(one, maximumAge: 600)
        #expect(try await keys.key(one.keyIdentifier) == one)
        await server.publish(two, one, maximumAge: 600)
        clock.advance(by: .seconds(20))
        #expect(try await keys.key(two.keyIdentifier) == two)
        #expect(try await keys.key(one.keyIdentifier) == one)
        #expect(await server.requests.count == 2)
        await server.publish(two, maximumAge: 600)
        clock.advance(by: .seconds(600))
        #expect(try await keys.key(one.keyIdentifier) == nil)
        #expect(try await keys.key(two.keyIdentifier) == two)
    }

    @Test func `old keys serve while the server is away, but not for ever`() async throws {
        await server.publish(one, maximumAge: 600)
        #expect(try await keys.key(one.keyIdentifier) == one)
        await server.fail()
        clock.advance(by: .seconds(700))
        for _ in 0..<10 { #expect(try await keys.key(one.keyIdentifier) == one) }
        #expect(await server.requests.count == 2)
        clock.advance(by: .hours(7))
        let error = await #expect(throws: KeySourceError.self) { try await keys.key(one.keyIdentifier) }
        #expect(error?.code == .unreachable)
        await server.publish(one)
        clock.advance(by: .seconds(10))
        #expect(try await keys.key(one.keyIdentifier) == one)
    }

    @Test func `a server that fails is not asked again at once`() async throws {
        await server.fail()
        for _ in 0..<10 { await #expect(throws: KeySourceError.self) { try await keys.key("a") } }
        #expect(await server.requests.count == 1)
    }

    @Test(arguments: [(0, 59, 1), (0, 60, 2), (1_000_000_000, 86_399, 1), (1_000_000_000, 86_400, 2)])
    func `what the server says is kept between a minute and a day`(
        _ maximumAge: Int,
        _ seconds: Int64,
        _ requests: Int
    ) async throws {
        await server.publish(one, maximumAge: maximumAge)
        _ = try await keys.key(one.keyIdentifier)
        clock.advance(by: .seconds(seconds))
        _ = try await keys.key(one.keyIdentifier)
        #expect(await server.requests.count == requests)
    }

    @Test func `a clock that is set back does not keep keys for longer`() async throws {
        await server.publish(one)
        _ = try await keys.key(one.keyIdentifier)
        clock.advance(by: .hours(-5))
        _ = try await keys.key(one.keyIdentifier)
        #expect(await server.requests.count == 2)
    }

    @Test(arguments: [
        "", "[]", "{}", "{\"keys\":[]}", "{\"keys\":{}}", "not json", "{\"a\":\"not a certificate\"}",
        "{\"keys\":[{\"kty\":\"oct\",\"k\":\"c2VjcmV0\",\"kid\":\"a\"}]}",
    ])
    func `a document without a usable key is refused`(_ text: String) async throws {
        await server.serve(Array(text.utf8))
        let error = await #expect(throws: KeySourceError.self) { try await keys.key("a") }
        #expect(error?.code == .malformed)
    }

    @Test func `a document that is too large or came with an error is refused`() async throws {
        let document = JSON.serialize(JSONWebKeySet([.init(one)]).json)
        await server.serve(document + [UInt8](repeating: 0x20, count: 262_144))
        await #expect(throws: KeySourceError.self) { try await keys.key(one.keyIdentifier) }
        clock.advance(by: .seconds(10))
        await server.serve(document, status: 404)
        await #expect(throws: KeySourceError.self) { try await keys.key(one.keyIdentifier) }
    }

    @Test func `certificates by name are read too`() async throws {
        let certificate = try Certificate.selfSigned(
            commonName: "issuer",
            key: forge.key,
            from: forge.now,
            until: forge.now + .hours(24)
        )
        await server.serve(JSON.serialize(CertificateSet([.init(certificate, keyIdentifier: "c1")]).json))
        #expect(try await keys.key("c1") == one)
        #expect(try await keys.key("c2") == nil)
    }

    @Test(arguments: [
        "http://keys.example/jwks", "http://localhost.evil.example/", "http://localhost@evil.example/",
        "http://127.0.0.1.evil.example/", "http://127.0.0.1:80@evil.example/", "ftp://keys.example/", "keys.example",
        "",
        "https://", "https:///jwks", "file:///etc/passwd", "https://a b/", "https://keys.example@evil.example/",
        "https://keys.example\\@evil.example/", "http://[::1]evil/",
    ])
    func `a location that cannot be trusted is refused`(_ url: String) {
        #expect(throws: KeySourceError.self) { try KeySet(url: url, transport: server) }
    }

    @Test(arguments: [
        "https://keys.example", "https://keys.example:8443/jwks", "http://localhost:1234/jwks", "http://127.0.0.1/jwks",
        "http://[::1]:1234/jwks",
    ])
    func `HTTPS is accepted, and plain HTTP to this machine`(_ url: String) throws {
        _ = try KeySet(url: url, transport: server)
    }
}
