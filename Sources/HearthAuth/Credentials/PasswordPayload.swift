internal import HearthCore
internal import HearthWire

/// An address with its password.
struct PasswordPayload: CredentialPayload {
    let email: String
    let password: Secret<String>

    var parts: [String] { [email, password.reveal()] }
    var isRepeatable: Bool { true }

    func exchange(_ purpose: CredentialPurpose, over caller: Caller) async throws(AuthError) -> CredentialAnswer {
        if email.isEmpty { throw AuthError(.missingEmail) }
        if password.reveal().isEmpty { throw AuthError(.missingPassword) }
        guard case .link(let token) = purpose else { return try await signIn(over: caller) }
        let request = SignUp.Request { request in
            request.idToken = token
            request.email = email
            request.password = password
            request.returnSecureToken = true
            request.tenantId = caller.configuration.tenantID
        }
        return CredentialAnswer(try await caller.call(SignUp.self, request), isNewUser: false)
    }

    private func signIn(over caller: Caller) async throws(AuthError) -> CredentialAnswer {
        let request = SignInWithPassword.Request { request in
            request.email = email
            request.password = password
            request.returnSecureToken = true
            request.tenantId = caller.configuration.tenantID
        }
        let response = try await caller.call(SignInWithPassword.self, request, isIdempotent: true)
        return CredentialAnswer(response, isNewUser: false)
    }
}
