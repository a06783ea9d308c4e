import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTokens
import Testing

@Suite("The verifier")
struct TokenVerifierTests {
    private let forge: Forge

    init() throws {
        forge = try Forge()
    }

    @Test func `a verified token tells what it proves`() async throws {
        let token = try await forge.verifier(tenants: .any).verify(
            forge.token(claims: {
                $0["name"] = "Ada"
                $0["picture"] = "https://example.com/ada.png"
                $0["phone_number"] = "+15555550100"
                $0["role"] = "owner"
                $0["firebase"] = [
                    "sign_in_provider": "google.com", "sign_in_second_factor": "totp",
                    "second_factor_identifier": "f1", "tenant": "branch",
                ]
            })
        )
        #expect(token.name == "Ada")
        #expect(token.picture == "https://example.com/ada.png")
        #expect(token.phoneNumber == "+15555550100")
        #expect(token.signInProvider == "google.com")
        #expect(token.secondFactor?.provider == "totp")
        #expect(token.secondFactor?.identifier == "f1")
        #expect(token.tenant?.rawValue == "branch")
        #expect(token.project == forge.project)
        #expect(token.issuedAt == forge.now)
        #expect(token.expiresAt == forge.now + .hours(1))
        #expect(token.authenticatedAt == forge.now - .seconds(60))
        #expect(token.claims["role"] == "owner")
    }

    @Test func `the claims are read as a type of the application`() async throws {
        struct Claims: Decodable {
            var role: String
        }
        let token = try await forge.verifier().verify(forge.token(claims: { $0["role"] = "owner" }))
        #expect(try token.claims(as: Claims.self).role == "owner")
        let other = try await forge.verifier().verify(forge.token())
        #expect(throws: JSONError.self) { try other.claims(as: Claims.self) }
    }

    @Test func `what is absent is absent, not empty`() async throws {
        let token = try await forge.verifier().verify(
            forge.token(claims: {
                for name in ["email", "email_verified", "firebase"] { $0[name] = nil }
            })
        )
        #expect(token.email == nil)
        #expect(!token.isEmailVerified)
        #expect(token.signInProvider == nil)
        #expect(token.secondFactor == nil)
        #expect(token.tenant == nil)
    }

    @Test func `a backend verifies with the keys that it has`() throws {
        let text = try forge.token()
        let verifier = forge.verifier()
        let token = try verifier.verify(text, at: forge.now) { name in
            name == forge.keyIdentifier ? forge.key.publicKey : nil
        }
        #expect(token.uid.rawValue == "ada")
        #expect(throws: TokenRejection.unknownKey) { try verifier.verify(text, at: forge.now) { _ in nil } }
        let later = forge.now + .hours(2)
        #expect(throws: TokenRejection.expired) {
            try verifier.verify(text, at: later) { _ in forge.key.publicKey }
        }
    }

    @Test func `keys that cannot be had are no fault of the token`() async throws {
        let server = KeyServer()
        await server.fail()
        let verifier = try TokenVerifier.hearth(
            origin: "http://127.0.0.1:9",
            project: forge.project,
            transport: server,
            now: { [now = forge.now] in now }
        )
        let refusal = await forge.refusal(of: try forge.token(), by: verifier)
        #expect(refusal == .keysUnavailable)
        #expect(refusal?.status == 503)
    }

    @Test func `a backend of one's own that starts anew with other keys is believed a second later`() async throws {
        let clock = TestClock()
        let server = KeyServer()
        await server.publish(try Forge.otherKey.get().publicKey)
        let verifier = try TokenVerifier.hearth(
            origin: "http://localhost:1/",
            project: forge.project,
            transport: server,
            now: clock.read
        )
        #expect(await forge.refusal(of: try forge.token(), by: verifier) == .unknownKey)
        await server.publish(forge.key.publicKey)
        clock.advance(by: .seconds(1))
        #expect(await forge.refusal(of: try forge.token(), by: verifier) == nil)
        let request = try #require(await server.requests.last)
        #expect(request.origin == "http://localhost:1")
        #expect(
            request.target
                == "/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"
        )
    }

    @Test func `every refusal explains itself without the token`() {
        let texts = Set(TokenRejection.allCases.map(\.description))
        #expect(texts.count == TokenRejection.allCases.count)
        for rejection in TokenRejection.allCases {
            #expect(rejection.challenge.hasPrefix("Bearer error=\"invalid_token\", error_description=\""))
            #expect(!rejection.description.contains("\""))
            #expect(rejection.status == (rejection == .keysUnavailable ? 503 : 401))
        }
    }

    @Test func `a client reads its own token without believing it`() throws {
        let token = try UnverifiedToken(TokenMint.unsigned.mint(forge.claims).reveal())
        #expect(token.unverifiedExpiresAt == forge.now + .hours(1))
        #expect(token.unverifiedIssuedAt == forge.now)
        #expect(token.unverifiedClaims["email"] == "ada@example.com")
        #expect(token.unverifiedHeader["alg"] == "none")
    }
}
