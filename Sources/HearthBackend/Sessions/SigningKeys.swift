internal import HearthCore
internal import HearthCrypto
internal import HearthTokens
internal import HearthServerCrypto
internal import HearthWire

/// The keys that sign for one purpose: kept in the database, loaded on first use and looked for again every few seconds,
/// because another server of the store may have made or withdrawn one.
///
/// Making an RSA key takes a tenth of a second; the first request that needs one waits for it, the others do not.
/// ``KeySchedule`` says which of them signs.
actor SigningKeys {
    /// A key that is ready to sign and to be published.
    final class Key: Sendable {
        let id: String
        let privateKey: RSAPrivateKey
        let publicKey: RSAPublicKey
        let mint: TokenMint
        let certificate: String
        let beginning: KeySchedule.Beginning

        fileprivate init(_ stored: StoredSigningKey) throws {
            id = stored.id
            privateKey = try RSAPrivateKey(pem: stored.privateKey)
            publicKey = privateKey.publicKey
            mint = .rs256(privateKey, keyIdentifier: stored.id)
            certificate = stored.certificate
            beginning = stored.beginning
        }

        /// When the certificate ends.
        var expiresAt: UnixTime { beginning.createdAt + SigningKeys.lifetime }
    }

    /// The keys as they were read.
    private struct Held: Sendable {
        var keys: [Key] = []
        var readAt = UnixTime(seconds: 0)
        /// What they were for when someone last asked.
        var standing: Standing?

        /// What they are for at a moment; `nil` if they have to be read first.
        mutating func standing(at now: UnixTime) -> Standing? {
            guard !keys.isEmpty, now < readAt + KeySchedule.reload else { return nil }
            if let standing, standing.span.contains(now) { return standing }
            let standing = Standing(keys, at: now)
            self.standing = standing
            return standing
        }
    }

    /// What keys are for, and while that holds: every token asks.
    private struct Standing: Sendable {
        /// Those whose signatures count or will count, newest first.
        let accepted: [Key]
        let signer: Key?
        let span: Range<UnixTime>

        init(_ keys: [Key], at now: UnixTime) {
            let beginnings = keys.map(\.beginning)
            let states = KeySchedule.states(of: beginnings, at: now)
            accepted = zip(keys, states).filter { $1 != .isOver }.map { key, _ in key }
            signer = zip(keys, states).first { $1 == .signs }?.0
            span = now..<max(now, KeySchedule.nextChange(of: states) ?? now + KeySchedule.reload)
        }
    }

    /// How long a certificate is valid: 10 years.
    private static let lifetime: Duration = .hours(24 * 3650)

    private let kind: SigningPurpose
    private let store: Store
    private let environment: BackendEnvironment
    private let pool: WorkerPool
    private let initialKey: Secret<String>?
    private var loading: Task<Result<[Key], APIError>, Never>?
    /// One more with each withdrawal: keys that were read before it are not kept.
    private var withdrawals = 0
    private nonisolated let held = Locked(Held())

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

    /// The keys whose signatures count or will count, newest first; one is made if there is none.
    nonisolated func all() async throws(APIError) -> [Key] {
        try await standing().accepted
    }

    /// The key that signs.
    nonisolated func signer() async throws(APIError) -> Key {
        guard let signer = try await standing().signer else { throw .internalError }
        return signer
    }

    private nonisolated func standing() async throws(APIError) -> Standing {
        let now = environment.now()
        if let standing = held.withLock({ $0.standing(at: now) }) { return standing }
        return Standing(try await load().get(), at: now)
    }

    /// Makes the key that signs next, unless one waits already.
    ///
    /// - Returns: The key that waits.
    func rotate() async throws -> StoredSigningKey {
        _ = try await all()
        if let waiting = try await store.read({ [store, kind, environment] db in
            Self.waiting(try store.signingKeys.all(for: kind, db), at: environment.now())
        }) {
            return waiting
        }
        let draft = try await generate()
        let next = try await store.write { [store, kind, environment] db in
            let (stored, now) = (try store.signingKeys.all(for: kind, db), environment.now())
            // Another call may have been first.
            if let waiting = Self.waiting(stored, at: now) { return waiting }
            for (key, state) in zip(stored, KeySchedule.states(of: stored.map(\.beginning), at: now))
            where state == .isOver { try store.signingKeys.delete(key.id, db) }
            let next = draft.newest(beside: stored)
            try store.signingKeys.insert(next, for: kind, db)
            return next
        }
        held.withLock { $0.readAt = UnixTime(seconds: 0) }
        return next
    }

    /// Takes a key out of use at once: it is published no more, and nothing counts that it signed.
    ///
    /// In place of the key that signs comes a new one, which signs at once. A key that waited goes with it: it has lain
    /// where the other one leaked, and has signed nothing yet. This server forgets the key before the call returns, the
    /// others of the store within ``KeySchedule/reload``.
    ///
    /// - Returns: Whether there was such a key.
    func withdraw(_ id: String) async throws -> Bool {
        let draft = try await generate()
        // What is committed although the call fails, when it is cancelled for example, is read at the next look.
        defer { held.withLock { $0.readAt = UnixTime(seconds: 0) } }
        let isWithdrawn = try await store.write { [store, kind, environment] db in
            let stored = try store.signingKeys.all(for: kind, db)
            guard let place = stored.firstIndex(where: { $0.id == id }) else { return false }
            let states = KeySchedule.states(of: stored.map(\.beginning), at: environment.now())
            guard states[place] == .signs else {
                try store.signingKeys.delete(id, db)
                return true
            }
            for key in stored[...place] { try store.signingKeys.delete(key.id, db) }
            var next = draft.newest(beside: stored)
            next.signsAtOnce = true
            try store.signingKeys.insert(next, for: kind, db)
            return true
        }
        guard isWithdrawn else { return false }
        withdrawals += 1
        loading = nil
        held.withLock { $0 = Held() }
        return true
    }

    /// The newest of stored keys, if it does not sign yet.
    private static func waiting(_ stored: [StoredSigningKey], at now: UnixTime) -> StoredSigningKey? {
        guard case .waits = KeySchedule.states(of: stored.map(\.beginning), at: now).first else { return nil }
        return stored.first
    }

    private func load() async -> Result<[Key], APIError> {
        let before = withdrawals
        let task = loading ?? Task { await self.loadOrMake() }
        let isFirst = loading == nil
        loading = task
        let result = await task.value
        guard before == withdrawals else { return await load() }
        guard isFirst else { return result }
        loading = nil
        let now = environment.now()
        return held.withLock { held in
            switch result {
            case .success(let keys): held = Held(keys: keys, readAt: now)
            // Keys that were read once sign on while the storage is away.
            case .failure where !held.keys.isEmpty: return .success(held.keys)
            case .failure: break
            }
            return result
        }
    }

    private func loadOrMake() async -> Result<[Key], APIError> {
        do {
            let stored = try await store.read { [store, kind] db in try store.signingKeys.all(for: kind, db) }
            let known = held.withLock { $0.keys }
            let keys = try stored.map { stored in try known.first { $0.id == stored.id } ?? Key(stored) }
            return .success(keys.isEmpty ? [try await make()] : keys)
        } catch let error as APIError {
            return .failure(error)
        } catch {
            environment.log.error("no signing key can be used: \(error)")
            return .failure(.internalError)
        }
    }

    private func make() async throws -> Key {
        let draft: StoredSigningKey
        if let initialKey {
            draft = try self.draft(of: RSAPrivateKey(pem: initialKey))
        } else {
            draft = try await generate()
        }
        // Another process may have been first: the key in the table wins.
        let winner = try await store.write { [store, kind] db in
            if let first = try store.signingKeys.all(for: kind, db).first { return first }
            try store.signingKeys.insert(draft, for: kind, db)
            return draft
        }
        return try Key(winner)
    }

    private func generate() async throws -> StoredSigningKey {
        try draft(
            of: try await pool.run { () throws(CryptoError) -> RSAPrivateKey in try RSAPrivateKey.generate() }
        )
    }

    /// A key as it is stored, with a certificate from now on.
    private func draft(of key: RSAPrivateKey) throws -> StoredSigningKey {
        let now = environment.now()
        let certificate = try Certificate.selfSigned(
            commonName: Self.commonName(of: kind),
            key: key,
            from: now - .hours(1),
            until: now + Self.lifetime
        )
        return StoredSigningKey(
            id: key.publicKey.keyIdentifier,
            privateKey: try key.pem(),
            certificate: certificate.pem,
            createdAt: now
        )
    }

    private static func commonName(of kind: SigningPurpose) -> String {
        switch kind {
        case .idToken: "securetoken.system.gserviceaccount.com"
        case .sessionCookie: "session.firebase.google.com"
        case .samlRequest: "saml.hearth"
        }
    }
}

extension StoredSigningKey {
    /// The key as the newest of its purpose: a clock that went back makes no key older than the present one.
    fileprivate func newest(beside stored: [StoredSigningKey]) -> StoredSigningKey {
        var key = self
        if let newest = stored.first { key.createdAt = max(createdAt, newest.createdAt + .milliseconds(1)) }
        return key
    }
}
