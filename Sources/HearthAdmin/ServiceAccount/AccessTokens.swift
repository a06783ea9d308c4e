internal import HearthCore
internal import HearthCrypto
internal import HearthHTTP
internal import HearthJSON
internal import HearthTokens

/// The access tokens of a service account, traded for assertions that its key signs
/// ([RFC 7523 §2.1](https://www.rfc-editor.org/rfc/rfc7523#section-2.1)).
///
/// A token is kept until five minutes before its end. However many calls wait, one request is under way.
actor AccessTokens {
    private static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    private static let scopes = [
        "https://www.googleapis.com/auth/cloud-platform", "https://www.googleapis.com/auth/identitytoolkit",
    ]
    /// An assertion is used at once; a server that still believed it in an hour would gain no one anything.
    private static let assertionLifetime: Duration = .minutes(10)
    private static let margin: Duration = .minutes(5)
    /// What a server is taken to mean that does not say how long its token is good.
    private static let unstatedLifetime: Duration = .minutes(10)
    private static let maximumBytes = 262_144

    private let account: ServiceAccountKey
    private let endpoint: SecureLocation
    private let transport: any HTTPTransport
    private let now: @Sendable () -> UnixTime

    private var current: Grant?
    private var request: Task<Result<Grant, AdminError>, Never>?

    private struct Grant: Sendable {
        var token: Secret<String>
        var usableUntil: UnixTime
    }

    init(
        _ account: ServiceAccountKey,
        endpoint: SecureLocation,
        transport: any HTTPTransport,
        now: @escaping @Sendable () -> UnixTime
    ) {
        self.account = account
        self.endpoint = endpoint
        self.transport = transport
        self.now = now
    }

    /// A token that is good for some time yet.
    func token() async throws(AdminError) -> Secret<String> {
        if let current, now() < current.usableUntil { return current.token }
        return try await renewed()
    }

    /// A token other than one that a server refused.
    func token(insteadOf refused: Secret<String>) async throws(AdminError) -> Secret<String> {
        if let current, current.token.reveal() != refused.reveal() { return current.token }
        current = nil
        return try await renewed()
    }

    private func renewed() async throws(AdminError) -> Secret<String> {
        let task = request ?? Task { await self.fetch() }
        request = task
        return try await task.value.get().token
    }

    private func fetch() async -> Result<Grant, AdminError> {
        defer { request = nil }
        do throws(AdminError) {
            let grant = try await trade()
            current = grant
            return .success(grant)
        } catch {
            return .failure(error)
        }
    }

    private func trade() async throws(AdminError) -> Grant {
        let start = now()
        var form: FormParameters = ["grant_type": Self.grantType]
        form.append("assertion", try assertion(at: start).reveal())
        let message = HTTPRequest(
            .post,
            origin: endpoint.origin,
            target: endpoint.target,
            fields: ["Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"],
            body: Array(form.encoded.utf8)
        )
        let response = try await send(message)
        let document = (try? JSON.parse(response.bytes))?.object ?? JSONObject()
        guard response.status == 200 else { throw AdminError(noAccess: document, status: response.status) }
        guard let token = document["access_token"]?.string, !token.isEmpty else {
            var failure = AdminError(.unexpectedAnswer, "the token endpoint's answer has no access token")
            failure.httpStatus = response.status
            throw failure
        }
        let lifetime = document["expires_in"]?.integer.map { Duration.seconds(max(0, $0)) } ?? Self.unstatedLifetime
        // Of a short life the second half is left over.
        return Grant(token: Secret(token), usableUntil: start + max(lifetime - Self.margin, lifetime / 2))
    }

    private func send(_ message: HTTPRequest) async throws(AdminError) -> HTTPResponse {
        do throws(TransportError) {
            let response = try await transport.send(message)
            guard let whole = try? await response.collected(), whole.bytes.count <= Self.maximumBytes else {
                throw TransportError(.responseTooLarge)
            }
            return whole
        } catch {
            throw AdminError(error, operation: "the request for an access token")
        }
    }

    private func assertion(at now: UnixTime) throws(AdminError) -> Secret<String> {
        var payload = JSONObject()
        payload["iss"] = .string(account.email)
        payload["scope"] = .string(Self.scopes.joined(separator: " "))
        payload["aud"] = .string(endpoint.url)
        payload["iat"] = .integer(now.seconds)
        payload["exp"] = .integer((now + Self.assertionLifetime).seconds)
        do throws(CryptoError) {
            return try account.mint.mint(payload)
        } catch {
            throw AdminError(.noSigningKey, "the key could not sign: \(error.reason)")
        }
    }
}

extension AdminError {
    /// The token endpoint gave nothing: the account is unknown or disabled, its key was replaced, or a clock is wrong.
    fileprivate init(noAccess document: JSONObject, status: Int) {
        if let code = OAuthError.code(document["error"]?.string) {
            self.init(.accessDenied, "the token endpoint said \(code)")
            detail = document["error_description"]?.string
        } else {
            self.init(.unexpectedAnswer, "the token endpoint's answer has no token and no reason")
        }
        httpStatus = status
    }
}
