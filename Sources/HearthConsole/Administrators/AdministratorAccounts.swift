public import HearthBackend
public import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// The accounts of administrators, in an identity service of their own.
///
/// Passwords, their hashes, authenticator apps, and the limits on guesses are those of every user of Hearth. The service
/// listens nowhere: the console alone calls it, in its own process, on behalf of a browser.
public struct AdministratorAccounts: Sendable {
    private let backend: Backend
    private let token: Secret<String>

    /// Opens the identity service.
    ///
    /// - Parameters:
    ///   - path: Its SQLite file; `nil` keeps the accounts in memory, for tests.
    ///   - publicURL: The address of the console.
    ///   - trustedProxies: The proxies in front of the console, whose word about their clients is believed.
    ///   - sealingKey: The key that seals secrets in the file. Defaults to the one in a file beside it.
    ///   - environment: What the service takes from the world around it. Defaults to the system's.
    /// - Throws: `BackendError` if the file cannot be used.
    public init(
        path: String?,
        publicURL: String,
        trustedProxies: [String] = [],
        sealingKey: Secret<[UInt8]>? = nil,
        environment: BackendEnvironment = BackendEnvironment()
    ) async throws(BackendError) {
        try await self.init(path, publicURL, trustedProxies, sealingKey, environment, hashesCheaply: false)
    }

    init(
        _ path: String?,
        _ publicURL: String,
        _ trustedProxies: [String],
        _ sealingKey: Secret<[UInt8]>?,
        _ environment: BackendEnvironment,
        hashesCheaply: Bool
    ) async throws(BackendError) {
        guard let project = ProjectID(rawValue: "hearth-console") else {
            throw BackendError(.configuration, "the administrators' project has no name")
        }
        token = Secret(Base64.encode(environment.random.bytes(48)))
        var configuration = BackendConfiguration(project: project)
        configuration.storage = path.map { .sqlite(path: $0) } ?? .memory
        configuration.profile = .strict
        configuration.isEmulator = false
        configuration.administratorToken = token
        configuration.publicURL = publicURL
        configuration.trustedProxies = trustedProxies
        configuration.sealingKey = sealingKey
        configuration.secondFactors = [.totp]
        configuration.allowsEmailLinkSignIn = false
        configuration.relyingParty = Self.relyingParty(of: publicURL)
        configuration.hashesCheaply = hashesCheaply
        backend = try await Backend(configuration, environment: environment)
    }

    /// Closes the file.
    public func close() async { await backend.close() }

    /// The identity service's refusal, in its own words.
    struct Refusal: Error {
        let status: Int
        let words: String
    }

    /// A password that was right, and waits for the code of the authenticator app.
    struct Pending: Sendable {
        let credential: String
        let factor: String
    }

    /// Whose both factors were proved, and the session of the account that says so.
    struct Proof: Sendable {
        let administrator: String
        let identityToken: Secret<String>
    }

    /// A key for an authenticator app, which waits for its first code.
    struct Draft: Sendable {
        let key: String
        let session: String
        let identityToken: String
    }

    /// Checks a password.
    ///
    /// - Returns: What waits for the code; `nil` for an account without a second factor, which may not sign in.
    func check(
        _ email: String,
        _ password: String,
        from head: HTTPRequestHead
    ) async throws(Refusal) -> Pending? {
        let answer = try await call(
            "v1/accounts:signInWithPassword",
            ["email": .string(email), "password": .string(password), "returnSecureToken": .bool(true)],
            from: head
        )
        guard let credential = answer["mfaPendingCredential"]?.string,
            let factor = answer["mfaInfo"]?.array?.first?.object?["mfaEnrollmentId"]?.string
        else { return nil }
        return Pending(credential: credential, factor: factor)
    }

    /// Checks the code of the authenticator app.
    ///
    /// - Returns: Whose factors were proved.
    func finish(_ pending: Pending, code: String, from head: HTTPRequestHead) async throws(Refusal) -> Proof {
        let answer = try await call(
            "v2/accounts/mfaSignIn:finalize",
            [
                "mfaPendingCredential": .string(pending.credential), "mfaEnrollmentId": .string(pending.factor),
                "totpVerificationInfo": .object(["verificationCode": .string(code)]),
            ],
            from: head
        )
        return try proof(answer)
    }

