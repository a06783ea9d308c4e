public import HearthCore
internal import HearthCrypto
internal import HearthHTTP
internal import HearthJSON
internal import HearthTokens

/// The key of a service account: it signs custom tokens, and is traded for access to the administration of users.
public struct ServiceAccountKey: Sendable {
    /// The account's e-mail address.
    public let email: String
    /// The project that the account belongs to, if the key's file says so.
    public let project: ProjectID?

    let mint: TokenMint
    /// Where the key is traded for an access token; `nil` for the standard address of the server that is spoken to.
    let tokenEndpoint: SecureLocation?

    /// Takes a key.
    ///
    /// - Parameters:
    ///   - email: The account's e-mail address.
    ///   - privateKey: An RSA key of at least 2048 bits, unencrypted, in PEM.
    ///   - keyIdentifier: The key's name. Defaults to its thumbprint.
    /// - Throws: ``AdminError`` with code ``AdminError/Code/noSigningKey``.
    public init(email: String, privateKey: Secret<String>, keyIdentifier: String? = nil) throws(AdminError) {
        try self.init(email, privateKey, keyIdentifier, project: nil, tokenEndpoint: nil)
    }

    private init(
        _ email: String,
        _ privateKey: Secret<String>,
        _ keyIdentifier: String?,
        project: ProjectID?,
        tokenEndpoint: SecureLocation?
    ) throws(AdminError) {
        self.email = email
        self.project = project
        self.tokenEndpoint = tokenEndpoint
        do throws(CryptoError) {
            mint = .rs256(try RSAPrivateKey(pem: privateKey), keyIdentifier: keyIdentifier)
        } catch {
            throw AdminError(.noSigningKey, "the key cannot be used: \(error.reason)")
        }
    }

    /// Reads the key file of a service account, as Google's console and `hearth` make it.
    ///
    /// - Parameter file: The content of the file, JSON.
    /// - Throws: ``AdminError`` with code ``AdminError/Code/noSigningKey``, or ``AdminError/Code/insecureOrigin`` if the
    ///   file's `token_uri` is neither HTTPS nor this machine.
    public init(file: Secret<[UInt8]>) throws(AdminError) {
        guard let document = try? JSON.parse(file.reveal()), let email = document["client_email"]?.string,
            let pem = document["private_key"]?.string
        else { throw AdminError(.noSigningKey, "not the file of a service account") }
        var tokenEndpoint: SecureLocation?
        if let address = document["token_uri"]?.string {
            guard let location = SecureLocation(address) else {
                throw AdminError(.insecureOrigin, "the file's token_uri is neither HTTPS nor this machine")
            }
            tokenEndpoint = location
        }
        try self.init(
            email,
            Secret(pem),
            document["private_key_id"]?.string,
            project: document["project_id"]?.string.flatMap(ProjectID.init(rawValue:)),
            tokenEndpoint: tokenEndpoint
        )
    }
}
