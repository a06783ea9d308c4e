internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Starts a session with what a provider says of the user, or links the provider to the account of an identity token.
struct SignInWithProviderEndpoint: Endpoint {
    typealias Op = SignInWithProvider

    let policy: Policy
    let authorizations: Authorizations
    let reader: any ProviderReader
    let identityTokens: IdentityTokenReader
    let arrivals: ProviderArrivals
    let firstFactor: FirstFactor

    func respond(
        to request: SignInWithProvider.Request,
        in call: Call
    ) async throws(APIError) -> SignInWithProvider.Response {
        if request.returnRefreshToken == true { throw .notImplemented("returnRefreshToken is not implemented yet.") }
        if request.pendingIdToken != nil { throw .notImplemented("pendingIdToken is not implemented yet.") }
        var call = call
        var caller: IdentityToken?
        if let token = request.idToken { caller = try await identityTokens.read(token, in: &call) }
        var assertion: ProviderAssertion?
        let proof: ProviderArrivals.Proof
        if let token = request.pendingToken {
            proof = .pending(token)
        } else {
            let answer = try ProviderAssertion(request)
            let read = try await authorizations.redeem(answer, session: request.sessionId, in: call)
            let nonce = SessionNonce(sessionID: request.sessionId)
            proof = .user(try await reader.user(from: read, session: nonce, in: call))
            assertion = read
        }
        let arrival = ProviderArrivals.Arrival(
            proof: proof,
            caller: caller,
            mayCreate: request.autoCreate ?? true,
            keepsRefused: request.returnIdpCredential == true,
            context: Self.context(assertion)
        )
        let outcome = try await arrivals.settle(arrival, in: call)
        var response = response(for: outcome, in: call)
        fill(&response, tokensOf: assertion)
        if let signIn = outcome.signIn { try await firstFactor.fill(&response, with: signIn, in: call) }
        return response
    }

    /// What the project's functions are told of the provider's tokens, if it wants them to be.
    private static func context(_ assertion: ProviderAssertion?) -> BlockingContext {
        var context = BlockingContext(method: assertion?.providerID.rawValue ?? "")
        context.idToken = assertion?.idToken
        context.accessToken = assertion?.accessToken
        context.refreshToken = assertion?.refreshToken
        context.tokenSecret = assertion?.tokenSecret
        return context
    }

    private func response(for outcome: ProviderArrivals.Outcome, in call: Call) -> SignInWithProvider.Response {
        let user = outcome.user
        let account = outcome.account
        return SignInWithProvider.Response {
            $0.kind = "identitytoolkit#VerifyAssertionResponse"
            $0.providerId = user.providerID.rawValue
            $0.federatedId = user.federatedID
            $0.email = user.writtenEmail ?? user.email?.text
            $0.emailVerified = user.email == nil ? nil : user.isEmailVerified
            if let account, account.email == user.email, user.email != nil {
                $0.emailVerified = account.wireEmailVerified
            }
            $0.firstName = user.firstName
            $0.lastName = user.lastName
            $0.fullName = user.displayName
            $0.displayName = user.displayName
            $0.photoUrl = user.photoURL
            $0.screenName = user.screenName
            $0.rawUserInfo = user.rawUserInfo
            $0.tenantId = call.scope.tenant?.rawValue
            $0.localId = account?.id.rawValue
            $0.isNewUser = outcome.isNew ? true : nil
            $0.emailRecycled = outcome.isRecycled ? true : nil
            $0.errorMessage = outcome.refusal?.message
            $0.pendingToken = outcome.pendingToken
            if let owner = outcome.toConfirm {
                $0.needConfirmation = true
                // A caller who has not proved the address learns the sign-in methods, and not which account it is.
                $0.localId = policy.believesEveryProvider ? owner.id.rawValue : nil
                $0.verifiedProvider = owner.linked.map(\.providerID.rawValue)
            }
        }
    }

    /// Hands the provider's tokens back, from which clients make a credential.
    private func fill(_ response: inout SignInWithProvider.Response, tokensOf assertion: ProviderAssertion?) {
        guard let assertion else { return }
        response.oauthIdToken = assertion.idToken
        response.oauthAccessToken = assertion.accessToken
        response.oauthTokenSecret = assertion.tokenSecret
        // Clients of most providers make no credential without one, so the emulator always has one.
        if policy.believesEveryProvider, assertion.accessToken == nil {
            response.oauthAccessToken = Secret("FirebaseAuthEmulatorFakeAccessToken_\(assertion.providerID)")
        }
    }
}
