internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthTokens
internal import HearthWire

/// A provider's answer, as the client passes it on: the query and the fragment of the address to which the user came
/// back, and the form that the client put together.
struct ProviderAssertion: Sendable {
    /// The provider's name, in lower case.
    let providerID: ProviderID
    var idToken: Secret<String>?
    var accessToken: Secret<String>?
    let tokenSecret: Secret<String>?
    /// What the provider gives to those who trade a code.
    var refreshToken: Secret<String>?
    /// The nonce before it was hashed.
    var nonce: Secret<String>?
    /// What can be traded for tokens.
    let code: Secret<String>?
    /// What the provider was given to repeat.
    let state: String?
    /// The issuer that the answer names ([RFC 9207](https://www.rfc-editor.org/rfc/rfc9207)).
    let issuer: String?
    /// The address to which the user came back, without what it carries.
    let place: Substring
    /// The provider's refusal, if that is its answer.
    let refusal: APIError?
    /// Names that the provider tells once, to the client alone: `{"name": {"firstName": …, "lastName": …}}`.
    let user: JSONObject?
    let samlResponse: String?

    init(_ request: SignInWithProvider.Request) throws(APIError) {
        guard let uri = request.requestUri, !uri.isEmpty else { throw APIError(.missingRequestURI) }
        guard ContinueURL.isAbsolute(uri) else { throw APIError(.invalidRequestURI) }
        let parameters = Self.parameters(uri: uri, body: request.postBody)
        func secret(_ name: String) -> Secret<String>? {
            parameters[name].flatMap { $0.isEmpty ? nil : Secret($0) }
        }
        let named =
            parameters["providerId"]
            ?? (parameters["state"] ?? parameters["RelayState"]).flatMap(AuthorizationState.providerID)
        guard let providerID = named.flatMap({ ProviderID(rawValue: $0.lowercased()) }) else {
            // The address is repeated without what it carries: that may be a token.
            let words = "Invalid IdP response/credential: \(Self.place(of: uri))"
            throw APIError(.invalidCredentialOrProviderID, words)
        }
        self.providerID = providerID
        idToken = secret("id_token")
        accessToken = secret("access_token")
        tokenSecret = secret("oauth_token_secret")
        nonce = secret("nonce")
        code = secret("code")
        state = parameters["state"]
        issuer = parameters["iss"]
        place = Self.place(of: uri)
        refusal = parameters["error"].map(Self.refusal)
        user = parameters["user"].flatMap { try? JSON.parse(Array($0.utf8)).object }
        samlResponse = parameters["SAMLResponse"]
    }

    /// An address without its query and its fragment.
    static func place(of uri: String) -> Substring {
        uri.prefix { $0 != "?" && $0 != "#" }
    }

    private static func refusal(_ code: String) -> APIError {
        if code == "access_denied" { return APIError(.userCancelled) }
        let words = OAuthError.code(code).map { ": \($0)" } ?? ""
        return APIError(.invalidIDPResponse, "The provider did not sign the user in\(words).")
    }

    /// The query, overwritten by the form, overwritten by the fragment.
    private static func parameters(uri: String, body: Secret<String>?) -> [String: String] {
        var merged: [String: String] = [:]
        func merge(_ parameters: FormParameters) {
            for parameter in parameters.all { merged[parameter.name] = parameter.value }
        }
        let address = uri.prefix { $0 != "#" }
        if let mark = address.firstIndex(of: "?") {
            merge(FormParameters(decoding: address[address.index(after: mark)...]))
        }
        if let body { merge(ProviderForm.parse(body.reveal())) }
        if address.endIndex < uri.endIndex { merge(FormParameters(decoding: uri[address.endIndex...].dropFirst())) }
        return merged
    }
}
