import HearthCore
import HearthCrypto
import Testing

@Suite("AES-256-GCM")
struct AES256GCMTests {
    private let key = Secret([UInt8](repeating: 0, count: 32))

    @Test func `the published vector is computed`() throws {
        let zeros = RandomSource { count in [UInt8](repeating: 0, count: count) }
        let message = try AES256GCM(key: key).seal([UInt8](repeating: 0, count: 16), random: zeros)
        #expect(Hex.encode(message.dropFirst(12)) == "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919")
    }

    @Test func `what was sealed is opened`() throws {
        let cipher = try AES256GCM(key: key)
        for content in [[], [1], [UInt8](repeating: 7, count: 5000)] {
            let message = try cipher.seal(content, authenticating: [9])
            #expect(message.count == content.count + AES256GCM.overhead)
            #expect(try cipher.open(message, authenticating: [9]) == content)
        }
    }

    @Test func `two messages of one content differ`() throws {
        let cipher = try AES256GCM(key: key)
        #expect(try cipher.seal([1, 2, 3]) != cipher.seal([1, 2, 3]))
    }

    @Test func `any changed byte is noticed`() throws {
        let cipher = try AES256GCM(key: key)
        let message = try cipher.seal([1, 2, 3], authenticating: [9])
        for index in message.indices {
            var changed = message
            changed[index] ^= 1
            let error = #expect(throws: CryptoError.self) { try cipher.open(changed, authenticating: [9]) }
            #expect(error?.code == .notAuthentic)
        }
    }

    @Test func `other associated data, another key and a short message are noticed`() throws {
        let cipher = try AES256GCM(key: key)
        let message = try cipher.seal([1], authenticating: [9])
        let other = try AES256GCM(key: Secret([UInt8](repeating: 1, count: 32)))
        #expect(throws: CryptoError.self) { try cipher.open(message, authenticating: []) }
        #expect(throws: CryptoError.self) { try other.open(message, authenticating: [9]) }
        #expect(throws: CryptoError.self) { try cipher.open(Array(message.prefix(27)), authenticating: [9]) }
    }

    @Test func `a key of another length is refused`() {
        #expect(throws: CryptoError.self) { try AES256GCM(key: Secret([1, 2, 3])) }
    }
}
