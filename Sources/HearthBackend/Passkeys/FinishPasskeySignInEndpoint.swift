internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Starts a session with what a passkey signed.
///
/// A passkey whose authenticator saw the user is two factors by itself, something that is owned and something that is
/// known or is a part of the body: then no second one is asked for.
///
/// **In lenient the identifier alone is enough for a passkey that was enrolled by it**, as in the official emulator. One
/// that was enrolled with its key has to sign in lenient too.
struct FinishPasskeySignInEndpoint: Endpoint {
    typealias Op = FinishPasskeySignIn

    let rule: PasskeyRule
    let store: Store
    let challenges: PasskeyChallenges
    let firstFactor: FirstFactor

    func respond(
        to request: FinishPasskeySignIn.Request,
        in call: Call
    ) async throws(APIError) -> FinishPasskeySignIn.Response {
        let party = try rule.relyingParty()
        guard let answer = request.authenticatorAuthenticationResponse else {
            throw APIError(.missingAuthenticatorResponse)
        }
        guard let text = answer.id, !text.isEmpty else { throw APIError(.invalidCredentialID) }
        let id = PasskeyID(canonical: text)
        let assertion = try await assertion(of: answer, for: party, session: request.sessionId, in: call)
        let (uid, outcome) = try await store.write(call) { tx in try signIn(id, assertion, tx) }
        var response = FinishPasskeySignIn.Response { $0.localId = uid.rawValue }
        try await firstFactor.fill(&response, with: outcome, in: call)
        return response
    }

    /// What was signed, its challenge used up; `nil` if there is but an identifier.
    private func assertion(
        of answer: FinishPasskeySignIn.AuthenticationResponse,
        for party: RelyingParty,
        session: String?,
        in call: Call
    ) async throws(APIError) -> AssertionResponse? {
        guard let content = answer.response else {
            guard rule.policy.acceptsBarePasskeys else { throw APIError(.missingAuthenticatorResponse) }
            return nil
        }
        let assertion = try AssertionResponse(content)
        try await challenges.redeem(assertion.clientData.challenge, for: .signIn, session: session, in: call)
        do throws(WebAuthnRejection) {
            try assertion.check(for: party)
        } catch {
            throw APIError(error)
        }
        return assertion
    }

    private func signIn(
        _ id: PasskeyID,
        _ assertion: AssertionResponse?,
        _ tx: borrowing Transaction
    ) throws -> (uid: UserID, FirstFactor.Outcome) {
        guard let passkey = try store.passkeys.find(id, tx),
            let account = try store.accounts.find(passkey.account, tx)
        else { throw APIError(.passkeyCredentialNotFound) }
        if let assertion {
            try Self.verify(assertion, passkey)
            try store.passkeys.note(assertion.authenticatorData.signCount, of: id, tx)
        } else if passkey.key != nil {
            throw APIError(.missingAuthenticatorResponse)
        }
        guard !account.isDisabled else { throw APIError(.userDisabled) }
        let outcome = try firstFactor.complete(
            account,
            provider: .passkey,
            isMultiFactor: assertion?.isUserVerified ?? true,
            tx
        )
        return (account.id, outcome)
    }

    private static func verify(_ assertion: AssertionResponse, _ passkey: Passkey) throws(APIError) {
        do throws(WebAuthnRejection) {
            try assertion.verify(by: passkey)
        } catch {
            throw APIError(error)
        }
    }
}
