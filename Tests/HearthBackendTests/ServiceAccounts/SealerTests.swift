import HearthCore
import HearthCrypto
import HearthTesting
import Testing

@testable import HearthBackend

@Suite("Sealed secrets")
struct SealerTests {
    private let key = Secret([UInt8](repeating: 1, count: 32))

    @Test func `are opened at their place alone, with their key and for their purpose`() throws {
        let sealer = try Sealer(key, for: "a", random: .system)
        let sealed = try sealer.seal("s3cret", at: "row 1")
        #expect(try sealer.open(sealed, at: "row 1").reveal() == "s3cret")
        #expect(!String(decoding: sealed, as: UTF8.self).contains("s3cret"))
        #expect(throws: CryptoError.self) { try sealer.open(sealed, at: "row 2") }
        #expect(throws: CryptoError.self) { try Sealer(key, for: "b", random: .system).open(sealed, at: "row 1") }
        let other = Secret([UInt8](repeating: 2, count: 32))
        #expect(throws: CryptoError.self) { try Sealer(other, for: "a", random: .system).open(sealed, at: "row 1") }
    }

    @Test func `have a key of 32 bytes`() async throws {
        await #expect(throws: BackendError.self) {
            _ = try await TestBackend { $0.sealingKey = Secret([1, 2, 3]) }
        }
    }
}
