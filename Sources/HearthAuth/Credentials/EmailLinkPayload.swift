internal import HearthCore
internal import HearthWire

/// An address with a link that was mailed to it.
struct EmailLinkPayload: CredentialPayload {
    let email: String
    /// What the link carries; `nil` if it was none.
    let link: ActionCodeURL?

    var parts: [String] { [email, link?.code ?? ""] }
    var isRepeatable: Bool { false }

    /// The service makes an account for an address that has none, so another address must not get there.
    func mayBelong(to account: Account) -> Bool {
        account.email.map(EmailKey.make) == EmailKey.make(email)
    }

    func exchange(_ purpose: CredentialPurpose, over caller: Caller) async throws(AuthError) -> CredentialAnswer {
        if email.isEmpty { throw AuthError(.missingEmail) }
        guard let link, link.operation == .emailLink else {
            throw AuthError(.invalidActionCode, .linkForAnotherPurpose)
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
        do throws(AuthError) {
            let response = try await caller.call(SignInWithEmailLink.self, request)
            return CredentialAnswer(response, isNewUser: response.isNewUser)
        } catch {
            throw explained(error, link, caller.configuration)
        }
    }

    /// The key in the links of emulators, whatever the app's own.
    private static let emulatorKey = "fake-api-key"

    /// Says what is wrong where the service's word is about something else.
    private func explained(_ error: AuthError, _ link: ActionCodeURL, _ configuration: AuthConfiguration) -> AuthError {
        var error = error
        switch error.code {
        // The service has the same word for an address that is none.
        case .invalidEmail where EmailAddress(email) != nil: error.detail = .linkOfAnotherAddress
        case .invalidActionCode
        where link.apiKey.map { ![configuration.apiKey, Self.emulatorKey].contains($0) } ?? false:
            error.detail = .linkOfAnotherProject
        default: break
        }
        return error
    }
}
