internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Starts a session with a texted code, or gives the account of an identity token its number.
struct SignInWithPhoneNumberEndpoint: Endpoint {
    typealias Op = SignInWithPhoneNumber

    let policy: Policy
    let store: Store
    let writer: AccountWriter
    let identityTokens: IdentityTokenReader
    let phoneCodes: PhoneCodeIssuer
    let starter: SessionStarter
    let blocking: BlockingFunctions
    let random: RandomSource

    func respond(
        to request: SignInWithPhoneNumber.Request,
        in call: Call
    ) async throws(APIError) -> SignInWithPhoneNumber.Response {
        var call = call
        try call.refuseTenant()
        let evidence = try Evidence(request, policy)
        var linking: IdentityToken?
        if let token = request.idToken { linking = try await identityTokens.read(token, in: &call) }
        let context = BlockingContext(method: ProviderID.phone.rawValue)
        let result = try await blocking.write(call, as: context) { [linking] tx -> Result<Outcome, APIError> in
            switch try prove(evidence, tx) {
            case .success(let number):
                .success(try save(number, evidence, linking, request.operation, tx))
            case .failure(let refusal): .failure(refusal)
            }
        }
        switch try result.get() {
        case .taken(let number, let proof):
            return SignInWithPhoneNumber.Response {
                $0.phoneNumber = number.text
                $0.temporaryProof = proof
                $0.temporaryProofExpiresIn = DecimalString(policy.proofs.phoneProof.wholeSeconds)
            }
        case .session(let started, let isNewUser):
            var response = SignInWithPhoneNumber.Response {
                $0.localId = started.account.id.rawValue
                $0.isNewUser = isNewUser
                $0.phoneNumber = started.account.phoneNumber?.text
            }
            response.fill(try await starter.tokens(of: started, in: call))
            return response
        }
    }

    /// What a proved number led to.
    private enum Outcome: Sendable {
        case session(SessionStarter.Started, isNewUser: Bool)
        /// The number is another account's: its owner may sign in with the proof.
        case taken(PhoneNumber, proof: Secret<String>)
    }

    /// What shows that the number is the caller's.
    private enum Evidence: Sendable {
        case code(Secret<String>, session: Secret<String>)
        case proof(Secret<String>, number: PhoneNumber)

        init(
            _ request: SignInWithPhoneNumber.Request,
            _ policy: Policy
        ) throws(APIError) {
            if let proof = request.temporaryProof, !proof.reveal().isEmpty {
                guard let number = request.phoneNumber, !number.isEmpty else { throw APIError(.missingPhoneNumber) }
                self = .proof(proof, number: try PhoneRule.parse(number, policy))
            } else {
                guard let session = request.sessionInfo, !session.reveal().isEmpty else {
                    throw APIError(.missingSessionInfo)
                }
                guard let code = request.code, !code.reveal().isEmpty else { throw APIError(.missingCode) }
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
        _ tx: borrowing Transaction
    ) throws -> Result<PhoneNumber, APIError> {
        switch evidence {
        case .code(let code, let session):
            return try phoneCodes.redeem(session, code, for: .signIn, tx)
        case .proof(let proof, let number):
            guard try store.phoneProofs.isValid(proof, of: number, at: tx.now, tx) else {
                return .failure(APIError(.invalidTemporaryProof))
            }
            // The emulator's proofs are good for ever.
            if policy.proofs.areEnforced { try store.phoneProofs.delete(proof, tx) }
            return .success(number)
        }
    }

    private func save(
        _ number: PhoneNumber,
        _ evidence: Evidence,
        _ linking: IdentityToken?,
        _ operation: PhoneOperation?,
        _ tx: borrowing Transaction
    ) throws -> Outcome {
        let owner = try store.accounts.find(.phone(number), tx)
        let caller = try linking.map { try identityTokens.account(of: $0, tx) }
        if let caller, let owner, caller.id != owner.id {
            guard !evidence.isProof else { throw APIError(.phoneNumberExists) }
            return .taken(number, proof: try makeProof(of: number, tx))
        }
        // A reauthentication must not make a new account.
        if operation == .reauthenticate, caller == nil, owner == nil { throw APIError(.userNotFound) }
        let old = caller ?? owner
        if old?.isDisabled == true { throw APIError(.userDisabled) }
        try FirstFactorRule.refuseSecondFactors(of: old)
        var account = old ?? Account(id: tx.newUserID(random))
        account.phoneNumber = number
        if let old {
            let author: Takeover.Author = linking.map { .user($0, getsSession: true) } ?? .credential
            account = try writer.change(old, to: account, by: author, tx).account
        } else {
            account.createdAt = tx.now
            account = try writer.admit(account, tx)
        }
        let started = try starter.signIn(account, provider: .phone, tx)
        return .session(started, isNewUser: old == nil)
    }

    private func makeProof(
        of number: PhoneNumber,
        _ tx: borrowing Transaction
    ) throws -> Secret<String> {
        let proof = Secret(Base64.encode(random.bytes(32)))
        try store.phoneProofs.deleteExpired(before: tx.now, tx)
        try store.phoneProofs.insert(
            proof,
            of: number,
            expiresAt: policy.proofs.end(of: \.phoneProof, from: tx.now),
            tx
        )
        return proof
    }
}
