internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Says how a new passkey is to be made, and which challenge is to come back with it.
struct StartPasskeyEnrollmentEndpoint: Endpoint {
    typealias Op = StartPasskeyEnrollment

    let rule: PasskeyRule
    let store: Store
    let identityTokens: IdentityTokenReader
    let challenges: PasskeyChallenges

    func respond(
        to request: StartPasskeyEnrollment.Request,
        in call: Call
    ) async throws(APIError) -> StartPasskeyEnrollment.Response {
        let party = try rule.relyingParty()
        guard let token = request.idToken else { throw APIError(.missingIDToken) }
        var call = call
        let caller = try await identityTokens.read(token, in: &call)
        let (account, challenge) = try await store.write(call) { tx in
            let account = try identityTokens.account(of: caller, tx)
            try rule.refuse(account, caller, now: tx.now)
            return (account, try challenges.issue(.enrollment(account: account.id), tx))
        }
        return StartPasskeyEnrollment.Response {
            $0.credentialCreationOptions = Self.options(party, account, challenge)
        }
    }

    private static func options(
        _ party: RelyingParty,
        _ account: Account,
        _ challenge: String
    ) -> StartPasskeyEnrollment.CreationOptions {
        StartPasskeyEnrollment.CreationOptions {
            $0.rp = StartPasskeyEnrollment.RelyingParty {
                $0.id = party.id
                $0.name = party.name
            }
            $0.user = StartPasskeyEnrollment.User {
                let name = account.email?.text ?? account.phoneNumber?.text ?? account.displayName ?? ""
                $0.id = Base64.encode(PasskeyID.userHandle(of: account.id))
                $0.name = name
                $0.displayName = account.displayName ?? name
            }
            $0.challenge = challenge
            $0.pubKeyCredParams = COSEKey.algorithms.map { algorithm in
                StartPasskeyEnrollment.Parameter {
                    $0.type = "public-key"
                    $0.alg = Int(algorithm)
                }
            }
            $0.timeout = Int(PasskeyChallenges.lifetime.wholeMilliseconds)
            $0.excludeCredentials = account.passkeys.map { passkey in
                PasskeyDescriptor {
                    $0.type = "public-key"
                    $0.id = passkey.id.rawValue
                }
            }
            $0.authenticatorSelection = StartPasskeyEnrollment.Selection {
                // The user types no name at a sign-in: the passkey must name its account.
                $0.residentKey = "required"
                $0.requireResidentKey = true
                $0.userVerification = party.userVerification.rawValue
            }
            $0.attestation = "none"
        }
    }
}
