import HearthAuth
import HearthCore
import Testing

@Suite("Sealed bytes")
struct SealingTests {
    private static let key = Secret([UInt8](0..<32))
    private static let random = RandomSource { [UInt8]((100..<112).prefix($0)) }
    private let sealing = Sealing(magic: "hearth-session-1\n")

    /// What `AESGCM(key).encrypt(nonce, content, b"hearth-session-1\n")` of Python's `cryptography` gives, behind the nonce.
    @Test(arguments: [
        ("a session", "6465666768696a6b6c6d6e6f293bad030a9a3ff150aea34362b7b42a0daa16856e31cd2ff1"),
        ("", "6465666768696a6b6c6d6e6fca1f23e95f2162b418f1f50790b2e9a6"),
    ])
    func `are AES-GCM behind their mark`(_ content: String, _ sealed: String) throws {
        let bytes = try #require(sealing.seal(Secret(Array(content.utf8)), with: Self.key, Self.random))
        let expected = try #require(Hex.decode(sealed))
        #expect(bytes == Array("hearth-session-1\n".utf8) + expected)
        #expect(sealing.open(bytes, with: Self.key)?.reveal() == Array(content.utf8))
    }

    @Test func `are opened by their key and their mark alone`() throws {
        let bytes = try #require(sealing.seal(Secret([1, 2, 3]), with: Self.key, Self.random))
        #expect(sealing.open(bytes, with: Secret([UInt8](1..<33))) == nil)
        #expect(Sealing(magic: "hearth-session-2\n").open(bytes, with: Self.key) == nil)
        // The mark is authenticated, not only looked at.
        let shorter = Sealing(magic: "hearth")
        #expect(shorter.open(bytes, with: Self.key) == nil)
        let moved = Array("hearth".utf8) + bytes.dropFirst("hearth-session-1\n".utf8.count)
        #expect(shorter.open(moved, with: Self.key) == nil)
        for count in bytes.indices { #expect(sealing.open(Array(bytes.prefix(count)), with: Self.key) == nil) }
        #expect(sealing.open(bytes + [0], with: Self.key) == nil)
    }

    @Test(arguments: [0, 1, 16, 31, 33, 64])
    func `need a key of 32 bytes`(_ count: Int) {
        let key = Secret([UInt8](repeating: 7, count: count))
        #expect(sealing.seal(Secret([1]), with: key, Self.random) == nil)
        #expect(sealing.open(Array("hearth-session-1\n".utf8) + [UInt8](repeating: 0, count: 40), with: key) == nil)
    }
}
