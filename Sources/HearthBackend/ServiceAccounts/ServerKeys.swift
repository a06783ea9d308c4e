internal import HearthCore
internal import HearthCrypto
internal import HearthServerCrypto
internal import HearthTokens
internal import HearthWire

/// The keys that the server holds for service accounts, for those who have no key of their own.
struct ServerKeys: Sendable {
    let store: Store
    let pool: WorkerPool
    let sealer: Sealer
    let log: Log

    /// The key that signs for an account, made when it is first asked for.
    func key(of account: StoredServiceAccount, now: UnixTime) async throws(APIError) -> RSAPrivateKey {
        let stored = try await store.read { db in try store.serviceAccounts.keys(of: account, held: .server, db).first }
        if let stored {
            if let key = open(stored) { return key }
            // The sealing key is another one: what was sealed with the old one is lost, and verifies no longer.
            log.error("the key of \(account.email) was sealed with another key; a new one is made")
        }
        let (key, pem) = try await Self.make(pool: pool)
        let id = key.publicKey.keyIdentifier
        guard let sealed = try? sealer.seal(pem, at: StoredServiceAccountKey.place(of: id)) else {
            throw .internalError
        }
        let made = StoredServiceAccountKey(
            id: id,
            holder: .server,
            publicKey: try Self.pem(of: key.publicKey),
            sealedKey: sealed,
            isUploaded: false,
            createdAt: now
        )
        let winner = try await store.write { [store] db in
            // The account may be gone, and another process may have made a key.
            guard let account = try store.serviceAccounts.find(account.email, db) else {
                throw SignBlobEndpoint.denied
            }
            let present = try store.serviceAccounts.keys(of: account, held: .server, db).first
            if let present, present.id != stored?.id { return present }
            try store.serviceAccounts.deleteServerKeys(of: account, db)
            try store.serviceAccounts.insert(made, of: account, db)
            return made
        }
        guard let key = open(winner) else { throw .internalError }
        return key
    }

    private func open(_ stored: StoredServiceAccountKey) -> RSAPrivateKey? {
        guard let sealed = stored.sealedKey,
            let pem = try? sealer.open(sealed, at: StoredServiceAccountKey.place(of: stored.id))
        else { return nil }
        return try? RSAPrivateKey(pem: pem)
    }

    /// Makes a key, which takes a tenth of a second.
    static func make(pool: WorkerPool) async throws(APIError) -> (RSAPrivateKey, pem: Secret<String>) {
        do {
            let key = try await pool.run { () throws(CryptoError) -> RSAPrivateKey in try RSAPrivateKey.generate() }
            return (key, try key.pem())
        } catch {
            throw .internalError
        }
    }

    static func pem(of key: RSAPublicKey) throws(APIError) -> String {
        do throws(CryptoError) {
            return try key.pem()
        } catch {
            throw .internalError
        }
    }
}

/// Signs with the key that the server holds for a service account.
struct SignBlobEndpoint: Endpoint {
    typealias Op = SignBlob

    /// An account that is not there, and one that the caller may not use, look the same.
    static let denied = APIError(
        APIError.Code(
            rawValue: "Permission 'iam.serviceAccounts.signBlob' denied on resource (or it may not exist)."
        ),
        httpStatus: 403,
        status: "PERMISSION_DENIED",
        item: APIError.Item(reason: "forbidden")
    )

    let store: Store
    let keys: ServerKeys

    func respond(to request: SignBlob.Request, in call: Call) async throws(APIError) -> SignBlob.Response {
        guard let text = request.payload, !text.isEmpty, let payload = Base64.decode(text.utf8, .standard) else {
            throw .invalidArgument("payload: bytes in standard base64 are expected")
        }
        // An account that signs for another one would be delegation, of which there is none.
        guard request.delegates?.isEmpty ?? true else { throw Self.denied }
        let name = request.account ?? ""
        let account = try await store.read { db in try store.serviceAccounts.find(name, db) }
        guard let account, call.serviceAccount == nil || call.serviceAccount?.project == account.project else {
            throw Self.denied
        }
        let key = try await keys.key(of: account, now: call.now)
        guard let signature = try? key.signRS256(payload) else { throw .internalError }
        return SignBlob.Response {
            $0.keyId = key.publicKey.keyIdentifier
            $0.signedBlob = Base64.encode(signature, .standard)
        }
    }
}
