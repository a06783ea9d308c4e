internal import HearthCore
internal import HearthWire

/// What shows that a telephone number is the user's.
enum PhonePayload: CredentialPayload {
    /// A texted code, typed.
    case code(Secret<String>, verificationID: Secret<String>)
    /// What an earlier attempt proved.
    case proof(Secret<String>, phoneNumber: String)

    var parts: [String] {
        switch self {
        case .code(let code, let id): [id.reveal(), code.reveal()]
        case .proof(let proof, _): [proof.reveal()]
        }
    }

    var isRepeatable: Bool { false }

    func exchange(_ purpose: CredentialPurpose, over caller: Caller) async throws(AuthError) -> CredentialAnswer {
        switch purpose {
        case .signIn: try await send(.signUpOrIn, token: nil, over: caller)
        case .reauthenticate: try await send(.reauthenticate, token: nil, over: caller)
        case .link(let token): try await send(.link, token: token, over: caller)
        }
    }

    /// Gives the account of an identity token the number.
    func send(
        _ operation: PhoneOperation,
        token: Secret<String>?,
        over caller: Caller
    ) async throws(AuthError) -> CredentialAnswer {
        try check()
        let request = SignInWithPhoneNumber.Request { request in
            request.operation = operation
            request.idToken = token
            switch self {
            case .code(let code, let id):
                request.code = code
                request.sessionInfo = id
            case .proof(let proof, let number):
                request.temporaryProof = proof
                request.phoneNumber = number
            }
        }
        let response = try await caller.call(SignInWithPhoneNumber.self, request)
        if let collision = Self.collision(in: response) { throw collision }
        return CredentialAnswer(response, isNewUser: response.isNewUser)
    }

    /// Refuses what the service could not use.
    func check() throws(AuthError) {
        guard case .code(let code, let id) = self else { return }
        if id.reveal().isEmpty { throw AuthError(.missingVerificationID) }
        if code.reveal().isEmpty { throw AuthError(.missingVerificationCode) }
    }

    /// The number is another account's, and the code is used: what the service left behind stands for it.
    private static func collision(in response: SignInWithPhoneNumber.Response) -> AuthError? {
        guard response.idToken == nil, let proof = response.temporaryProof, let number = response.phoneNumber else {
            return nil
        }
        var error = AuthError(.credentialAlreadyInUse, "the number belongs to another account")
        error.operation = "\(SignInWithPhoneNumber.self)"
        var collision = AccountCollision(email: nil, verifiedProviders: [], pendingToken: nil)
        collision.credential = AuthCredential(PhoneAuthProvider.id, PhonePayload.proof(proof, phoneNumber: number))
        error.collision = collision
        return error
    }
}
