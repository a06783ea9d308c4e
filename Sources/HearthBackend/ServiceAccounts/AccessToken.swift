internal import HearthCore
internal import HearthCrypto
internal import HearthDatabase
internal import HearthJSON
internal import HearthWire

/// What a service account may do with an access token, as a part of Google's scopes has it.
struct AccessScope: RawRepresentable, Sendable, Hashable {
    /// What follows `https://www.googleapis.com/auth/`.
    let rawValue: String

    static let prefix = "https://www.googleapis.com/auth/"

    /// What administers accounts.
    static let administration: Set<AccessScope> = [
        Self(rawValue: "cloud-platform"), Self(rawValue: "firebase"), Self(rawValue: "identitytoolkit"),
    ]
    /// What signs in the name of a service account.
    static let signing: Set<AccessScope> = [Self(rawValue: "cloud-platform"), Self(rawValue: "iam")]
    /// What the official SDKs ask for beside it, and means nothing here.
    static let others: Set<AccessScope> = Set(
        [
            "datastore", "devstorage.full_control", "devstorage.read_only", "devstorage.read_write",
            "firebase.database",
            "firebase.messaging", "firebase.readonly", "userinfo.email", "userinfo.profile",
        ].map(Self.init(rawValue:))
    )

    /// Reads a scope as it is asked for; `nil` if it is not known.
    init?(url: some StringProtocol) {
        guard url.hasPrefix(Self.prefix) else { return nil }
        self.init(rawValue: String(url.dropFirst(Self.prefix.count)))
        guard Self.administration.union(Self.signing).union(Self.others).contains(self) else { return nil }
    }

    init(rawValue: String) { self.rawValue = rawValue }
}

/// What an access token says of its holder.
struct AccessToken: Sendable, Hashable {
    let project: ProjectID
    /// The account's address.
    let email: String
    /// The account's digits: an account that was deleted and made again is another one.
    let uniqueID: String
    /// The key that the token was given for; `nil` if it was given on this machine without one.
    let keyID: String?
    let scopes: Set<AccessScope>
    let expiresAt: UnixTime
}

/// Gives out access tokens and recognizes them.
///
/// A token is its own content, sealed: whether it is ours and has not expired shows without the storage, when only the
/// head of a request is there. Whether its account and its key still exist is looked up before anything is done.
struct AccessTokens: Sendable {
    /// What every access token begins with, like Google's.
    static let prefix = "ya29."
    static let lifetime: Duration = .hours(1)

    private static let place = "access token"
    private static let longest = 2048

    let store: Store
    let sealer: Sealer

    func issue(_ token: AccessToken) throws(CryptoError) -> Secret<String> {
        var content = JSONObject()
        content["project"] = .string(token.project.rawValue)
        content["email"] = .string(token.email)
        content["account"] = .string(token.uniqueID)
        content["key"] = token.keyID.map { .string($0) }
        content["scopes"] = .array(token.scopes.map { .string($0.rawValue) }.sorted { $0.text < $1.text })
        content["exp"] = .integer(token.expiresAt.seconds)
        let text = String(decoding: JSON.serialize(.object(content)), as: UTF8.self)
        return Secret(Self.prefix + Base64.encode(try sealer.seal(Secret(text), at: Self.place)))
    }

    /// Recognizes a token of this server that has not expired.
    func read(_ text: Substring, at now: UnixTime) -> AccessToken? {
        guard text.hasPrefix(Self.prefix), text.utf8.count <= Self.longest,
            let sealed = Base64.decode(text.dropFirst(Self.prefix.count).utf8),
            let content = try? sealer.open(sealed, at: Self.place),
            let document = try? JSON.parse(Array(content.reveal().utf8)),
            let project = document["project"]?.string.flatMap(ProjectID.init(rawValue:)),
            let email = document["email"]?.string, let uniqueID = document["account"]?.string,
            let scopes = document["scopes"]?.array, let end = document["exp"]?.integer, end > now.seconds
        else { return nil }
        return AccessToken(
            project: project,
            email: email,
            uniqueID: uniqueID,
            keyID: document["key"]?.string,
            scopes: Set(scopes.compactMap(\.string).map(AccessScope.init(rawValue:))),
            expiresAt: UnixTime(seconds: end)
        )
    }

    /// Refuses a token whose account or key is gone.
    ///
    /// - Throws: `APIError` with status 401.
    func checkLive(_ token: AccessToken) async throws(APIError) {
        let isLive = try await store.read { db in
            guard let account = try store.serviceAccounts.find(token.email, db), account.uniqueID == token.uniqueID
            else {
                return false
            }
            guard let key = token.keyID else { return true }
            return try store.serviceAccounts.keys(of: account, held: .owner, db).contains { $0.id == key }
        }
        guard isLive else { throw .invalidCredential }
    }
}

extension JSONValue {
    fileprivate var text: String { string ?? "" }
}
