import HearthAuth
import HearthCore
import HearthJSON
import Testing

@testable import HearthTesting

@Suite("CBOR of a software authenticator")
struct EncodedCBORTests {
    /// RFC 8949, appendix A.
    @Test(
        arguments: [
            (EncodedCBOR.integer(0), "00"), (.integer(1), "01"), (.integer(10), "0a"), (.integer(23), "17"),
            (.integer(24), "1818"), (.integer(25), "1819"), (.integer(100), "1864"), (.integer(1000), "1903e8"),
            (.integer(1_000_000), "1a000f4240"), (.integer(1_000_000_000_000), "1b000000e8d4a51000"),
            (.integer(-1), "20"),
            (.integer(-10), "29"), (.integer(-100), "3863"), (.integer(-1000), "3903e7"), (.integer(255), "18ff"),
            (.integer(256), "190100"), (.integer(65_535), "19ffff"), (.integer(65_536), "1a00010000"),
            (.integer(4_294_967_295), "1affffffff"), (.integer(4_294_967_296), "1b0000000100000000"),
            (.integer(.max), "1b7fffffffffffffff"), (.integer(.min), "3b7fffffffffffffff"), (.bytes([]), "40"),
            (.bytes([1, 2, 3, 4]), "4401020304"), (.text(""), "60"), (.text("a"), "6161"),
            (.text("IETF"), "6449455446"),
            (.text(#""\"#), "62225c"), (.text("ü"), "62c3bc"), (.text("水"), "63e6b0b4"), (.map([]), "a0"),
            (.map([(.integer(1), .integer(2)), (.integer(3), .integer(4))]), "a201020304"),
            (.map([(.text("a"), .text("A")), (.text("b"), .text("B"))]), "a26161614161626142"),
        ] as [(EncodedCBOR, String)]
    )
    func `is that of the RFC`(_ value: EncodedCBOR, _ hex: String) {
        #expect(Hex.encode(value.bytes) == hex)
    }
}

@Suite("A software authenticator")
struct SoftwareAuthenticatorTests {
    // `printf example.com | openssl dgst -sha256`
    private static let party = "a379a6f6eeafb9a55e378c118034e2751e682fab9f2d30ab13d2125586ce1947"

    private static func creation(_ challenge: [UInt8] = [1, 2, 3]) -> PasskeyCreationOptions {
        PasskeyCreationOptions(
            relyingPartyID: "example.com",
            relyingPartyName: "Example",
            userID: Array("user-1".utf8),
            userName: "eve",
            userDisplayName: "Eve",
            challenge: challenge
        )
    }

    private static func request(_ challenge: [UInt8] = [4, 5, 6]) -> PasskeyRequestOptions {
        PasskeyRequestOptions(relyingPartyID: "example.com", challenge: challenge)
    }

    private func failure<Value>(_ work: () async throws(AuthError) -> Value) async -> AuthError.Code? {
        do throws(AuthError) {
            _ = try await work()
            return nil
        } catch {
            return error.code
        }
    }

    /// WebAuthn, section 6.1: a hash of the party, flags, a counter of four bytes.
    @Test(arguments: [true, false])
    func `says which party asks, what was seen and how often it has signed`(_ verifiesUser: Bool) async throws {
        var behaviour = SoftwareAuthenticator.Behaviour()
        behaviour.verifiesUser = verifiesUser
        let authenticator = SoftwareAuthenticator(behaviour)
        _ = try await authenticator.register(Self.creation())
        for count in 1...3 {
            let assertion = try await authenticator.authenticate(Self.request())
            let data = assertion.authenticatorData
            #expect(data.count == 37 && Hex.encode(data.prefix(32)) == Self.party)
            #expect(data[32] == (verifiesUser ? 0x05 : 0x01))
            #expect(Array(data.suffix(4)) == [0, 0, 0, UInt8(count)])
            #expect(assertion.userHandle == Array("user-1".utf8))
            #expect(assertion.credentialID == authenticator.credentialIDs.first)
        }
    }

    /// WebAuthn, section 5.8.1: the challenge is repeated as Base64 of URLs.
    @Test func `repeats the challenge and names the page`() async throws {
        let authenticator = SoftwareAuthenticator()
        let registration = try await authenticator.register(Self.creation([0xFB, 0xFF]))
        let made = try JSON.parse(registration.clientDataJSON)
        #expect(made["type"] == "webauthn.create" && made["challenge"] == "-_8")
        #expect(made["origin"] == "https://example.com" && made["crossOrigin"] == false)
        let assertion = try await authenticator.authenticate(Self.request([0]))
        let shown = try JSON.parse(assertion.clientDataJSON)
        #expect(shown["type"] == "webauthn.get" && shown["challenge"] == "AA")
        authenticator.behaviour.origin = "http://localhost:3000"
        let local = try JSON.parse(try await authenticator.authenticate(Self.request()).clientDataJSON)
        #expect(local["origin"] == "http://localhost:3000")
    }

    @Test(arguments: SoftwareAuthenticator.Attestation.allCases, SoftwareAuthenticator.Algorithm.allCases)
    func `attests as it is told`(
        _ attestation: SoftwareAuthenticator.Attestation,
        _ algorithm: SoftwareAuthenticator.Algorithm
    ) async throws {
        var behaviour = SoftwareAuthenticator.Behaviour()
        behaviour.attestation = attestation
        behaviour.algorithm = algorithm
        let authenticator = SoftwareAuthenticator(behaviour)
        var options = Self.creation()
        options.algorithms = [algorithm.rawValue]
        let bytes = try await authenticator.register(options).attestationObject
        // {"fmt": …, "attStmt": {…}, "authData": …}, with the statement's members or without any.
        let start = EncodedCBOR.text("fmt").bytes + EncodedCBOR.text(attestation.rawValue).bytes
        #expect(bytes.starts(with: [0xA3] + start + EncodedCBOR.text("attStmt").bytes))
        let statement = bytes.dropFirst(1 + start.count + EncodedCBOR.text("attStmt").bytes.count)
        #expect(statement.first == (attestation == .none ? 0xA0 : 0xA2))
        #expect(Hex.encode(bytes).contains(Self.party))
    }

    @Test func `knows its passkeys by their party, and refuses what it has`() async throws {
        let authenticator = SoftwareAuthenticator()
        #expect(
            await failure { () throws(AuthError) in try await authenticator.authenticate(Self.request()) }
                == .passkeyNotFound
        )
        _ = try await authenticator.register(Self.creation())
        let first = try #require(authenticator.credentialIDs.first)
        var excluding = Self.creation()
        excluding.excludedCredentialIDs = [first]
        let again = await failure { () throws(AuthError) in try await authenticator.register(excluding) }
        #expect(again == .credentialAlreadyInUse && authenticator.credentialIDs.count == 1)
        _ = try await authenticator.register(Self.creation())
        #expect(try await authenticator.authenticate(Self.request()).credentialID == authenticator.credentialIDs.last)
        var allowing = Self.request()
        allowing.allowedCredentialIDs = [first]
        #expect(try await authenticator.authenticate(allowing).credentialID == first)
        allowing.allowedCredentialIDs = [[9]]
        let unknown = await failure { () throws(AuthError) in try await authenticator.authenticate(allowing) }
        #expect(unknown == .passkeyNotFound)
        let elsewhere = PasskeyRequestOptions(relyingPartyID: "other.example", challenge: [1])
        let foreign = await failure { () throws(AuthError) in try await authenticator.authenticate(elsewhere) }
        #expect(foreign == .passkeyNotFound)
    }

    @Test func `declines, and refuses algorithms that it lacks`() async {
        var behaviour = SoftwareAuthenticator.Behaviour()
        behaviour.declines = true
        let authenticator = SoftwareAuthenticator(behaviour)
        #expect(
            await failure { () throws(AuthError) in try await authenticator.register(Self.creation()) } == .cancelled
        )
        #expect(
            await failure { () throws(AuthError) in try await authenticator.authenticate(Self.request()) } == .cancelled
        )
        authenticator.behaviour.declines = false
        var options = Self.creation()
        options.algorithms = [-8]
        #expect(await failure { () throws(AuthError) in try await authenticator.register(options) } == .invalidRequest)
        #expect(authenticator.credentialIDs.isEmpty)
    }

    @Test func `misbehaves as it is told`() async throws {
        let authenticator = SoftwareAuthenticator()
        _ = try await authenticator.register(Self.creation())
        let honest = try await authenticator.authenticate(Self.request())
        func assertion(_ misbehaviour: SoftwareAuthenticator.Misbehaviour) async throws -> PasskeyAssertion {
            authenticator.behaviour.misbehaviour = misbehaviour
            return try await authenticator.authenticate(Self.request())
        }
        let stale = try await assertion(.staleCounter)
        #expect(stale.authenticatorData.suffix(4) == honest.authenticatorData.suffix(4))
        #expect(try await assertion(.absentUser).authenticatorData[32] & 1 == 0)
        #expect(Hex.encode(try await assertion(.wrongRelyingParty).authenticatorData.prefix(32)) != Self.party)
        #expect(try await assertion(.wrongUserHandle).userHandle != honest.userHandle)
        let origin = try JSON.parse(try await assertion(.wrongOrigin).clientDataJSON)["origin"]
        #expect(origin != "https://example.com")
        let challenge = try JSON.parse(try await assertion(.wrongChallenge).clientDataJSON)["challenge"]
        // 06 05 04 in place of 04 05 06
        #expect(challenge == "BgUE")
        let last = try await assertion(.foreignKey)
        let replayed = try await assertion(.replay)
        #expect(replayed.signature.reveal() == last.signature.reveal())
        #expect(replayed.authenticatorData == last.authenticatorData)
    }
}
