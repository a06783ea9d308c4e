import HearthAuth
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTestSupport
import Testing

@Suite("Requests signed by the device")
struct SignedRequestTests {
    struct Refusing: RequestSigner {
        let publicKey: (x: [UInt8], y: [UInt8]) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))

        func sign(_ message: [UInt8]) async throws(SigningRefusal) -> [UInt8] { throw .failed }
    }

    let fixture = Fixture()
    let server = AuthenticatedTransportTests.Server()
    let request = HTTPRequest(.post, origin: "https://api.shop.example", target: "/notes?draft=1", body: [1])

    private func send(_ signer: any RequestSigner) async throws {
        let transport = fixture.auth.authenticated(server, for: ["api.shop.example"], signedBy: signer)
        _ = try await transport.send(request)
    }

    private func object(_ part: Substring) throws -> JSONObject {
        let bytes = try #require(Base64.decode(part.utf8))
        return try #require(JSON.parse(bytes).object)
    }

    private func proof(_ request: HTTPRequest?) throws -> (header: JSONObject, payload: JSONObject, parts: [Substring])
    {
        let parts = try #require(request?.fields["DPoP"]).split(separator: ".")
        try #require(parts.count == 3)
        return (try object(parts[0]), try object(parts[1]), parts)
    }

    private func coordinate(_ text: String?) throws -> [UInt8] {
        let text = try #require(text)
        return try #require(Base64.decode(text.utf8))
    }

    @Test func `a server finds the key in the proof, and the signature is by that key`() async throws {
        _ = try await fixture.signIn()
        let signer = try SoftwareRequestSigner.make()
        try await send(signer)
        let (header, _, parts) = try proof(server.requests.first)
        #expect(header["typ"] == "dpop+jwt" && header["alg"] == "ES256")
        let jwk = try #require(header["jwk"]?.object)
        let x = try coordinate(jwk["x"]?.string)
        let y = try coordinate(jwk["y"]?.string)
        #expect(x == signer.publicKey.x && y == signer.publicKey.y)
        let signature = try #require(Base64.decode(parts[2].utf8))
        let key = try P256PublicKey(x: x, y: y)
        #expect(key.verifyES256(signature, over: Array(parts.dropLast().joined(separator: ".").utf8)))
        #expect(!key.verifyES256(signature, over: Array("another".utf8)))
    }

    @Test func `a proof is for one request and one token`() async throws {
        let token = try await fixture.signIn().idToken().reveal()
        let signer = try SoftwareRequestSigner.make()
        try await send(signer)
        try await send(signer)
        let first = try proof(server.requests.first).payload
        let second = try proof(server.requests.last).payload
        #expect(first["htm"] == "POST")
        #expect(first["htu"] == "https://api.shop.example/notes")
        #expect(first["ath"]?.string == Base64.encode(Digest.sha256.hash(Array(token.utf8))))
        #expect(first["iat"] == .integer(fixture.clock.clock.now().seconds))
        #expect(first["jti"] != second["jti"])
    }

    @Test func `what cannot be signed is not sent`() async throws {
        _ = try await fixture.signIn()
        let error = await #expect(throws: TransportError.self) { try await send(Refusing()) }
        #expect(error?.kind == .noProof)
        #expect(server.requests.isEmpty)
    }

    @Test func `without a signer there is no proof`() async throws {
        _ = try await fixture.signIn()
        _ = try await fixture.auth.authenticated(server, for: ["api.shop.example"]).send(request)
        #expect(server.requests.first?.fields["DPoP"] == nil)
    }

    @Test func `a key that was kept is the same key`() throws {
        let signer = try SoftwareRequestSigner.make()
        let again = try SoftwareRequestSigner(pem: signer.pem())
        #expect(again.publicKey == signer.publicKey)
        #expect(throws: SigningRefusal.malformed) { try SoftwareRequestSigner(pem: "no key") }
    }
}
