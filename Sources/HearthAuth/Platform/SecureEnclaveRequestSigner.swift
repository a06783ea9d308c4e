#if canImport(CryptoKit)
internal import CryptoKit
internal import Foundation
public import HearthCore
internal import Security

/// A key that was made in the Secure Enclave and never leaves it.
public struct SecureEnclaveRequestSigner: RequestSigner {
    /// The coordinates of the public key, 32 bytes each.
    public let publicKey: (x: [UInt8], y: [UInt8])

    private let key: SecureEnclave.P256.Signing.PrivateKey

    private init(_ key: SecureEnclave.P256.Signing.PrivateKey) {
        let point = key.publicKey.rawRepresentation
        publicKey = (Array(point.prefix(32)), Array(point.suffix(32)))
        self.key = key
    }

    /// Makes a new key, which signs whenever the device has been unlocked once.
    ///
    /// - Returns: A signer; keep its ``handle``, or the server will not know the device again.
    /// - Throws: ``SigningRefusal/unsupported`` where there is no Secure Enclave, for example in a simulator.
    public static func make() throws(SigningRefusal) -> SecureEnclaveRequestSigner {
        guard SecureEnclave.isAvailable,
            let access = SecAccessControlCreateWithFlags(
                nil,
                kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
                .privateKeyUsage,
                nil
            ),
            let key = try? SecureEnclave.P256.Signing.PrivateKey(accessControl: access)
        else { throw SigningRefusal.unsupported }
        return SecureEnclaveRequestSigner(key)
    }

    /// Takes up a key that was kept.
    ///
    /// - Parameter handle: What ``handle`` was.
    /// - Throws: ``SigningRefusal/malformed`` if it is a handle of another device.
    public init(handle: Secret<[UInt8]>) throws(SigningRefusal) {
        guard let key = try? SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: Data(handle.reveal())) else {
            throw SigningRefusal.malformed
        }
        self.init(key)
    }

    /// What finds the key again on this device, and is worth nothing on another; to be kept as a session is.
    public var handle: Secret<[UInt8]> { Secret(Array(key.dataRepresentation)) }

    /// Signs with ECDSA and SHA-256.
    ///
    /// - Parameter message: What to sign.
    /// - Returns: `r` and `s`, 32 bytes each.
    /// - Throws: ``SigningRefusal/failed``, for example because the device was not unlocked since it was started.
    @concurrent
    public func sign(_ message: [UInt8]) async throws(SigningRefusal) -> [UInt8] {
        guard let signature = try? key.signature(for: message) else { throw SigningRefusal.failed }
        return Array(signature.rawRepresentation)
    }
}
#endif
