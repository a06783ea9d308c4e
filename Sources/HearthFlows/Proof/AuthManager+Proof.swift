public import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Mails a link to sign in with, and keeps the address until the link comes back.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - settings: Where the link leads; `ActionCodeSettings.handleCodeInApp` must be set.
    ///   - purpose: What the link is wanted for. Defaults to signing in.
    /// - Returns: What is waited for; it is still there in the next run of the app.
    /// - Throws: ``FlowError``.
    @discardableResult
    public func sendEmailLink(
        to email: String,
        settings: ActionCodeSettings,
        for purpose: ProofPurpose = .signIn
    ) async throws(FlowError) -> ProofWait {
        try await send(EmailLinks.self, to: email, settings, purpose)
    }

    /// Mails another link to the same address.
    ///
    /// - Parameters:
    ///   - wait: What is waited for.
    ///   - settings: Where the link leads.
    /// - Returns: What is waited for now.
    /// - Throws: ``FlowError``, for example with code ``FlowError/Code/tooSoon``.
    @discardableResult
    public func resend(_ wait: ProofWait, settings: ActionCodeSettings) async throws(FlowError) -> ProofWait {
        try await resend(EmailLinks.self, wait, settings)
    }

    /// Signs in, or links the address, with a link that the app was opened with.
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
        guard auth.isSignIn(withEmailLink: link) else { throw FlowError(.foreignLink) }
        guard workflows.emailLink.state.wait == nil else {
            return try await complete(EmailLinks.self, Secret(link), of: email)
        }
        guard let email else { throw FlowError(.missingEmail) }
        return try await signIn(with: .emailLink(email: email, link: link))
    }

    /// Has a code texted to a number.
    ///
    /// - Parameters:
    ///   - phoneNumber: The number in E.164 form.
    ///   - purpose: What the code is wanted for. Defaults to signing in.
    /// - Returns: What is waited for; it is still there in the next run of the app.
    /// - Throws: ``FlowError``.
    @discardableResult
    public func sendCode(
        to phoneNumber: String,
        for purpose: ProofPurpose = .signIn
    ) async throws(FlowError) -> ProofWait {
        try await send(TextedCodes.self, to: phoneNumber, (), purpose)
    }

    /// Has another code texted to the same number; the one before is good no longer.
    ///
    /// - Parameter wait: What is waited for.
    /// - Returns: What is waited for now.
    /// - Throws: ``FlowError``, for example with code ``FlowError/Code/tooSoon``.
    @discardableResult
    public func resend(_ wait: ProofWait) async throws(FlowError) -> ProofWait {
        try await resend(TextedCodes.self, wait, ())
    }

    /// Signs in, or links the number, with the code that the user typed.
    ///
    /// - Parameter code: The code.
    /// - Returns: The user, or what else is needed.
    /// - Throws: ``FlowError``. After a wrong code another one may be tried, ``ProofWait/attemptsLeft`` times.
    @discardableResult
    public func verifyCode(_ code: String) async throws(FlowError) -> SignInOutcome {
        await ready()
        return try await complete(TextedCodes.self, Secret(code), of: nil)
    }

    /// Waits for a link or a code no longer.
    ///
    /// - Parameter wait: What is waited for.
    public func abandon(_ wait: ProofWait) async {
        await ready()
        await send(ProofFlow<EmailLinks>.self, .abandoned(wait.id))
        await send(ProofFlow<TextedCodes>.self, .abandoned(wait.id))
    }

    private func send<Channel: ProofChannel>(
        _ channel: Channel.Type,
        to recipient: String,
        _ settings: Channel.Settings,
        _ purpose: ProofPurpose
    ) async throws(FlowError) -> ProofWait {
        await ready()
        let owner = purpose == .link ? try await signedInUser().uid : nil
        let wait = ProofWait(
            id: newID(),
            recipient: recipient,
            purpose: purpose,
            attemptsLeft: limits.challengeAttempts,
            resendAt: now() + limits.resendDelay,
            expiresAt: now() + Channel.lifetime(limits),
            owner: owner
        )
        return try await call(
            ProofFlow<Channel>.self,
            { .send(wait, settings, $0) },
            orCancel: { .cancelled($0) }
        )
    }

    private func resend<Channel: ProofChannel>(
        _ channel: Channel.Type,
        _ wait: ProofWait,
        _ settings: Channel.Settings
    ) async throws(FlowError) -> ProofWait {
        await ready()
        let now = now()
        return try await call(
            ProofFlow<Channel>.self,
            { .resend(wait.id, settings, $0, now: now) },
            orCancel: { .cancelled($0) }
        )
    }

    private func complete<Channel: ProofChannel>(
        _ channel: Channel.Type,
        _ answer: Secret<String>,
        of recipient: String?
    ) async throws(FlowError) -> SignInOutcome {
        let now = now()
        return try await call(
            ProofFlow<Channel>.self,
            { .complete(ProofFlow<Channel>.Answer(text: answer, recipient: recipient), $0, now: now) },
            orCancel: { .cancelled($0) }
        )
    }
}

extension ProofFlow {
    static func perform(_ work: Work, by manager: isolated AuthManager) async -> Event {
        switch work {
        case .send(let wait, let settings, let call):
            do throws(AuthError) {
                let receipt = try await Channel.send(to: wait.recipient, settings, over: manager.auth)
                let (now, limits) = (manager.now(), manager.limits)
                let expiresAt = now + Channel.lifetime(limits)
                return .sent(call, receipt, resendAt: now + limits.resendDelay, expiresAt: expiresAt)
            } catch {
                return .sendFailed(call, FlowError(error))
            }
        case .complete(let sent, let answer, let call):
            switch await complete(sent, answer, manager) {
            case .success(let outcome): return .completed(call, outcome)
            // The link may be good, with the address that it was mailed to.
            case .failure(let error) where error.auth?.code == .invalidEmail:
                return .refused(call, FlowError(.missingEmail, underlying: error.auth))
            case .failure(let error): return .refused(call, error)
            }
        }
    }

    /// Signs in, or links, with what came back.
    private static func complete(
        _ sent: Sent,
        _ answer: Answer,
        _ manager: isolated AuthManager
    ) async -> Result<SignInOutcome, FlowError> {
        let recipient = answer.recipient ?? sent.wait.recipient
        guard let provider = Channel.credential(answer.text, of: recipient, sent.receipt?.value) else {
            return .failure(FlowError(.notPending))
        }
        guard let owner = sent.wait.owner else {
            let result = await provider.attempt(at: manager.auth)
            return await manager.outcome(of: result, with: provider, origin: .signIn)
        }
        let result = await manager.link(provider, owner: owner)
        return await manager.outcome(of: result, with: provider, origin: .linking)
    }
}
