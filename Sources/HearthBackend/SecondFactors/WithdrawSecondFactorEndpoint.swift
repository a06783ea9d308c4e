internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Takes a second factor away.
///
/// There are always new tokens: a client that gets none believes itself signed out.
struct WithdrawSecondFactorEndpoint: Endpoint {
    typealias Op = WithdrawSecondFactor

    let profile: BackendConfiguration.Profile
    let store: Store
    let identities: IdentityTokenReader
    let starter: SessionStarter

    func respond(
        to request: WithdrawSecondFactor.Request,
        in call: Call
    ) async throws(APIError) -> WithdrawSecondFactor.Response {
        guard let token = request.idToken else { throw APIError("MISSING_ID_TOKEN") }
        var call = call
        let caller = try await identities.read(token, in: &call)
        try RecentLogin.check(authTime: caller.authTime, now: call.now, profile)
        let started = try await store.write { [call] db in
            try withdraw(request.mfaEnrollmentId, by: caller, in: call, db)
        }
        var response = WithdrawSecondFactor.Response()
        response.fill(try await starter.tokens(of: started, in: call))
        return response
    }

    private func withdraw(
        _ id: String?,
        by caller: IdentityToken,
        in call: Call,
        _ db: borrowing Connection
    ) throws -> SessionStarter.Started {
        let old = try identities.account(of: caller, in: call, db)
        var account = old
        account.secondFactors.removeAll { $0.mfaEnrollmentId == id }
        guard account.secondFactors.count < old.secondFactors.count else { throw APIError("MFA_ENROLLMENT_NOT_FOUND") }
        if profile == .strict {
            account.validSince = call.now.seconds
            try store.sessions.endAll(of: account.id, now: call.now, in: call.scope, db)
        }
        let proof = caller.secondFactorProof
        let started = try starter.start(
            &account,
            provider: caller.signInProvider ?? ProviderName.password,
            proof: proof?.id == id ? nil : proof,
            in: call,
            db
        )
        try store.accounts.update(account, from: old, in: call.scope, db)
        return started
    }
}
