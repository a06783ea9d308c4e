public import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Mails a link to sign in with, and keeps the address until the link comes back.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - settings: Where the link leads; ``HearthAuth/ActionCodeSettings/handleCodeInApp`` must be set.
    ///   - purpose: What the link is wanted for. Defaults to signing in.
    /// - Returns: What is waited for; it is still there in the next run of the app.
    /// - Throws: ``FlowError``.
    @discardableResult
    public func sendEmailLink(
        to email: String,
        settings: ActionCodeSettings,
        for purpose: ProofPurpose = .signIn
    ) async throws(FlowError) -> EmailLinkWait {
        let owner = try await owner(for: purpose)
        let (id, now) = (newID(), now())
        materials.mails[id] = settings
        let wait = EmailLinkWait(
            id: id,
            email: email,
            purpose: purpose,
            attemptsLeft: limits.challengeAttempts,
            resendAt: now + limits.resendDelay,
            expiresAt: now + limits.emailLinkLifetime,
            owner: owner
        )
        return try await self.wait(emailsSent, id) {
            await send(ProofFlow<EmailLinkWait>.Event.send(wait, call: id))
        } cancel: {
            await send(ProofFlow<EmailLinkWait>.Event.cancelled(call: id))
        }
    }

    /// Mails another link to the same address.
    ///
    /// - Parameters:
    ///   - wait: What is waited for.
    ///   - settings: Where the link leads.
    /// - Returns: What is waited for now.
    /// - Throws: ``FlowError``, for example with code ``FlowError/Code/tooSoon``.
    @discardableResult
    public func resend(_ wait: EmailLinkWait, settings: ActionCodeSettings) async throws(FlowError) -> EmailLinkWait {
        await ready()
        let id = newID()
        materials.mails[id] = settings
        return try await self.wait(emailsSent, id) {
            await send(ProofFlow<EmailLinkWait>.Event.resend(wait.id, call: id, now: now()))
        } cancel: {
            await send(ProofFlow<EmailLinkWait>.Event.cancelled(call: id))
        }
    }

    /// Signs in, or adds the address, with a link that the app was opened with.
    ///
    /// - Parameters:
    ///   - link: The link, wrapped in others or not.
    ///   - email: The address that it was mailed to, for a link that was asked for on another device. Defaults to the
    ///     one that is waited for.
    /// - Returns: The user, or what else is needed.
    /// - Throws: ``FlowError``: with code ``FlowError/Code/missingEmail`` if the link was mailed to an address that is not
    ///   known here: ask the user for it; with ``FlowError/Code/foreignLink`` if it is no link to sign in with.
    @discardableResult
    public func completeEmailLink(_ link: String, email: String? = nil) async throws(FlowError) -> SignInOutcome {
        await ready()
        guard auth.isSignIn(withEmailLink: link) else {
            throw FlowError(.foreignLink)
        }
        guard let wait = machines.emailLink.wait else {
            guard let email else { throw FlowError(.missingEmail) }
            return try await signIn(with: .emailLink(email: email, link: link))
        }
        let id = newID()
        materials.proofs[id] = .emailLink(email: email ?? wait.email, link: link)
        return try await self.wait(outcomes, id) {
            await send(ProofFlow<EmailLinkWait>.Event.complete(call: id, now: now()))
        } cancel: {
            await send(ProofFlow<EmailLinkWait>.Event.cancelled(call: id))
        }
    }

    /// Waits for a link no longer.
    ///
    /// - Parameter wait: What is waited for.
    public func abandon(_ wait: EmailLinkWait) async {
        await ready()
        await send(ProofFlow<EmailLinkWait>.Event.abandoned(wait.id))
    }

    /// Who is to get what is proved, if it is to be linked.
    func owner(for purpose: ProofPurpose) async throws(FlowError) -> String? {
        await ready()
        guard purpose == .link else { return nil }
        guard let user = auth.currentUser else { throw FlowError(.signedOut) }
        return user.uid
    }

    func send(_ event: ProofFlow<EmailLinkWait>.Event) async {
        for effect in await step(lasting: ProofFlow<EmailLinkWait>.self, \.emailLink, event) {
            switch effect {
            case .send(let wait, let call): work(call) { await $0.mail(wait, call) }
            case .complete(let wait, let call): work(call) { await $0.complete(wait, call) }
            case .finishSending(let id, let result): finish(emailsSent, id, result)
            case .finish(let id, let result): finish(outcomes, id, result)
            }
        }
    }

    private func mail(_ wait: EmailLinkWait, _ call: FlowID) async {
        guard let settings = materials.mails[call] else { return }
        do throws(AuthError) {
            try await auth.sendSignInLink(toEmail: wait.email, actionCodeSettings: settings)
            let now = now()
            expire(wait, at: now + limits.emailLinkLifetime)
            await send(
                ProofFlow<EmailLinkWait>.Event
                    .sent(call: call, resendAt: now + limits.resendDelay, expiresAt: now + limits.emailLinkLifetime)
            )
        } catch {
            await send(ProofFlow<EmailLinkWait>.Event.sendFailed(call: call, FlowError(error)))
        }
    }

    private func complete(_ wait: EmailLinkWait, _ call: FlowID) async {
        switch await prove(wait, call, isCurrent: { $0.emailLink == .completing(wait, call: call) }) {
        case .success(let outcome): await send(ProofFlow<EmailLinkWait>.Event.completed(call: call, outcome))
        // The link may be good, with the address that it was mailed to.
        case .failure(let error) where error.auth?.code == .invalidEmail:
            let error = FlowError(.missingEmail, auth: error.auth)
            await send(ProofFlow<EmailLinkWait>.Event.refused(call: call, error))
        case .failure(let error): await send(ProofFlow<EmailLinkWait>.Event.refused(call: call, error))
        case nil: break
        }
    }

    /// Signs in, or links, with what was proved.
    ///
    /// - Returns: The outcome; `nil` if the call was given up meanwhile.
    func prove(
        _ wait: some ProofWait,
        _ call: FlowID,
        isCurrent: (Machines) -> Bool
    ) async -> Result<SignInOutcome, FlowError>? {
        guard let provider = materials.proofs[call] else { return nil }
        let result: Result<AuthDataResult, AuthError> =
            if let owner = wait.owner { await link(provider, owner: owner) } else { await provider.attempt(at: auth) }
        guard isCurrent(machines) else { return nil }
        let outcome = await outcome(of: result, with: provider, origin: wait.owner == nil ? .signIn : .linking)
        await sessionChanged()
        return outcome
    }
}
