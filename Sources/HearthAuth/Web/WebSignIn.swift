internal import HearthCore
internal import HearthWire

/// One way through a provider's page, from the question to a credential.
struct WebSignIn: Sendable {
    let provider: OAuthProvider
    let handler: HostedHandler?
    let core: AuthCore

    /// What must come back, known as soon as the page is.
    private struct Question: Sendable {
        var state: String?
        var sessionID: Secret<String>
        var eventID = ""
    }

    /// The shortest identifier of a session that no one can guess: 22 letters and digits are 128 bits.
    private static let shortestSession = 22

    /// Shows the page, and makes a credential of what comes back.
    func credential(using authenticator: some WebAuthenticator) async throws(AuthError) -> AuthCredential {
        try claimScreen()
        defer { core.isPresenting.withLock { $0 = false } }
        let asked = Locked<Question?>(nil)
        let address = try await authenticator.authenticate { (callbackURL) throws(AuthError) in
            let (page, question) = try await ask(callbackURL)
            asked.withLock { $0 = question }
            return page
        }
        guard let question = asked.withLock(\.self) else {
            throw AuthError(.webInternalError, "the browser came back without having been sent")
        }
        var answer = WebAnswer(address)
        if let handler { answer = WebAnswer(try handler.response(in: address, eventID: question.eventID)) }
        try answer.check(state: question.state)
        return OAuthProvider.credential(
            providerID: provider.providerID,
            responseURL: answer.url,
            sessionID: question.sessionID.reveal()
        )
    }

    private func claimScreen() throws(AuthError) {
        let isFree = core.isPresenting.withLock { isPresenting in
            defer { isPresenting = true }
            return !isPresenting
        }
        guard isFree else { throw AuthError(.webContextAlreadyPresented) }
    }

    /// The page's address, and what must come back from it.
    private func ask(_ callbackURL: String) async throws(AuthError) -> (page: String, Question) {
        if let handler {
            let random = core.caller.random
            let sessionID = Secret(random.alphanumeric(32))
            let eventID = random.alphanumeric(Self.shortestSession)
            let page = handler.page(of: provider, core.configuration, sessionID: sessionID, eventID: eventID)
            return (page, Question(sessionID: sessionID, eventID: eventID))
        }
        let request = CreateAuthURI.Request { request in
            request.providerId = provider.providerID
            request.continueUri = callbackURL
            request.oauthScope = provider.scopes.isEmpty ? nil : provider.scopes.joined(separator: " ")
            request.customParameter = provider.customParameters.isEmpty ? nil : provider.customParameters
            request.tenantId = core.configuration.tenantID
        }
        let response = try await core.caller.call(CreateAuthURI.self, request, isIdempotent: true)
        guard let page = response.authUri, page.hasPrefix("https://") || page.hasPrefix("http://") else {
            throw AuthError(.invalidProviderID, "the service knows no page of this provider")
        }
        guard let sessionID = response.sessionId, sessionID.utf8.count >= Self.shortestSession else {
            throw AuthError(.internalError, "the service's session can be guessed")
        }
        return (page, Question(state: WebAnswer(page)["state"], sessionID: Secret(sessionID)))
    }
}
