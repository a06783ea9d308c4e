public import HearthCore
internal import HearthCrypto
internal import HearthJSON
internal import HearthTokens

/// The key of a service account, in whose name a server vouches for users.
public struct ServiceAccountKey: Sendable {
    /// The account's e-mail address.
    public let email: String

    let mint: TokenMint

    /// Takes a key.
    ///
    /// - Parameters:
    ///   - email: The account's e-mail address.
    ///   - privateKey: An RSA key of at least 2048 bits, unencrypted, in PEM.
    ///   - keyIdentifier: The key's name. Defaults to its thumbprint.
    /// - Throws: ``AdminError`` with code ``AdminError/Code/noSigningKey``.
    public init(email: String, privateKey: Secret<String>, keyIdentifier: String? = nil) throws(AdminError) {
        self.email = email
        do throws(CryptoError) {
            mint = .rs256(try RSAPrivateKey(pem: privateKey), keyIdentifier: keyIdentifier)
        } catch {
            throw AdminError(.noSigningKey, "the key cannot be used: \(error.reason)")
        }
    }

    /// Reads the file that Google's console hands out for a service account.
    ///
    /// - Parameter file: The content of the file, JSON.
    /// - Throws: ``AdminError`` with code ``AdminError/Code/noSigningKey``.
    public init(file: Secret<[UInt8]>) throws(AdminError) {
        guard let document = try? JSON.parse(file.reveal()), let email = document["client_email"]?.string,
            let pem = document["private_key"]?.string
        else { throw AdminError(.noSigningKey, "not the file of a service account") }
        try self.init(email: email, privateKey: Secret(pem), keyIdentifier: document["private_key_id"]?.string)
    }
}
