package import HearthCore
package import HearthHTTP
internal import HearthJSON

/// A client of a provider's endpoints for tokens.
package struct OAuthClient: Sendable {
    /// The identifier that the provider gave to the client.
    package let clientID: String

    private let authentication: ClientAuthentication
    private let transport: any HTTPTransport

    /// The largest answer that is read, in bytes.
    private static let maximumBytes = 262_144

    package init(_ clientID: String, _ authentication: ClientAuthentication, transport: any HTTPTransport) {
        self.clientID = clientID
        self.authentication = authentication
        self.transport = transport
    }

    /// Trades a code for tokens ([RFC 6749 §4.1.3](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3)).
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - endpoint: The token endpoint.
    ///   - redirectURI: Where the browser brought the code; `nil` for a code that no browser brought.
    ///   - verifier: The proof key; `nil` if none was used.
    ///   - now: The present moment.
    /// - Returns: The tokens.
    /// - Throws: ``OAuthError``.
    package func exchange(
        _ code: Secret<String>,
        at endpoint: String,
        redirectURI: String?,
        verifier: Secret<String>?,
        now: UnixTime
    ) async throws(OAuthError) -> TokenGrant {
        var form: FormParameters = ["grant_type": "authorization_code"]
        form.append("code", code.reveal())
        if let redirectURI { form.append("redirect_uri", redirectURI) }
        if let verifier { form.append("code_verifier", verifier.reveal()) }
        let response = try await post(form, to: endpoint, now: now)
        guard let document = try? JSON.parse(response.bytes).object else {
            throw OAuthError(.malformed, "the answer is no JSON object")
        }
        // GitHub refuses with status 200.
        guard document["error"] == nil else { throw Self.refusal(document) }
        return try TokenGrant(document)
    }

    /// Gives a token back ([RFC 7009](https://www.rfc-editor.org/rfc/rfc7009#section-2)).
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - hint: What kind of token it is: `refresh_token` or `access_token`.
    ///   - endpoint: The revocation endpoint.
    ///   - now: The present moment.
    /// - Throws: ``OAuthError``.
    package func revoke(
        _ token: Secret<String>,
        hint: String,
        at endpoint: String,
        now: UnixTime
    ) async throws(OAuthError) {
        var form = FormParameters()
        form.append("token", token.reveal())
        form.append("token_type_hint", hint)
        _ = try await post(form, to: endpoint, now: now)
    }

    private func post(
        _ parameters: FormParameters,
        to endpoint: String,
        now: UnixTime
    ) async throws(OAuthError) -> HTTPResponse {
        guard let location = SecureLocation(endpoint) else {
            throw OAuthError(.malformed, "the endpoint is neither HTTPS nor this machine")
        }
        var form = parameters
        var fields: HTTPFields = [
            "Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded",
        ]
        try authentication.sign(&form, &fields, clientID: clientID, at: now)
        let request = HTTPRequest(
            .post,
            origin: location.origin,
            target: location.target,
            fields: fields,
            body: Array(form.encoded.utf8)
        )
        let response = try await send(request)
        guard response.status == 200 else {
            guard (400...499).contains(response.status) else {
                throw OAuthError(.unreachable, "status \(response.status)")
            }
            throw Self.refusal((try? JSON.parse(response.bytes).object) ?? JSONObject())
        }
        return response
    }

    private func send(_ request: HTTPRequest) async throws(OAuthError) -> HTTPResponse {
        do throws(TransportError) {
            let response = try await transport.send(request)
            guard let whole = try? await response.collected(), whole.bytes.count <= Self.maximumBytes else {
                throw TransportError(.responseTooLarge)
            }
            return whole
        } catch {
            throw OAuthError(.unreachable, error.kind.rawValue)
        }
    }

    private static func refusal(_ document: JSONObject) -> OAuthError {
        let code = OAuthError.code(document["error"]?.string)
        return OAuthError(.refused, code ?? "no reason given", serverCode: code)
    }
}