    /// Reads a session that began.
    func proof(_ answer: JSONObject) throws(Refusal) -> Proof {
        // The token comes from this process, unread by anyone between.
        guard let token = answer["idToken"]?.string, let id = TrafficFacts.claims(of: token)?["sub"]?.string else {
            throw Refusal(status: 500, words: "INTERNAL")
        }
        return Proof(administrator: id, identityToken: Secret(token))
    }

    /// Puts a new account in place of whatever the administrator had, and begins to enroll an authenticator app.
    func begin(
        _ administrator: Administrator,
        password: String,
        from head: HTTPRequestHead
    ) async throws(Refusal) -> Draft {
        try await remove(administrator)
        _ = try await administer(
            "accounts",
            [
                "localId": .string(administrator.id), "email": .string(administrator.email.text),
                "emailVerified": .bool(true), "password": .string(password),
            ]
        )
        let signedIn = try await call(
            "v1/accounts:signInWithPassword",
            [
                "email": .string(administrator.email.text), "password": .string(password),
                "returnSecureToken": .bool(true),
            ],
            from: head
        )
        guard let identityToken = signedIn["idToken"]?.string else { throw Refusal(status: 500, words: "INTERNAL") }
        let started = try await call(
            "v2/accounts/mfaEnrollment:start",
            ["idToken": .string(identityToken), "totpEnrollmentInfo": .object(JSONObject())],
            from: head
        )
        guard let info = started["totpSessionInfo"]?.object, let key = info["sharedSecretKey"]?.string,
            let session = info["sessionInfo"]?.string
        else { throw Refusal(status: 500, words: "INTERNAL") }
        return Draft(key: key, session: session, identityToken: identityToken)
    }

    /// Enrolls the authenticator app by its first code.
    func enroll(_ draft: Draft, code: String, from head: HTTPRequestHead) async throws(Refusal) -> Proof {
        let answer = try await call(
            "v2/accounts/mfaEnrollment:finalize",
            [
                "idToken": .string(draft.identityToken), "displayName": .string("Console"),
                "totpVerificationInfo": .object(
                    ["sessionInfo": .string(draft.session), "verificationCode": .string(code)]
                ),
            ],
            from: head
        )
        return try proof(answer)
    }

    /// Removes the account of an administrator, and one that has the same address.
    func remove(_ administrator: Administrator) async throws(Refusal) {
        let found = try await administer("accounts:lookup", ["email": .array([.string(administrator.email.text)])])
        let others = (found["users"]?.array ?? []).compactMap { $0.object?["localId"]?.string }
        _ = try await administer(
            "accounts:batchDelete",
            ["localIds": .array(([administrator.id] + others).map(JSONValue.string)), "force": .bool(true)]
        )
    }

    func administer(
        _ operation: String,
        _ members: JSONObject
    ) async throws(Refusal) -> JSONObject {
        try await send(
            "v1/projects/hearth-console/\(operation)",
            members,
            ["Authorization": "Bearer \(token.reveal())"],
            peer: nil
        )
    }

    func call(
        _ operation: String,
        _ members: JSONObject,
        from head: HTTPRequestHead
    ) async throws(Refusal) -> JSONObject {
        var fields: HTTPFields = [:]
        // The limits on guesses count the browser, and not the proxy before it.
        for value in head.fields.values(of: "x-forwarded-for") { fields.append("X-Forwarded-For", value) }
        return try await send("\(operation)?key=console", members, fields, peer: head.peer)
    }

    private func send(
        _ target: String,
        _ members: JSONObject,
        _ fields: HTTPFields,
        peer: String?
    ) async throws(Refusal) -> JSONObject {
        var request = HTTPRequest(
            .post,
            target: "/identitytoolkit.googleapis.com/\(target)",
            fields: fields,
            body: JSON.serialize(.object(members))
        )
        request.fields["Content-Type"] = "application/json"
        request.peer = peer
        let response = await backend.handle(request)
        let document = (try? JSON.parse(response.bytes, maximumValues: 10_000))?.object ?? JSONObject()
        guard response.status == 200 else {
            throw Refusal(status: response.status, words: document["error"]?.object?["message"]?.string ?? "INTERNAL")
        }
        return document
    }
}
