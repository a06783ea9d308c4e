internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Enrolls the passkey that an authenticator made, and starts a session with it.
///
/// **In lenient a passkey may be enrolled by its identifier alone**, without any proof, because the official emulator
/// does so and tests rely on it. An answer with a `response` is verified in lenient too.
struct FinishPasskeyEnrollmentEndpoint: Endpoint {
    typealias Op = FinishPasskeyEnrollment

    let rule: PasskeyRule
    let store: Store
    let writer: AccountWriter
    let identityTokens: IdentityTokenReader
    let challenges: PasskeyChallenges
    let starter: SessionStarter

    func respond(
        to request: FinishPasskeyEnrollment.Request,
        in call: Call
    ) async throws(APIError) -> FinishPasskeyEnrollment.Response {
        let party = try rule.relyingParty()
        guard let token = request.idToken else { throw APIError(.missingIDToken) }
        guard let answer = request.authenticatorRegistrationResponse else {
            throw APIError(.missingAuthenticatorResponse)
        }
        var call = call
        let caller = try await identityTokens.read(token, in: &call)
        let passkey = try await passkey(of: answer, for: party, caller, in: call)
        let name = PasskeyRule.name(request.name, request.displayName)
        let started = try await store.write(call) { tx in
            try enroll(passkey, name: name, by: caller, tx)
        }
        var response = FinishPasskeyEnrollment.Response { $0.localId = started.account.id.rawValue }
        response.fill(try await starter.tokens(of: started, in: call))
        return response
    }

    /// The passkey that the answer proves, its challenge used up.
    private func passkey(
        of answer: FinishPasskeyEnrollment.RegistrationResponse,
        for party: RelyingParty,
        _ caller: IdentityToken,
        in call: Call
    ) async throws(APIError) -> Passkey {
        guard let content = answer.response else {
            guard rule.policy.acceptsBarePasskeys else { throw APIError(.missingAuthenticatorResponse) }
            guard let id = answer.id, !id.isEmpty else { throw APIError(.invalidCredentialID) }
            guard id.utf8.count <= 2048 else { throw APIError(.invalidCredentialID) }
            return Passkey(id: PasskeyID(canonical: id), account: caller.uid, key: nil, signCount: 0)
        }
        let registration = try RegistrationResponse(id: answer.id, content)
        try await challenges.redeem(
            registration.clientData.challenge,
            for: .enrollment(account: caller.uid),
            in: call
        )
        do throws(WebAuthnRejection) {
            let verified = try registration.verify(for: party)
            return Passkey(
                id: PasskeyID(bytes: verified.id),
                account: caller.uid,
                key: verified.key,
                signCount: verified.signCount
            )
        } catch {
            throw APIError(error)
        }
    }

    private func enroll(
        _ passkey: Passkey,
        name: String,
        by caller: IdentityToken,
        _ tx: borrowing Transaction
    ) throws -> SessionStarter.Started {
        let old = try identityTokens.account(of: caller, tx)
        try rule.refuse(old, caller, now: tx.now)
        try store.passkeys.insert(passkey, name: name, tx)
        var account = old
        account.passkeys.append(EnrolledPasskey(id: passkey.id, name: name))
        let written = try writer.change(old, to: account, by: .user(caller, getsSession: true), tx)
        return try starter.start(
            written.account,
            provider: .passkey,
            proof: caller.secondFactorProof,
            tx
        )
    }
}
