internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Starts a session with a mailed link, or adds its address to the account of an identity token.
struct SignInWithEmailLinkEndpoint: Endpoint {
    typealias Op = SignInWithEmailLink

    let configuration: BackendConfiguration
    let policy: Policy
    let store: Store
    let writer: AccountWriter
    let identityTokens: IdentityTokenReader
    let codes: CodeIssuer
    let firstFactor: FirstFactor
    let blocking: BlockingFunctions
    let random: RandomSource

    func respond(
        to request: SignInWithEmailLink.Request,
        in call: Call
    ) async throws(APIError) -> SignInWithEmailLink.Response {
        guard configuration.allowsEmailLinkSignIn else { throw APIError(.operationNotAllowed) }
        var call = call
        var linking: IdentityToken?
        if let token = request.idToken { linking = try await identityTokens.read(token, in: &call) }
        guard let text = request.email, !text.isEmpty else { throw APIError(.missingEmail) }
        let email = try EmailRule.parse(text, policy)
        guard let secret = request.oobCode, !secret.reveal().isEmpty else { throw APIError(.missingOOBCode) }
        let outcome = try await blocking.write(call, as: BlockingContext(method: "emailLink")) { [linking] tx in
            try save(email, try redeem(secret, email, tx), linking, tx)
        }
        writer.deliver(outcome.mails, in: call)
        var response = SignInWithEmailLink.Response {
            $0.kind = "identitytoolkit#EmailLinkSigninResponse"
            $0.email = email.text
            $0.localId = outcome.account.id.rawValue
            $0.isNewUser = outcome.isNewUser
        }
        try await firstFactor.fill(&response, with: outcome.signIn, in: call)
        return response
    }

    /// What a link led to.
    private struct Outcome: Sendable {
        var account: Account
        let isNewUser: Bool
        let signIn: FirstFactor.Outcome
        var mails: [CodeIssuer.Issued] = []
    }

    /// Uses the code, if its holder knows the address to which it was mailed.
    private func redeem(
        _ secret: Secret<String>,
        _ email: EmailAddress,
        _ tx: borrowing Transaction
    ) throws -> Code {
        let code = try codes.inspect(secret, tx)
        guard code.type == .emailSignIn else { throw APIError(.invalidOOBCode) }
        guard code.email.isSpelled(like: email) else {
            throw APIError(.invalidEmail, "The email provided does not match the sign-in email address.")
        }
        return try codes.redeem(secret, tx)
    }

    private func save(
        _ email: EmailAddress,
        _ code: Code,
        _ linking: IdentityToken?,
        _ tx: borrowing Transaction
    ) throws -> Outcome {
        let owner = try store.accounts.find(.email(email), tx)
        // Another spelling of an account's address may be another mailbox: it proves nothing.
        if let own = owner?.email, !own.isSpelled(like: email) { throw APIError(.invalidOOBCode) }
        let old = try linking.map { try holder(of: $0, owner: owner, tx) } ?? owner
        if old?.isDisabled == true { throw APIError(.userDisabled) }
        var account = old ?? Account(id: tx.newUserID(random))
        account.email = email
        account.isEmailVerified = true
        account.hasEmailLink = true
        var mails: [CodeIssuer.Issued] = []
        if let old {
            let author: Takeover.Author =
                linking.map { .user($0, provesAddress: true, getsSession: true) } ?? .mailReader(code)
            let written = try writer.change(old, to: account, by: author, tx)
            (account, mails) = (written.account, written.mails)
        } else {
            account.createdAt = tx.now
            account = try writer.admit(account, tx)
        }
        let proof = linking?.secondFactorProof
        let signIn = try firstFactor.complete(account, provider: .password, proof: proof, tx)
        return Outcome(account: account, isNewUser: old == nil, signIn: signIn, mails: mails)
    }

    /// The account that gets the address.
    private func holder(
        of caller: IdentityToken,
        owner: Account?,
        _ tx: borrowing Transaction
    ) throws -> Account {
        let account = try identityTokens.account(of: caller, tx)
        if let owner, owner.id != account.id { throw APIError(.emailExists) }
        return account
    }
}
