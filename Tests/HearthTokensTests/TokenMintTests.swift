import HearthCore
import HearthCrypto
import HearthJSON
import HearthTokens
import Testing

@Suite("The mint")
struct TokenMintTests {
    private let forge: Forge

    init() throws {
        forge = try Forge()
    }

    @Test func `a minted token is believed by the verifier`() async throws {
        let mint = TokenMint.rs256(forge.key)
        #expect(mint.keyIdentifier == forge.keyIdentifier)
        #expect(await forge.refusal(of: try mint.mint(forge.claims).reveal()) == nil)
    }

    @Test func `the header is the one that Firebase writes`() throws {
        let token = try UnverifiedToken(TokenMint.rs256(forge.key, keyIdentifier: "k1").mint(forge.claims).reveal())
        #expect(token.unverifiedHeader.names == ["alg", "kid", "typ"])
        #expect(token.unverifiedHeader["kid"] == "k1")
    }

    @Test func `an unsigned token is byte for byte the emulator's`() throws {
        var claims = JSONObject()
        claims["sub"] = "a"
        let token = try TokenMint.unsigned.mint(claims).reveal()
        #expect(token == "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOiJhIn0.")
        #expect(TokenMint.unsigned.keyIdentifier == nil)
    }

    @Test func `a minted token does not print itself`() throws {
        #expect("\(try TokenMint.unsigned.mint(forge.claims))" == "‹secret›")
    }
}
