internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Makes a challenge that any passkey may sign.
struct StartPasskeySignInEndpoint: Endpoint {
    typealias Op = StartPasskeySignIn

    let rule: PasskeyRule
    let store: Store
    let challenges: PasskeyChallenges

    func respond(
        to request: StartPasskeySignIn.Request,
        in call: Call
    ) async throws(APIError) -> StartPasskeySignIn.Response {
        let party = try rule.relyingParty()
        let challenge = try await store.write(call) { tx in
            try challenges.issue(.signIn, session: request.sessionId, tx)
        }
        return StartPasskeySignIn.Response {
            $0.credentialRequestOptions = StartPasskeySignIn.RequestOptions {
                $0.challenge = challenge
                $0.rpId = party.id
                $0.timeout = Int(PasskeyChallenges.lifetime.wholeMilliseconds)
                $0.userVerification = party.userVerification.rawValue
            }
        }
    }
}
