import HearthCore
import HearthJSON
import HearthTokens
import Testing

@Suite("The verifier of unsigned tokens")
struct EmulatorTokenVerifierTests {
    private let forge: Forge
    private let verifier: EmulatorTokenVerifier

    init() throws {
        let forge = try Forge()
        self.forge = forge
        verifier = EmulatorTokenVerifier(believingUnsignedTokensOf: forge.project, now: { forge.now })
    }

    @Test func `the emulator's token is believed`() throws {
        let token = try verifier.verify(TokenMint.unsigned.mint(forge.claims).reveal())
        #expect(token.uid.rawValue == "ada")
    }

    @Test func `a signed token is not`() throws {
        #expect(throws: TokenRejection.unsupportedAlgorithm) { try verifier.verify(forge.token()) }
        let token = try forge.token(header: { $0["alg"] = "none" })
        #expect(throws: TokenRejection.invalidSignature) { try verifier.verify(token) }
    }

    @Test func `everything else is checked`() throws {
        let attacks: [(String, JSONValue?, TokenRejection)] = [
            ("iss", "https://securetoken.google.com/bank", .wrongIssuer), ("aud", "bank", .wrongAudience),
            ("exp", .integer(forge.now.seconds), .invalidLifetime), ("sub", "", .invalidSubject),
            ("iat", .integer(forge.now.seconds + 1), .notYetValid), ("auth_time", nil, .invalidLifetime),
            ("exp", .integer(forge.now.seconds + 1), .expired),
        ]
        for (name, value, reason) in attacks {
            var claims = forge.claims
            claims[name] = value
            let token = try TokenMint.unsigned.mint(claims).reveal()
            let later = EmulatorTokenVerifier(
                believingUnsignedTokensOf: forge.project,
                now: { [now = forge.now] in reason == .expired ? now + .seconds(1) : now }
            )
            #expect(throws: reason) { try later.verify(token) }
        }
    }
}
