internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Tells where a provider signs users in, or which sign-in methods an address has, unless the project hides its addresses.
struct CreateAuthURIEndpoint: Endpoint {
    typealias Op = CreateAuthURI

    let configuration: BackendConfiguration
    let policy: Policy
    let store: Store
    let random: RandomSource
    let authorizations: Authorizations

    func respond(to request: CreateAuthURI.Request, in call: Call) async throws(APIError) -> CreateAuthURI.Response {
        if let provider = request.providerId, !provider.isEmpty {
            return try await page(of: provider, request, in: call)
        }
        guard let identifier = request.identifier else { throw APIError(.missingIdentifier) }
        guard let continueURI = request.continueUri else { throw APIError(.missingContinueURI) }
        let email = try EmailRule.parse(identifier, policy, else: .invalidIdentifier)
        guard ContinueURL.isAbsolute(continueURI) else { throw APIError(.invalidContinueURI) }
        let (settings, accounts) = try await store.read(call) { tx in
            (
                try store.projects.settings(of: tx.scope.project, tx),
                try store.accounts.findAll(email: email, tx)
            )
        }
        var response = CreateAuthURI.Response {
            $0.kind = "identitytoolkit#CreateAuthUriResponse"
            $0.sessionId = request.sessionId ?? random.alphanumeric(27)
        }
        if settings.hidesEmails ?? policy.hidesEmails { return response }
        let ways = settings.allowsDuplicateEmails ? Self.sharedMethods(of: accounts) : Self.methods(of: accounts.first)
        response.registered = ways != nil
        response.allProviders = ways?.providers ?? []
        response.signinMethods = ways?.methods ?? []
        return response
    }

    /// The provider's page, or in the emulator the one that stands for it.
    private func page(
        of provider: String,
        _ request: CreateAuthURI.Request,
        in call: Call
    ) async throws(APIError) -> CreateAuthURI.Response {
        guard let continueURI = request.continueUri else { throw APIError(.missingContinueURI) }
        guard let provider = ProviderID(rawValue: provider.lowercased()) else { throw APIError(.invalidProviderID) }
        guard ContinueURL.isAbsolute(continueURI) else { throw APIError(.invalidContinueURI) }
        let hosts = try await store.authorizedDomains(configuration, in: call)
        try ContinueURL.check(continueURI, policy, hosts: hosts)
        let page = AuthorizationPage(
            providerID: provider,
            returnURL: continueURI,
            scope: request.oauthScope,
            extras: request.customParameter ?? [:]
        )
        let begun = try await authorizations.begin(page, session: request.sessionId.map { Secret($0) }, in: call)
        return CreateAuthURI.Response {
            $0.kind = "identitytoolkit#CreateAuthUriResponse"
            $0.providerId = page.providerID.rawValue
            $0.sessionId = begun.session.reveal()
            $0.authUri = begun.url
        }
    }

    private static func methods(of account: Account?) -> (providers: [String], methods: [String])? {
        guard let account else { return nil }
        var ways: (providers: [String], methods: [String]) = ([], [])
        for provider in account.providerIDs where provider != .phone {
            ways.providers.append(provider.rawValue)
            ways.methods += provider == .password ? passwordMethods(of: account) : [provider.rawValue]
        }
        return ways
    }

    /// Where several accounts share an address, only a password belongs to it.
    private static func sharedMethods(of accounts: [Account]) -> (providers: [String], methods: [String])? {
        guard let account = accounts.first(where: { $0.email != nil }) else { return nil }
        let methods = passwordMethods(of: account)
        return (methods.isEmpty ? [] : [ProviderID.password.rawValue], methods)
    }

    private static func passwordMethods(of account: Account) -> [String] {
        (account.password == nil ? [] : [ProviderID.password.rawValue]) + (account.hasEmailLink ? ["emailLink"] : [])
    }
}
