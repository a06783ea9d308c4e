internal import HearthCore
internal import HearthWire

/// An address with a link that was mailed to it.
struct EmailLinkPayload: CredentialPayload {
    let email: String
    /// What the link carries; `nil` if it was none.
    let link: ActionCodeURL?

    /// The service makes an account for an address that has none, so another address must not get there.
    func mayBelong(to account: Account) -> Bool {
        account.email.map(EmailKey.make) == EmailKey.make(email)
    }

    func exchange(_ purpose: CredentialPurpose, over caller: Caller) async throws(AuthError) -> CredentialAnswer {
        if email.isEmpty { throw AuthError(.missingEmail) }
        guard let link, link.operation == .emailLink else {
            throw AuthError(.invalidActionCode, "the link is not one to sign in with")
        }
        if let tenant = link.tenantID, tenant != caller.configuration.tenantID {
            throw AuthError(.tenantIDMismatch, "the link is for another tenant")
        }
        let request = SignInWithEmailLink.Request { request in
            request.email = email
            request.oobCode = Secret(link.code)
            request.tenantId = caller.configuration.tenantID
            if case .link(let token) = purpose { request.idToken = token }
        }
        let response = try await caller.call(SignInWithEmailLink.self, request)
        return CredentialAnswer(response, isNewUser: response.isNewUser)
    }
}
