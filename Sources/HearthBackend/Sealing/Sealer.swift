internal import HearthCore
internal import HearthCrypto

/// Hides secrets that the storage keeps and the server must read again.
///
/// A copy of the database without the sealing key shows none of them. Each is bound to its place: moved to another row,
/// it cannot be opened.
struct Sealer: Sendable {
    private let cipher: AES256GCM
    private let random: RandomSource

    /// Takes the server's key; each purpose gets a key of its own from it.
    init(_ key: Secret<[UInt8]>, for purpose: String, random: RandomSource) throws(CryptoError) {
        let derived = HMAC(key: key).authenticate(Array(purpose.utf8))
        cipher = try AES256GCM(key: Secret(derived))
        self.random = random
    }

    func seal(_ secret: Secret<String>, at place: String) throws(CryptoError) -> [UInt8] {
        try cipher.seal(Array(secret.reveal().utf8), authenticating: Array(place.utf8), random: random)
    }

    /// - Throws: `CryptoError` `notAuthentic` if the secret was sealed with another key or for another place.
    func open(_ sealed: [UInt8], at place: String) throws(CryptoError) -> Secret<String> {
        let bytes = try cipher.open(sealed, authenticating: Array(place.utf8))
        return Secret(String(decoding: bytes, as: UTF8.self))
    }
}

/// The sealers of one server, each with a key of its own.
struct Sealing: Sendable {
    let secrets: Sealer
    let accessTokens: Sealer

    init(_ configuration: BackendConfiguration, random: RandomSource) throws(BackendError) {
        try self.init(key: configuration.loadSealingKey(random: random), random: random)
    }

    init(key: Secret<[UInt8]>, random: RandomSource) throws(BackendError) {
        do throws(CryptoError) {
            secrets = try Sealer(key, for: "secrets at rest", random: random)
            accessTokens = try Sealer(key, for: "access tokens", random: random)
        } catch {
            throw BackendError(.configuration, "the sealing key cannot be used: \(error.reason)")
        }
    }
}

extension BackendConfiguration {
    /// How many bytes a sealing key has.
    static let sealingKeyBytes = 32

    /// The key that seals: the configured one, the one beside the database, or one that ends with the memory it guards.
    fileprivate func loadSealingKey(random: RandomSource) throws(BackendError) -> Secret<[UInt8]> {
        if let sealingKey { return sealingKey }
        guard case .sqlite(let path) = storage else { return Secret(random.bytes(Self.sealingKeyBytes)) }
        do throws(KeyFile.Failure) {
            return try KeyFile.load(path + ".key", random: random)
        } catch {
            throw BackendError(.storage, error.reason)
        }
    }
}
