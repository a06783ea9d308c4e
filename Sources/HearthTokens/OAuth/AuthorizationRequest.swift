internal import HearthHTTP

/// What is asked of a provider's page
/// ([OpenID Connect Core §3.1.2.1](https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest)).
package struct AuthorizationRequest: Sendable {
    /// What the page answers with.
    package enum Answer: Sendable, Hashable {
        /// A code, good for anyone who has the key of this challenge.
        case code(challenge: String)
        /// An identity token in the fragment of the address to which the browser comes back.
        case identityToken
    }

    package var answer: Answer
    package var clientID: String
    package var redirectURI: String
    package var scopes: [String]
    package var state: String
    package var nonce: String
    /// How the answer gets back, if not as the specification has it.
    package var responseMode: String?
    /// What the app adds; it cannot replace what is said above.
    package var extras: [String: String] = [:]

    package init(
        _ answer: Answer,
        clientID: String,
        redirectURI: String,
        scopes: [String],
        state: String,
        nonce: String
    ) {
        self.answer = answer
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.scopes = scopes
        self.state = state
        self.nonce = nonce
    }

    /// The page's address with the question in it.
    package func url(at endpoint: String) -> String {
        var query = FormParameters()
        switch answer {
        case .code(let challenge):
            query.append("response_type", "code")
            query.append("code_challenge", challenge)
            query.append("code_challenge_method", "S256")
        case .identityToken:
            query.append("response_type", "id_token")
            query.append("response_mode", "fragment")
        }
        query.append("client_id", clientID)
        query.append("redirect_uri", redirectURI)
        query.append("scope", scopes.joined(separator: " "))
        query.append("state", state)
        query.append("nonce", nonce)
        if let responseMode, answer != .identityToken { query.append("response_mode", responseMode) }
        let taken = Set(query.all.map(\.name))
        for (name, value) in extras.sorted(by: { $0.key < $1.key }) where !taken.contains(name) {
            query.append(name, value)
        }
        return endpoint + (endpoint.contains("?") ? "&" : "?") + query.encoded
    }
}
