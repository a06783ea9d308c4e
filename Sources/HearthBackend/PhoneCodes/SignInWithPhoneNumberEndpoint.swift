internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Starts a session with a texted code, or gives the account of an identity token its number.
struct SignInWithPhoneNumberEndpoint: Endpoint {
    typealias Op = SignInWithPhoneNumber

    let profile: BackendConfiguration.Profile
    let store: Store
    let identities: IdentityTokenReader
    let phoneCodes: PhoneCodeIssuer
    let starter: SessionStarter
    let random: RandomSource

    func respond(
        to request: SignInWithPhoneNumber.Request,
        in call: Call
    ) async throws(APIError) -> SignInWithPhoneNumber.Response {
        var call = call
        try FirstFactorRule.refuseTenant(in: call)
        let evidence = try Evidence(request, profile)
        var linking: IdentityToken?
        if let token = request.idToken { linking = try await identities.read(token, in: &call) }
        let result = try await store.write { [call, linking] db -> Result<Outcome, APIError> in
            switch try prove(evidence, in: call, db) {
            case .success(let number):
                .success(try save(number, evidence, linking, request.operation, in: call, db))
            case .failure(let refusal): .failure(refusal)
            }
        }
        switch try result.get() {
        case .taken(let number, let proof):
            return SignInWithPhoneNumber.Response {
                $0.phoneNumber = number
                $0.temporaryProof = proof
                $0.temporaryProofExpiresIn = DecimalString(ProofLimits.phoneProof.wholeSeconds)
            }
        case .session(let started, let isNewUser):
            var response = SignInWithPhoneNumber.Response {
                $0.localId = started.account.id
                $0.isNewUser = isNewUser
                $0.phoneNumber = started.account.phoneNumber
            }
            response.fill(try await starter.tokens(of: started, in: call))
            return response
        }
    }

    /// What a proved number led to.
    private enum Outcome: Sendable {
        case session(SessionStarter.Started, isNewUser: Bool)
        /// The number is another account's: its owner may sign in with the proof.
        case taken(String, proof: Secret<String>)
    }

    /// What shows that the number is the caller's.
    private enum Evidence: Sendable {
        case code(Secret<String>, session: Secret<String>)
        case proof(Secret<String>, number: String)

        init(
            _ request: SignInWithPhoneNumber.Request,
            _ profile: BackendConfiguration.Profile
        ) throws(APIError) {
            if let proof = request.temporaryProof, !proof.reveal().isEmpty {
                guard let number = request.phoneNumber, !number.isEmpty else { throw APIError("MISSING_PHONE_NUMBER") }
                self = .proof(proof, number: try PhoneRule.parse(number, profile))
            } else {
                guard let session = request.sessionInfo, !session.reveal().isEmpty else {
                    throw APIError("MISSING_SESSION_INFO")
                }
                guard let code = request.code, !code.reveal().isEmpty else { throw APIError("MISSING_CODE") }
                self = .code(code, session: session)
            }
        }

        var isProof: Bool {
            if case .proof = self { true } else { false }
        }
    }

    /// The number that the evidence proves; the evidence is used up by that, if the sign-in succeeds.
    private func prove(
        _ evidence: Evidence,
        in call: Call,
        _ db: borrowing Connection
    ) throws -> Result<String, APIError> {
        switch evidence {
        case .code(let code, let session):
            return try phoneCodes.redeem(session, code, for: .signIn, in: call, db)
        case .proof(let proof, let number):
            guard try store.phoneProofs.isValid(proof, of: number, at: call.now, in: call.scope, db) else {
                return .failure(APIError("INVALID_TEMPORARY_PROOF"))
            }
            // The emulator's proofs are good for ever.
            if profile == .strict { try store.phoneProofs.delete(proof, db) }
            return .success(number)
        }
    }

    private func save(
        _ number: String,
        _ evidence: Evidence,
        _ linking: IdentityToken?,
        _ operation: PhoneOperation?,
        in call: Call,
        _ db: borrowing Connection
    ) throws -> Outcome {
        let owner = try store.accounts.find(.phone(number), in: call.scope, db)
        let caller = try linking.map { try identities.account(of: $0, in: call, db) }
        if let caller, let owner, caller.id != owner.id {
            guard !evidence.isProof else { throw APIError("PHONE_NUMBER_EXISTS") }
            return .taken(number, proof: try makeProof(of: number, in: call, db))
        }
        // Who only confirms who they are must not come out as somebody new.
        if operation == .reauthenticate, caller == nil, owner == nil { throw APIError("USER_NOT_FOUND") }
        let old = caller ?? owner
        if old?.isDisabled == true { throw APIError("USER_DISABLED") }
        try FirstFactorRule.refuseSecondFactors(of: old)
        if let linking, let caller, !caller.isAnonymous {
            try RecentLogin.check(authTime: linking.authTime, now: call.now, profile)
        }
        // The sessions of a guest who is none any more would let somebody else stay.
        if profile == .strict, let old, old.isAnonymous {
            try store.sessions.endAll(of: old.id, now: call.now, in: call.scope, db)
        }
        var account = old ?? Account(id: random.alphanumeric(28))
        account.phoneNumber = number
        account.lastLoginAt = call.now
        if old == nil { account.createdAt = call.now }
        account.updateProviders()
        let started = try starter.start(&account, provider: ProviderName.phone, in: call, db)
        if let old {
            try store.accounts.update(account, from: old, in: call.scope, db)
        } else {
            try store.accounts.insert(account, in: call.scope, db)
        }
        return .session(started, isNewUser: old == nil)
    }

    private func makeProof(
        of number: String,
        in call: Call,
        _ db: borrowing Connection
    ) throws -> Secret<String> {
        let proof = Secret(Base64.encode(random.bytes(32)))
        try store.phoneProofs.deleteExpired(before: call.now, db)
        try store.phoneProofs.insert(
            proof,
            of: number,
            expiresAt: ProofLimits(profile: profile).end(of: ProofLimits.phoneProof, from: call.now),
            in: call.scope,
            db
        )
        return proof
    }
}
