/// What an authenticator says of a ceremony ([§6.1](https://www.w3.org/TR/webauthn-2/#sctn-authenticator-data)).
struct AuthenticatorData: Sendable {
    /// What the authenticator noticed.
    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8

        /// Someone touched the authenticator.
        static let userPresent = Flags(rawValue: 0x01)
        /// It was the user.
        static let userVerified = Flags(rawValue: 0x04)
        /// The passkey may be copied to other devices.
        static let backupEligible = Flags(rawValue: 0x08)
        /// The passkey was copied.
        static let backedUp = Flags(rawValue: 0x10)
        /// A new passkey is described.
        static let attested = Flags(rawValue: 0x40)
        /// There are extensions.
        static let extended = Flags(rawValue: 0x80)
    }

    /// A new passkey.
    struct AttestedCredential: Sendable {
        let id: [UInt8]
        let key: COSEKey
        /// The key as it came, to be stored.
        let keyBytes: [UInt8]
    }

    /// The longest identifier, in bytes ([§7.1](https://www.w3.org/TR/webauthn-3/#sctn-registering-a-new-credential),
    /// step 25).
    static let maximumIDBytes = 1023

    // The hash, the flags, the counter; then the model's identifier and the length of the passkey's.
    private static let headBytes = 32 + 1 + 4
    private static let credentialHeadBytes = 16 + 2

    /// The data as they came, over which signatures are made.
    let bytes: [UInt8]
    /// SHA-256 of the domain.
    let relyingPartyHash: [UInt8]
    let flags: Flags
    let signCount: UInt32
    /// The new passkey, after a creation.
    let attested: AttestedCredential?

    init(_ bytes: [UInt8]) throws(WebAuthnRejection) {
        guard bytes.count >= Self.headBytes else { throw .malformedAuthenticatorData }
        self.bytes = bytes
        relyingPartyHash = Array(bytes[..<32])
        flags = Flags(rawValue: bytes[32])
        signCount = bytes[33..<Self.headBytes].reduce(0) { $0 << 8 | UInt32($1) }
        guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else { throw .malformedAuthenticatorData }
        var position = Self.headBytes
        attested = flags.contains(.attested) ? try Self.credential(in: bytes, &position) : nil
        if flags.contains(.extended) {
            guard try Self.value(in: bytes, &position).map != nil else { throw .malformedAuthenticatorData }
        }
        guard position == bytes.count else { throw .malformedAuthenticatorData }
    }

    private static func credential(
        in bytes: [UInt8],
        _ position: inout Int
    ) throws(WebAuthnRejection) -> AttestedCredential {
        let idStart = position + credentialHeadBytes
        guard bytes.count >= idStart else { throw .malformedAuthenticatorData }
        let count = Int(bytes[idStart - 2]) << 8 | Int(bytes[idStart - 1])
        guard (1...maximumIDBytes).contains(count), bytes.count - idStart >= count else {
            throw .malformedAuthenticatorData
        }
        position = idStart + count
        let keyStart = position
        let key = try COSEKey(try value(in: bytes, &position))
        return AttestedCredential(
            id: Array(bytes[idStart..<keyStart]),
            key: key,
            keyBytes: Array(bytes[keyStart..<position])
        )
    }

    private static func value(in bytes: [UInt8], _ position: inout Int) throws(WebAuthnRejection) -> CBOR {
        do throws(CBORError) {
            var reader = try CBORReader(bytes, from: position)
            let value = try reader.value()
            position = reader.position
            return value
        } catch {
            throw .malformedAuthenticatorData
        }
    }
}
