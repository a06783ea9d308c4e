internal import HearthAuth

extension AuthManager {
    /// Adds a way in to the account of the one who is signed in.
    ///
    /// - Parameter provider: The way in, with what was shown.
    /// - Returns: The user, or what is in the way.
    /// - Throws: ``FlowError``, for example with code ``FlowError/Code/signedOut``.
    @discardableResult
    public func link(_ provider: IdentityProvider) async throws(FlowError) -> SignInOutcome {
        await ready()
        guard let user = auth.currentUser else { throw FlowError(.signedOut) }
        let id = newID()
        materials.proofs[id] = provider
        return try await wait(outcomes, id) {
            send(LinkFlow.Event.begin(LinkFlow.Attempt(id: id, owner: user.uid, providerID: provider.id)))
        } cancel: {
            send(LinkFlow.Event.cancelled(id))
        }
    }

    func send(_ event: LinkFlow.Event) {
        for effect in step(LinkFlow.self, \.link, event) {
            switch effect {
            case .link(let attempt): work(attempt.id) { await $0.link(attempt) }
            case .finish(let id, let result): finish(outcomes, id, result)
            }
        }
    }

    private func link(_ attempt: LinkFlow.Attempt) async {
        guard let provider = materials.proofs[attempt.id] else { return }
        let result = await link(provider, owner: attempt.owner)
        guard machines.link == .linking(attempt) else { return }
        let outcome = await outcome(of: result, with: provider, origin: .linking)
        await sessionChanged()
        send(LinkFlow.Event.ended(attempt.id, outcome))
    }

    /// Adds a way in to an account, if it is still the one who is signed in.
    func link(_ provider: IdentityProvider, owner: String) async -> Result<AuthDataResult, AuthError> {
        do throws(AuthError) {
            guard let user = auth.currentUser, user.uid == owner else { throw AuthError(.staleUser) }
            guard let credential = provider.credential else {
                throw AuthError(.invalidCredential, "this way in cannot be added to an account")
            }
            return .success(try await user.link(with: credential))
        } catch {
            return .failure(error)
        }
    }
}

extension LinkFlow.State {
    var owner: String? {
        if case .linking(let attempt) = self { attempt.owner } else { nil }
    }
}
