internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Takes a second factor away.
///
/// There are always new tokens: a client that gets none believes itself signed out.
struct WithdrawSecondFactorEndpoint: Endpoint {
    typealias Op = WithdrawSecondFactor

    let store: Store
    let writer: AccountWriter
    let identityTokens: IdentityTokenReader
    let starter: SessionStarter

    func respond(
        to request: WithdrawSecondFactor.Request,
        in call: Call
    ) async throws(APIError) -> WithdrawSecondFactor.Response {
        guard let token = request.idToken else { throw APIError(.missingIDToken) }
        var call = call
        let caller = try await identityTokens.read(token, in: &call)
        let started = try await store.write(call) { tx in
            try withdraw(request.mfaEnrollmentId.map { FactorID(stored: $0) }, by: caller, tx)
        }
        var response = WithdrawSecondFactor.Response()
        response.fill(try await starter.tokens(of: started, in: call))
        return response
    }

    private func withdraw(
        _ id: FactorID?,
        by caller: IdentityToken,
        _ tx: borrowing Transaction
    ) throws -> SessionStarter.Started {
        let old = try identityTokens.account(of: caller, tx)
        var account = old
        account.secondFactors.removeAll { $0.id == id }
        account.listsNoFactors = account.secondFactors.isEmpty
        let written = try writer.change(old, to: account, by: .user(caller, getsSession: true), tx)
        guard account.secondFactors.count < old.secondFactors.count else { throw APIError(.mfaEnrollmentNotFound) }
        let proof = caller.secondFactorProof
        return try starter.start(
            written.account,
            provider: caller.signInProvider ?? .password,
            proof: proof?.id == id ? nil : proof,
            authTime: written.authTime,
            tx
        )
    }
}
