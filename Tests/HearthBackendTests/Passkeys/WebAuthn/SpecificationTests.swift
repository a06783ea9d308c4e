import HearthCore
import HearthWire
import Testing

@testable import HearthBackend

@Suite("The specification's examples")
struct SpecificationTests {
    private static let registrations = [SpecificationVectors.unattested, SpecificationVectors.selfAttested]

    private func response(
        _ vector: SpecificationVectors.Registration,
        changing change: (inout [UInt8]) -> Void = { _ in }
    ) throws -> RegistrationResponse {
        var attestation = try #require(Hex.decode(vector.attestation))
        let id = try #require(try AttestationObject(attestation).authenticatorData.attested?.id)
        change(&attestation)
        let content = FinishPasskeyEnrollment.AttestationResponse {
            $0.clientDataJSON = Base64.encode(Array(vector.clientData.utf8), .standard)
            $0.attestationObject = Base64.encode(attestation)
        }
        return try RegistrationResponse(id: Base64.encode(id), content)
    }

    @Test(arguments: registrations)
    func `a registration is believed`(_ vector: SpecificationVectors.Registration) throws {
        let verified = try response(vector).verify(for: SpecificationVectors.party)
        #expect(verified.signCount == 0)
        let key = try COSEKey(verified.key)
        #expect(key.algorithm == -7)
    }

    @Test func `an attestation with a certificate is refused, or let pass if one asks for that`() throws {
        let response = try response(SpecificationVectors.certified)
        #expect(throws: WebAuthnRejection.unsupportedAttestation) {
            try response.verify(for: SpecificationVectors.party)
        }
        var party = SpecificationVectors.party
        party.ignoresOtherAttestations = true
        #expect(try response.verify(for: party).id == response.id)
    }

    @Test(
        arguments: [
            // {"x": 0} where there is nothing to say; another algorithm than the key's; a member too many.
            (SpecificationVectors.unattested, "53746d74a0", "53746d74a1617800", .malformedAttestation),
            (SpecificationVectors.selfAttested, "63616c6726", "63616c6725", .invalidAttestation),
            (SpecificationVectors.selfAttested, "a263616c67", "a361780063616c67", .malformedAttestation),
        ] as [(SpecificationVectors.Registration, String, String, WebAuthnRejection)]
    )
    func `a statement says what its format wants`(
        _ vector: SpecificationVectors.Registration,
        _ old: String,
        _ new: String,
        _ rejection: WebAuthnRejection
    ) throws {
        let changed = vector.attestation.replacing(old, with: new)
        let response = try response(vector) { $0 = Hex.decode(changed) ?? [] }
        #expect(throws: rejection) { try response.verify(for: SpecificationVectors.party) }
    }

    @Test func `a self attestation is over every byte`() throws {
        // The last byte of the signature; a flag of backup; the counter's last byte; the model's first byte.
        let data = try #require(Hex.decode(SpecificationVectors.selfAttested.attestation)).count - 164
        for index in [data - 12, data + 32, data + 36, data + 37] {
            let response = try response(SpecificationVectors.selfAttested) {
                $0[index] ^= index == data + 32 ? 0x10 : 1
            }
            #expect(throws: WebAuthnRejection.invalidAttestation) {
                try response.verify(for: SpecificationVectors.party)
            }
        }
    }

    @Test(arguments: SpecificationVectors.assertions)
    func `a signature is believed, and no other byte is`(_ vector: SpecificationVectors.Assertion) throws {
        let passkey = Passkey(id: "p", account: "ada", key: Hex.decode(vector.key), signCount: 0)
        let data = try #require(Hex.decode(vector.authenticatorData))
        let signature = try #require(Hex.decode(vector.signature))
        func answer(_ data: [UInt8], _ signature: [UInt8], _ clientData: String) throws -> AssertionResponse {
            try AssertionResponse(
                FinishPasskeySignIn.AssertionResponse {
                    $0.authenticatorData = Base64.encode(data)
                    $0.clientDataJSON = Base64.encode(Array(clientData.utf8))
                    $0.signature = Secret(Base64.encode(signature))
                    $0.userHandle = Base64.encode(Array("ada".utf8))
                }
            )
        }
        let honest = try answer(data, signature, vector.clientData)
        try honest.check(for: SpecificationVectors.party)
        try honest.verify(by: passkey)
        var counted = data
        counted[36] = 1
        var short = signature
        short.removeLast()
        for forged in [
            try answer(counted, signature, vector.clientData), try answer(data, signature, vector.clientData + " "),
            try answer(data, short, vector.clientData), try answer(data, [], vector.clientData),
            try answer(data, signature + [0], vector.clientData),
        ] {
            #expect(throws: WebAuthnRejection.invalidSignature) { try forged.verify(by: passkey) }
        }
    }
}

extension SpecificationVectors.Registration: CustomTestStringConvertible {
    var testDescription: String { name }
}

extension SpecificationVectors.Assertion: CustomTestStringConvertible {
    var testDescription: String { name }
}
