internal import HearthCore
public import HearthHTTP
internal import HearthJSON
internal import HearthWire

/// The metadata address that the official Admin SDKs ask on a machine without a key file: who they are, and an access
/// token for it.
///
/// Every program that reaches it administers the project. It belongs on a port of its own that listens on the loopback
/// address, and never behind a proxy: what comes through one is refused as far as it shows.
public struct MetadataService: Sendable {
    private static let root = "/computeMetadata/v1/"
    private static let hosts: Set<String> = [
        "metadata.google.internal", "metadata", "169.254.169.254", "127.0.0.1", "localhost", "[::1]",
    ]

    /// The service account that asks.
    private let email: String
    private let store: Store
    private let tokens: AccessTokens
    private let now: @Sendable () -> UnixTime

    init(email: String, store: Store, tokens: AccessTokens, now: @escaping @Sendable () -> UnixTime) {
        self.email = email
        self.store = store
        self.tokens = tokens
        self.now = now
    }

    /// Answers a request.
    ///
    /// - Parameter request: The request, its target without scheme and host.
    /// - Returns: The response, whatever its status.
    public func handle(_ request: HTTPRequest) async -> HTTPResponse {
        guard request.method == .get || request.method == .head else { return Self.text("Not Found", status: 404) }
        let head = HTTPRequestHead(request)
        let host = (head.fields["host"] ?? "localhost").lowercased()
        let name = host.hasPrefix("[") ? String(host.prefix { $0 != "]" }) + "]" : String(host.prefix { $0 != ":" })
        guard !ClientSource.isForwarded(head), Self.hosts.contains(name) else {
            return Self.text("Forbidden", status: 403)
        }
        // The SDKs ask with an empty path whether there is a metadata address.
        if request.path == "/" { return Self.text("computeMetadata/\n") }
        guard head.fields["metadata-flavor"]?.lowercased() == "google" else {
            return Self.text("Missing Metadata-Flavor:Google header.", status: 403)
        }
        guard request.path.hasPrefix(Self.root) else { return Self.text("Not Found", status: 404) }
        do throws(APIError) {
            return try await answer(request.path.dropFirst(Self.root.count), request)
        } catch {
            return Self.text(error.message, status: error.httpStatus)
        }
    }

    private func answer(_ path: Substring, _ request: HTTPRequest) async throws(APIError) -> HTTPResponse {
        let found = try await store.read { db in try store.serviceAccounts.find(email, db) }
        guard let account = found else { throw .notFound }
        if path == "project/project-id" { return Self.text(account.project.rawValue) }
        if path == "universe/universe-domain" || path == "universe/universe_domain" {
            return Self.text("googleapis.com")
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[0] == "instance", parts[1] == "service-accounts",
            parts[2] == "default" || parts[2] == account.email
        else { throw .notFound }
        let scopes = AccessScope.administration.union(AccessScope.signing)
        switch parts.dropFirst(3).joined(separator: "/") {
        case "":
            return Self.json(
                [
                    "aliases": ["default"], "email": .string(account.email),
                    "scopes": .array(Self.urls(of: scopes).map { .string($0) }),
                ]
            )
        case "email": return Self.text(account.email)
        case "scopes": return Self.text(Self.urls(of: scopes).map { $0 + "\n" }.joined())
        case "token": return try token(account, asked: request.query["scopes"], all: scopes)
        default: throw .notFound
        }
    }

    private func token(
        _ account: StoredServiceAccount,
        asked: String?,
        all: Set<AccessScope>
    ) throws(APIError) -> HTTPResponse {
        let words = asked?.split(separator: ",") ?? []
        let scopes = words.isEmpty ? all : Set(words.compactMap { AccessScope(url: $0) })
        let token = AccessToken(
            project: account.project,
            email: account.email,
            uniqueID: account.uniqueID,
            keyID: nil,
            scopes: scopes,
            expiresAt: now() + AccessTokens.lifetime
        )
        guard let text = try? tokens.issue(token) else { throw .internalError }
        return Self.json(
            [
                "access_token": .string(text.reveal()), "expires_in": .integer(AccessTokens.lifetime.wholeSeconds - 1),
                "token_type": "Bearer",
            ]
        )
    }

    private static func urls(of scopes: Set<AccessScope>) -> [String] {
        scopes.map { AccessScope.prefix + $0.rawValue }.sorted()
    }

    private static func text(_ text: String, status: Int = 200) -> HTTPResponse {
        response(Array(text.utf8), "application/text", status: status)
    }

    private static func json(_ document: JSONValue) -> HTTPResponse {
        response(JSON.serialize(document), "application/json", status: 200)
    }

    private static func response(_ body: [UInt8], _ type: String, status: Int) -> HTTPResponse {
        HTTPResponse(
            status: status,
            fields: [
                "Content-Type": type, "Metadata-Flavor": "Google", "Server": "Metadata Server for VM",
                "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
            ],
            body: .bytes(body)
        )
    }
}

extension Backend {
    /// The metadata address for the programs of this machine.
    ///
    /// - Parameter email: The service account that its callers are.
    /// - Returns: The service, to be served on a loopback address of its own.
    /// - Throws: ``BackendError`` if there is no such service account.
    public func metadataService(for email: String) async throws(BackendError) -> MetadataService {
        let found = try? await store.read { [store] db in try store.serviceAccounts.find(email, db) }
        guard found?.email == email else {
            throw BackendError(.configuration, "there is no service account \(email)")
        }
        return MetadataService(email: email, store: store, tokens: accessTokens, now: environment.now)
    }
}
