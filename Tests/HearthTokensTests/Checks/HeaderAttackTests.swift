import HearthCore
import HearthCrypto
import HearthJSON
import HearthTokens
import Testing

@Suite("Attacks on the header")
struct HeaderAttackTests {
    private let forge: Forge

    init() throws {
        forge = try Forge()
    }

    @Test func `an honest token is believed`() async throws {
        let token = try await forge.verifier().verify(forge.token())
        #expect(token.uid.rawValue == "ada")
        #expect(token.email == "ada@example.com")
        #expect(token.isEmailVerified)
        #expect(token.signInProvider == "password")
    }

    // RFC 8725 §3.1, ASVS 9.1.2.
    @Test func `a token without a signature is refused`() async throws {
        let unsigned = try TokenMint.unsigned.mint(forge.claims).reveal()
        #expect(await forge.refusal(of: unsigned) == .unsupportedAlgorithm)
        #expect(await forge.refusal(of: forge.token(algorithm: "none") { _ in [] }) == .unsupportedAlgorithm)
        let signed = try forge.token(header: { $0["alg"] = "none" })
        #expect(await forge.refusal(of: signed) == .unsupportedAlgorithm)
    }

    // RFC 8725 §3.1.
    @Test(arguments: ["None", "nOnE", "NONE", "none ", "", "rs256", "RS256 ", "RS384", "RS512", "PS256", "ES256"])
    func `no other spelling or algorithm is accepted`(_ algorithm: String) async throws {
        #expect(await forge.refusal(of: forge.token(algorithm: algorithm) { _ in [] }) == .unsupportedAlgorithm)
        let signed = try forge.token(header: { $0["alg"] = .string(algorithm) })
        #expect(await forge.refusal(of: signed) == .unsupportedAlgorithm)
    }

    // RFC 8725 §3.1.
    @Test(arguments: [nil, 256, ["RS256"], true, .null, ["RS256": "RS256"]] as [JSONValue?])
    func `an algorithm that is not text is refused`(_ algorithm: JSONValue?) async throws {
        #expect(await forge.refusal(of: try forge.token(header: { $0["alg"] = algorithm })) == .unsupportedAlgorithm)
    }

    // RFC 8725 §3.1.
    @Test func `an empty signature and a missing part are refused`() async throws {
        #expect(await forge.refusal(of: forge.token(algorithm: "RS256") { _ in [] }) == .invalidSignature)
        let parts = try forge.token().split(separator: ".")
        for text in ["\(parts[0]).\(parts[1])", "\(parts[0])", "", ".", "..", "...", "\(parts[0])..\(parts[2])"] {
            #expect(await forge.refusal(of: text) == .malformed)
        }
        #expect(await forge.refusal(of: parts.joined(separator: ".") + ".") == .malformed)
        #expect(await forge.refusal(of: "Bearer " + parts.joined(separator: ".")) == .malformed)
    }

    // RFC 8725 §3.1: a key belongs to one algorithm.
    @Test func `the public key is no secret to sign with`() async throws {
        let key = forge.key.publicKey
        let pem = try key.pem()
        let body = pem.split(separator: "\n").dropFirst().dropLast().joined()
        let secrets = [
            Array(pem.utf8), Array(pem.dropLast().utf8), try #require(Base64.decode(body.utf8, .standard)), key.modulus,
            Array(Base64.encode(key.modulus).utf8),
        ]
        for secret in secrets {
            for algorithm in ["HS256", "RS256"] {
                let token = forge.token(algorithm: algorithm) { HMAC(key: Secret(secret)).authenticate($0) }
                let reason: TokenRejection = algorithm == "HS256" ? .unsupportedAlgorithm : .invalidSignature
                #expect(await forge.refusal(of: token) == reason)
            }
        }
    }

    // RFC 8725 §3.1: a key belongs to one algorithm.
    @Test func `another key's signature is refused under a known name`() async throws {
        let other = try Forge.otherKey.get()
        let token = try forge.token(algorithm: "RS256") { try other.signRS256($0) }
        #expect(await forge.refusal(of: token) == .invalidSignature)
    }

    // RFC 7515 §4.1.4.
    @Test func `an unknown key is asked for once, and no other is used instead`() async throws {
        let clock = TestClock()
        let server = KeyServer()
        await server.publish(forge.key.publicKey)
        let keys = try KeySet(url: "https://keys.example/jwks", transport: server, now: clock.read)
        let verifier = TokenVerifier(project: forge.project, keys: keys, now: clock.read)
        #expect(await forge.refusal(of: try forge.token(), by: verifier) == nil)
        clock.advance(by: .seconds(11))
        for number in 0..<20 {
            let token = try forge.token(header: { $0["kid"] = .string("invented-\(number)") })
            #expect(await forge.refusal(of: token, by: verifier) == .unknownKey)
        }
        #expect(await server.requests.count == 2)
        clock.advance(by: .seconds(11))
        let token = try forge.token(header: { $0["kid"] = "invented" })
        #expect(await forge.refusal(of: token, by: verifier) == .unknownKey)
        #expect(await server.requests.count == 3)
    }

    // RFC 8725 §3.10.
    @Test(
        arguments: [
            nil, "", "../../etc/passwd", "' OR '1'='1", "a\0b", "a b", "ключ", "https://evil.example/key", 7, ["a"],
            .string(String(repeating: "a", count: 10_000)), .string(String(repeating: "a", count: 129)),
        ] as [JSONValue?]
    )
    func `a key's name that is not a name is refused before anyone looks for it`(
        _ name: JSONValue?
    ) async throws {
        let server = KeyServer()
        let forge = forge
        let keys = try KeySet(url: "https://keys.example/jwks", transport: server, now: { forge.now })
        let verifier = TokenVerifier(project: forge.project, keys: keys, now: { forge.now })
        let token = try forge.token(header: { $0["kid"] = name })
        #expect(await forge.refusal(of: token, by: verifier) == .invalidKeyIdentifier)
        #expect(await server.requests.isEmpty)
    }

    // RFC 8725 §3.10, ASVS 9.1.3.
    @Test(arguments: ["jku", "x5u", "jwk", "x5c", "crit", "b64"])
    func `a header that brings or names a key is refused without a request`(_ name: String) async throws {
        let other = try Forge.otherKey.get().publicKey
        let set = JSONWebKeySet([.init(other, keyIdentifier: forge.keyIdentifier)])
        let values: [String: JSONValue?] = [
            "jku": "http://169.254.169.254/keys", "x5u": "https://evil.example/cert",
            "jwk": set.json["keys"]?.array?[0],
            "x5c": ["MIIB"], "crit": ["exp"], "b64": false,
        ]
        let server = KeyServer()
        let forge = forge
        let keys = try KeySet(url: "https://keys.example/jwks", transport: server, now: { forge.now })
        let verifier = TokenVerifier(project: forge.project, keys: keys, now: { forge.now })
        let value = try #require(values[name] ?? nil)
        let token = try forge.token(header: { $0[name] = value })
        #expect(await forge.refusal(of: token, by: verifier) == .unsupportedHeader)
        #expect(await server.requests.isEmpty)
    }

    @Test(arguments: ["at+jwt", "jwt", 1, ["JWT"]] as [JSONValue])
    func `another type of token is refused`(_ type: JSONValue) async throws {
        #expect(await forge.refusal(of: try forge.token(header: { $0["typ"] = type })) == .unsupportedHeader)
    }

    @Test func `a header without a type is accepted`() async throws {
        #expect(await forge.refusal(of: try forge.token(header: { $0["typ"] = nil })) == nil)
    }
}
