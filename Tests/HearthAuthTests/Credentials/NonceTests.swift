import HearthAuth
import HearthCore
import Testing

@Suite("Nonce")
struct NonceTests {
    @Test func `is hashed as providers expect it`() {
        // SHA-256 of "abc", https://csrc.nist.gov/projects/cryptographic-standards-and-guidelines/example-values
        let nonce = Nonce(raw: "abc")
        #expect(nonce.sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(nonce.raw == "abc")
    }

    @Test func `is new each time and never printed`() {
        let nonces = (0..<100).map { _ in Nonce.make() }
        #expect(Set(nonces.map(\.raw)).count == 100)
        #expect(nonces.allSatisfy { $0.raw.count == 32 })
        #expect(!"\(nonces[0])".contains(nonces[0].raw))
        #expect(!String(reflecting: nonces[0]).contains(nonces[0].raw))
    }
}
