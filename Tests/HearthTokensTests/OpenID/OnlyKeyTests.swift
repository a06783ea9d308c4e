import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTokens
import Testing

@Suite("Tokens that name no key")
struct OnlyKeyTests {
    private let forge: Forge
    private let server = KeyServer()
    private let verifier: OpenIDTokenVerifier

    init() throws {
        forge = try Forge()
        let now = forge.now
        let keys = try KeySet(url: "https://keys.example/jwks", transport: server, now: { now })
        verifier = OpenIDTokenVerifier(issuers: ["https://sso.example"], audiences: ["app"], keys: keys)
    }

    private func token(_ keyIdentifier: JSONValue? = nil, isForged: Bool = false) throws -> String {
        let signer = isForged ? try Forge.otherKey.get() : forge.key
        var header: JSONObject = ["alg": "RS256"]
        header["kid"] = keyIdentifier
        let claims: JSONValue = [
            "iss": "https://sso.example", "aud": "app", "sub": "ada", "iat": .integer(forge.now.seconds),
            "exp": .integer(forge.now.seconds + 60),
        ]
        let text = Base64.encode(JSON.serialize(.object(header))) + "." + Base64.encode(JSON.serialize(claims))
        return text + "." + Base64.encode(try signer.signRS256(Array(text.utf8)))
    }

    @Test func `are believed if the provider has one key, and it signed them`() async throws {
        await server.publish(forge.key.publicKey)
        #expect(try await verifier.verify(try token(), at: forge.now)["sub"] == "ada")
        let forged = try token(isForged: true)
        await #expect(throws: TokenRejection.invalidSignature) { try await verifier.verify(forged, at: forge.now) }
    }

    @Test func `are not believed if the provider has several keys`() async throws {
        await server.publish(forge.key.publicKey, try Forge.otherKey.get().publicKey)
        let token = try token()
        await #expect(throws: TokenRejection.unknownKey) { try await verifier.verify(token, at: forge.now) }
    }

    @Test(
        arguments: [("", TokenRejection.invalidKeyIdentifier), (7, .invalidKeyIdentifier), ("other", .unknownKey)]
            as [(JSONValue, TokenRejection)]
    )
    func `are none if they name another key, or no key's name`(
        _ identifier: JSONValue,
        _ rejection: TokenRejection
    ) async throws {
        await server.publish(forge.key.publicKey)
        let token = try token(identifier)
        await #expect(throws: rejection) { try await verifier.verify(token, at: forge.now) }
    }
}
