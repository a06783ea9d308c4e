internal import HearthAuth
internal import HearthCore
internal import HearthCrypto
internal import HearthJSON

extension SoftwareAuthenticator {
    /// One answer of an authenticator, with whatever is to be wrong about it.
    struct Ceremony {
        private let behaviour: Behaviour
        private let passkey: SoftwarePasskey
        private let challenge: [UInt8]

        init(_ behaviour: Behaviour, _ passkey: SoftwarePasskey, _ challenge: [UInt8]) {
            self.behaviour = behaviour
            self.passkey = passkey
            self.challenge = challenge
        }

        /// Describes a new passkey ([§7.1](https://www.w3.org/TR/webauthn-2/#sctn-registering-a-new-credential)).
        func registration() throws(CryptoError) -> PasskeyRegistration {
            let clientData = clientData("webauthn.create")
            let length = [UInt8(passkey.id.count >> 8), UInt8(passkey.id.count & 0xFF)]
            let model = [UInt8](repeating: 0, count: 16)
            let data = authenticatorData(
                flags: 0x40,
                attested: model + length + passkey.id + (try passkey.key.publicKey().bytes)
            )
            let attestation = EncodedCBOR.map([
                (.text("fmt"), .text(behaviour.attestation.rawValue)),
                (.text("attStmt"), try statement(over: data + Digest.sha256.hash(clientData))),
                (.text("authData"), .bytes(data)),
            ])
            return PasskeyRegistration(
                credentialID: passkey.id,
                clientDataJSON: clientData,
                attestationObject: attestation.bytes
            )
        }

        /// Signs ([§7.2](https://www.w3.org/TR/webauthn-2/#sctn-verifying-assertion)).
        func assertion() throws(CryptoError) -> PasskeyAssertion {
            let clientData = clientData("webauthn.get")
            let data = authenticatorData(flags: 0, attested: [])
            return PasskeyAssertion(
                credentialID: passkey.id,
                clientDataJSON: clientData,
                authenticatorData: data,
                signature: Secret(try signer().sign(data + Digest.sha256.hash(clientData))),
                userHandle: behaviour.misbehaviour == .wrongUserHandle ? Array("somebody".utf8) : passkey.userID
            )
        }

        private func statement(over message: [UInt8]) throws(CryptoError) -> EncodedCBOR {
            guard behaviour.attestation == .packed else { return .map([]) }
            return .map([
                (.text("alg"), .integer(behaviour.algorithm.rawValue)),
                (.text("sig"), .bytes(try signer().sign(message))),
            ])
        }

        private func signer() throws(CryptoError) -> SoftwarePasskey.Key {
            behaviour.misbehaviour == .foreignKey ? try .generate(behaviour.algorithm) : passkey.key
        }

        private func clientData(_ type: String) -> [UInt8] {
            let stranger = "https://\(passkey.relyingPartyID).example"
            let origin = behaviour.origin ?? "https://\(passkey.relyingPartyID)"
            let challenge = behaviour.misbehaviour == .wrongChallenge ? challenge.reversed() : challenge
            return JSON.serialize([
                "type": .string(type),
                "challenge": .string(Base64.encode(challenge)),
                "origin": .string(behaviour.misbehaviour == .wrongOrigin ? stranger : origin),
                "crossOrigin": false,
            ])
        }

        private func authenticatorData(flags: UInt8, attested: [UInt8]) -> [UInt8] {
            let party = passkey.relyingPartyID + (behaviour.misbehaviour == .wrongRelyingParty ? ".example" : "")
            let presence: UInt8 = behaviour.misbehaviour == .absentUser ? 0 : 0x01
            let verification: UInt8 = behaviour.verifiesUser ? 0x04 : 0
            let count = (0..<4).reversed().map { UInt8(truncatingIfNeeded: passkey.count >> ($0 * 8)) }
            return Digest.sha256.hash(Array(party.utf8)) + [flags | presence | verification] + count + attested
        }
    }
}
