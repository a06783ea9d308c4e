internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Ends a first factor that was right: with a session, or with a sign-in that waits for the second one.
final class FirstFactor: Sendable {
    let policy: Policy
    let configuration: BackendConfiguration
    let starter: SessionStarter

    init(policy: Policy, configuration: BackendConfiguration, starter: SessionStarter) {
        self.policy = policy
        self.configuration = configuration
        self.starter = starter
    }

    /// What a first factor led to.
    enum Outcome: Sendable {
        /// The user is signed in.
        case session(SessionStarter.Started)
        /// One of the account's second factors is needed.
        case pending(Secret<String>, [SecondFactorInfo])
    }

    /// The second factors of an account that may be used now.
    private func factors(of account: Account, _ tx: borrowing Transaction) throws -> [SecondFactor] {
        guard !account.secondFactors.isEmpty else { return [] }
        var kinds = configuration.secondFactors
        if let tenant = tx.scope.tenant {
            if let factors = try starter.store.tenants.find(tenant, tx)?.mfaConfig {
                kinds.formIntersection(factors.kinds)
            }
        } else {
            kinds = try starter.store.projects.settings(of: tx.scope.project, tx).secondFactors(configuration)
        }
        return account.secondFactors.filter { kinds.contains($0.kind) }
    }

    /// Starts a session of a stored account, or a sign-in that waits.
    ///
    /// A user whose session has shown a second factor already, and who links another sign-in method, gives the proof
    /// of it. A first factor that is two in one needs no other.
    func complete(
        _ account: Account,
        provider: ProviderID,
        claims: String? = nil,
        attributes: String? = nil,
        proof: SecondFactorProof? = nil,
        isMultiFactor: Bool = false,
        _ tx: borrowing Transaction
    ) throws -> Outcome {
        let factors = try factors(of: account, tx)
        let isShown = proof.map { proof in account.secondFactors.contains { $0.id == proof.id } } ?? false
        guard factors.isEmpty || isShown || isMultiFactor else {
            let credential = Secret(Base64.encode(starter.environment.random.bytes(32)))
            try starter.store.pendingSignIns.deleteExpired(before: tx.now, tx)
            try starter.store.pendingSignIns.insert(
                PendingSignIn(
                    account: account.id,
                    provider: provider,
                    claims: claims,
                    attributes: attributes,
                    expiresAt: policy.proofs.end(of: \.pendingSignIn, from: tx.now)
                ),
                credential: credential,
                tx
            )
            tx.call.record?.note([SecurityEvent(kind: .secondFactorAsked, account: account.id, method: provider)])
            return .pending(credential, factors.map { SecondFactorInfo(obfuscating: $0) })
        }
        let started = try starter.signIn(
            account,
            provider: provider,
            claims: claims,
            attributes: attributes,
            proof: proof,
            tx
        )
        return .session(started)
    }

    /// Puts the outcome into an answer: tokens, or what is needed to show the second factor.
    func fill(
        _ response: inout some TokenFields & SecondFactorFields,
        with outcome: Outcome,
        in call: Call
    ) async throws(APIError) {
        switch outcome {
        case .session(let started): response.fill(try await starter.tokens(of: started, in: call))
        case .pending(let credential, let factors):
            response.mfaPendingCredential = credential
            response.mfaInfo = factors
        }
    }
}
