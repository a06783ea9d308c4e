internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthWire

/// What another identity provider, or the service itself for a later attempt, gave to the app.
struct ProviderPayload: CredentialPayload, Codable {
    let providerID: String
    var idToken: Secret<String>?
    var accessToken: Secret<String>?
    var tokenSecret: Secret<String>?
    var rawNonce: Secret<String>?
    var name: PersonName?
    /// Where a browser came back to, with the provider's answer in it.
    var responseURL: Secret<String>?
    /// What ties that answer to this client.
    var sessionID: Secret<String>?
    /// What a stopped attempt left behind; it stands for everything else.
    var pendingToken: Secret<String>?

    var parts: [String] {
        [idToken, accessToken, tokenSecret, responseURL, pendingToken].map { $0?.reveal() ?? "" }
    }

    /// A token that a nonce, a browser or a stopped attempt ties to one sign-in is good for that one only.
    var isRepeatable: Bool { rawNonce == nil && responseURL == nil && pendingToken == nil }

    func exchange(_ purpose: CredentialPurpose, over caller: Caller) async throws(AuthError) -> CredentialAnswer {
        do throws(AuthError) {
            let request = request(purpose, tenantID: caller.configuration.tenantID)
            let response = try await caller.call(SignInWithProvider.self, request)
            return answer(response)
        } catch {
            throw completed(error)
        }
    }

    private func answer(_ response: SignInWithProvider.Response) -> CredentialAnswer {
        var answer = CredentialAnswer(response, isNewUser: response.isNewUser)
        answer.profile = response.rawUserInfo.flatMap { try? JSON.parse(Array($0.utf8)) }
        answer.username = response.screenName
        var tokens = ProviderPayload(providerID: providerID)
        tokens.idToken = response.oauthIdToken
        tokens.accessToken = response.oauthAccessToken
        tokens.tokenSecret = response.oauthTokenSecret
        if tokens.idToken != nil || tokens.accessToken != nil {
            answer.credential = AuthCredential(providerID, tokens)
        }
        return answer
    }

    private func request(_ purpose: CredentialPurpose, tenantID: String?) -> SignInWithProvider.Request {
        SignInWithProvider.Request { request in
            request.requestUri = responseURL?.reveal() ?? "http://localhost"
            request.returnIdpCredential = true
            request.returnSecureToken = true
            request.tenantId = tenantID
            request.sessionId = sessionID
            if let pendingToken {
                request.pendingToken = pendingToken
            } else {
                request.postBody = Secret(form.encoded)
            }
            switch purpose {
            case .signIn: request.autoCreate = true
            case .link(let token): request.idToken = token
            case .reauthenticate: request.autoCreate = false
            }
        }
    }

    private var form: FormParameters {
        var form: FormParameters = ["providerId": providerID]
        let secrets = [
            ("id_token", idToken), ("access_token", accessToken), ("oauth_token_secret", tokenSecret),
            ("nonce", rawNonce),
        ]
        for (name, secret) in secrets {
            if let secret { form.append(name, secret.reveal()) }
        }
        if let name, let text = name.json { form.append("user", text) }
        return form
    }

    /// Gives an error of a conflict the credential with which to go on.
    ///
    /// The service leaves one behind where the provider's own token is good for one attempt only; elsewhere the same
    /// credential can be used again.
    private func completed(_ error: AuthError) -> AuthError {
        guard var collision = error.collision else { return error }
        var payload = ProviderPayload(providerID: providerID)
        if let token = collision.pendingToken {
            payload.pendingToken = token
        } else {
            payload = self
        }
        collision.credential = AuthCredential(providerID, payload)
        var error = error
        error.collision = collision
        return error
    }
}
