internal import HearthCore
internal import HearthCrypto
internal import HearthDatabase
internal import HearthJSON
internal import HearthServerCrypto
internal import HearthTokens
internal import HearthWire

/// Makes a key for a service account, and hands its private half out, once.
struct CreateServiceAccountKeyEndpoint: Endpoint {
    typealias Op = CreateServiceAccountKey

    private static let fileType = "TYPE_GOOGLE_CREDENTIALS_FILE"
    private static let algorithm = "KEY_ALG_RSA_2048"

    let store: Store
    let pool: WorkerPool

    func respond(
        to request: CreateServiceAccountKey.Request,
        in call: Call
    ) async throws(APIError) -> CreateServiceAccountKey.Response {
        guard request.privateKeyType ?? Self.fileType == Self.fileType else {
            throw .invalidArgument("privateKeyType: \(Self.fileType) is expected")
        }
        guard request.keyAlgorithm ?? Self.algorithm == Self.algorithm else {
            throw .invalidArgument("keyAlgorithm: \(Self.algorithm) is expected")
        }
        // An account that is not there gets no key.
        _ = try await store.read { db in try store.serviceAccounts.account(request.account, in: call, db) }
        let (key, pem) = try await ServerKeys.make(pool: pool)
        let stored = StoredServiceAccountKey(
            id: key.publicKey.keyIdentifier,
            holder: .owner,
            publicKey: try ServerKeys.pem(of: key.publicKey),
            isUploaded: false,
            createdAt: call.now
        )
        let account = try await store.write { db in
            let account = try store.serviceAccounts.account(request.account, in: call, db)
            try store.serviceAccounts.insert(stored, of: account, db)
            return account
        }
        let shown = ServiceAccountKey(stored, of: account)
        return CreateServiceAccountKey.Response {
            $0.name = shown.name
            $0.keyAlgorithm = shown.keyAlgorithm
            $0.keyOrigin = shown.keyOrigin
            $0.keyType = shown.keyType
            $0.validAfterTime = shown.validAfterTime
            $0.validBeforeTime = shown.validBeforeTime
            $0.privateKeyType = Self.fileType
            $0.privateKeyData = Secret(Base64.encode(Self.file(stored.id, pem, account, call), .standard))
        }
    }

    /// The key file that the official SDKs read; its addresses are this server's.
    private static func file(
        _ id: String,
        _ pem: Secret<String>,
        _ account: StoredServiceAccount,
        _ call: Call
    ) -> [UInt8] {
        let file: JSONValue = [
            "type": "service_account",
            "project_id": .string(account.project.rawValue),
            "private_key_id": .string(id),
            "private_key": .string(pem.reveal()),
            "client_email": .string(account.email),
            "client_id": .string(account.uniqueID),
            "auth_uri": .string(call.baseURL + "/accounts.google.com/o/oauth2/auth"),
            "token_uri": .string(call.baseURL + TokenEndpoint.path),
            "auth_provider_x509_cert_url": .string(call.baseURL + "/www.googleapis.com/oauth2/v1/certs"),
            "client_x509_cert_url": .string(
                call.baseURL + "/www.googleapis.com/robot/v1/metadata/x509/\(account.email)"
            ),
            "universe_domain": "googleapis.com",
        ]
        return JSON.serialize(file, isPretty: true)
    }
}

/// Registers the public half of a key that someone else made.
struct UploadServiceAccountKeyEndpoint: Endpoint {
    typealias Op = UploadServiceAccountKey

    let store: Store

    func respond(
        to request: UploadServiceAccountKey.Request,
        in call: Call
    ) async throws(APIError) -> ServiceAccountKey {
        guard let bytes = request.publicKeyData.flatMap(Base64.decodeLeniently),
            let key = try? RSAPublicKey(pem: String(decoding: bytes, as: UTF8.self)),
            let pem = try? key.pem()
        else {
            throw .invalidArgument(
                "publicKeyData: a certificate or a public key of RSA with 2048 bits or more is expected, in PEM and base64"
            )
        }
        let stored = StoredServiceAccountKey(
            id: key.keyIdentifier,
            holder: .owner,
            publicKey: pem,
            isUploaded: true,
            createdAt: call.now
        )
        let account = try await store.write { db in
            let account = try store.serviceAccounts.account(request.account, in: call, db)
            guard try !store.serviceAccounts.keys(of: account, db).contains(where: { $0.id == stored.id }) else {
                throw APIError.invalidArgument("publicKeyData: the account has this key already")
            }
            try store.serviceAccounts.insert(stored, of: account, db)
            return account
        }
        return ServiceAccountKey(stored, of: account)
    }
}

/// Lists the keys that a service account's owner holds.
struct ListServiceAccountKeysEndpoint: Endpoint {
    typealias Op = ListServiceAccountKeys

    let store: Store

    func respond(
        to request: ListServiceAccountKeys.Request,
        in call: Call
    ) async throws(APIError) -> ListServiceAccountKeys.Response {
        let keys = try await store.read { db in
            let account = try store.serviceAccounts.account(request.account, in: call, db)
            return try store.serviceAccounts.keys(of: account, held: .owner, db).map {
                ServiceAccountKey($0, of: account)
            }
        }
        return ListServiceAccountKeys.Response { $0.keys = keys }
    }
}

/// Removes a key of a service account.
struct DeleteServiceAccountKeyEndpoint: Endpoint {
    typealias Op = DeleteServiceAccountKey

    let store: Store

    func respond(to request: DeleteServiceAccountKey.Request, in call: Call) async throws(APIError) -> EmptyMessage {
        try await store.write { db in
            let account = try store.serviceAccounts.account(request.account, in: call, db)
            guard try store.serviceAccounts.deleteKey(request.key ?? "", of: account, db) else {
                throw APIError.notFound
            }
        }
        return EmptyMessage()
    }
}
