internal import HearthCore
internal import HearthCrypto
internal import HearthTokens
internal import HearthServerCrypto
internal import HearthWire

/// The keys that sign for one purpose: made once, kept in the database, loaded on first use.
///
/// Making an RSA key takes a tenth of a second; the first request that needs one waits for it, the others do not.
actor SigningKeys {
    /// A key that is ready to sign and to be published.
    struct Key: Sendable {
        let id: String
        let privateKey: RSAPrivateKey
        let publicKey: RSAPublicKey
        let mint: TokenMint
        let certificate: String
        /// When the certificate ends.
        let expiresAt: UnixTime
    }

    /// How long a certificate is valid: 10 years.
    private static let lifetime: Duration = .hours(24 * 3650)

    private let kind: SigningPurpose
    private let store: Store
    private let environment: BackendEnvironment
    private let pool: WorkerPool
    private let initialKey: Secret<String>?
    private var loading: Task<Result<[Key], APIError>, Never>?
    private nonisolated let loaded = Locked<[Key]>([])

    init(
        for kind: SigningPurpose,
        store: Store,
        environment: BackendEnvironment,
        pool: WorkerPool,
        initialKey: Secret<String>? = nil
    ) {
        self.kind = kind
        self.initialKey = initialKey
        self.store = store
        self.environment = environment
        self.pool = pool
    }

    /// The keys without waiting, newest first; empty until they were loaded.
    nonisolated var current: [Key] { loaded.withLock { $0 } }

    /// The keys, newest first, made if there is none.
    nonisolated func all() async throws(APIError) -> [Key] {
        let keys = current
        if !keys.isEmpty { return keys }
        return try await load().get()
    }

    private func load() async -> Result<[Key], APIError> {
        if let loading { return await loading.value }
        let task = Task { await self.loadOrMake() }
        loading = task
        let result = await task.value
        loading = nil
        if case .success(let keys) = result { loaded.withLock { $0 = keys } }
        return result
    }

    private func loadOrMake() async -> Result<[Key], APIError> {
        do {
            let stored = try await store.read { db in try store.signingKeys.all(for: kind, db) }
            if !stored.isEmpty { return .success(try stored.map(Self.open)) }
            return .success([try await make()])
        } catch let error as APIError {
            return .failure(error)
        } catch {
            environment.log.error("no signing key can be used: \(error)")
            return .failure(.internalError)
        }
    }

    private func make() async throws -> Key {
        let now = environment.now()
        let key: RSAPrivateKey
        if let initialKey {
            key = try RSAPrivateKey(pem: initialKey)
        } else {
            key = try await pool.run { () throws(CryptoError) -> RSAPrivateKey in try RSAPrivateKey.generate() }
        }
        let certificate = try Certificate.selfSigned(
            commonName: Self.commonName(of: kind),
            key: key,
            from: now - .hours(1),
            until: now + Self.lifetime
        )
        let stored = StoredSigningKey(
            id: key.publicKey.keyIdentifier,
            privateKey: try key.pem(),
            certificate: certificate.pem,
            createdAt: now
        )
        // Another process may have been first: the key in the table wins.
        let winner = try await store.write { [store, kind] db in
            if let first = try store.signingKeys.all(for: kind, db).first { return first }
            try store.signingKeys.insert(stored, for: kind, db)
            return stored
        }
        return try Self.open(winner)
    }

    private static func commonName(of kind: SigningPurpose) -> String {
        switch kind {
        case .idToken: "securetoken.system.gserviceaccount.com"
        case .sessionCookie: "session.firebase.google.com"
        case .samlRequest: "saml.hearth"
        }
    }

    private static func open(_ stored: StoredSigningKey) throws -> Key {
        let privateKey = try RSAPrivateKey(pem: stored.privateKey)
        return Key(
            id: stored.id,
            privateKey: privateKey,
            publicKey: privateKey.publicKey,
            mint: .rs256(privateKey, keyIdentifier: stored.id),
            certificate: stored.certificate,
            expiresAt: stored.createdAt + Self.lifetime
        )
    }
}
