import HearthCore
import Testing

@testable import HearthBackend

@Suite("What authenticators say")
struct AuthenticatorDataTests {
    private let attestation: [UInt8]
    private let data: [UInt8]

    init() throws {
        attestation = try #require(Hex.decode(SpecificationVectors.selfAttested.attestation))
        data = try AttestationObject(attestation).authenticatorData.bytes
    }

    @Test func `its parts are told apart`() throws {
        let read = try AuthenticatorData(data)
        #expect(read.flags == [.userPresent, .userVerified, .backupEligible, .backedUp, .attested])
        #expect(read.signCount == 0)
        #expect(read.attested?.id.count == 32)
        #expect(read.attested?.keyBytes == Array(data.suffix(77)))
    }

    @Test func `no part of it can be missing`() {
        for count in 0..<data.count {
            #expect(throws: WebAuthnRejection.malformedAuthenticatorData) {
                try AuthenticatorData(Array(data.prefix(count)))
            }
        }
        for count in 0..<attestation.count {
            #expect(throws: WebAuthnRejection.malformedAttestation) {
                try AttestationObject(Array(attestation.prefix(count)))
            }
        }
    }

    @Test func `nothing may follow`() {
        #expect(throws: WebAuthnRejection.malformedAuthenticatorData) { try AuthenticatorData(data + [0]) }
        #expect(throws: WebAuthnRejection.malformedAttestation) { try AttestationObject(attestation + [0]) }
    }

    @Test func `extensions must be a map, and end it`() throws {
        var extended = data
        extended[32] |= AuthenticatorData.Flags.extended.rawValue
        #expect(throws: WebAuthnRejection.malformedAuthenticatorData) { try AuthenticatorData(extended) }
        #expect(throws: WebAuthnRejection.malformedAuthenticatorData) { try AuthenticatorData(extended + [0x80]) }
        // {"credProtect": 2}
        let map: [UInt8] = [0xA1, 0x6B] + Array("credProtect".utf8) + [2]
        #expect(try AuthenticatorData(extended + map).attested?.id.count == 32)
        #expect(throws: WebAuthnRejection.malformedAuthenticatorData) { try AuthenticatorData(extended + map + [0]) }
    }

    @Test func `a passkey that was copied must be one that can be`() {
        var contradiction = data
        contradiction[32] &= ~AuthenticatorData.Flags.backupEligible.rawValue
        #expect(throws: WebAuthnRejection.malformedAuthenticatorData) { try AuthenticatorData(contradiction) }
    }

    @Test(arguments: [(0, false), (1, true), (1023, true), (1024, false)])
    func `an identifier has 1 to 1023 bytes`(_ count: Int, _ isRead: Bool) throws {
        let key = Array(data.suffix(77))
        let id = [UInt8](repeating: 7, count: count)
        let bytes = Array(data[..<53]) + [UInt8(count >> 8), UInt8(count & 0xFF)] + id + key
        #expect((try? AuthenticatorData(bytes))?.attested?.id == (isRead ? id : nil))
    }
}
