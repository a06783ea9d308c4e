import HearthCore
import HearthTokens
import Testing

@Suite("ProofKey")
struct ProofKeyTests {
    @Test func `hashes as RFC 7636 does in its appendix B`() {
        let octets: [UInt8] = [
            116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191,
            240, 91, 88, 5, 88, 83, 132, 141, 121,
        ]
        let key = ProofKey(random: RandomSource { _ in octets })
        #expect(key.verifier.reveal() == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(key.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }
}
