internal import HearthCore
internal import HearthJSON
internal import HearthWire

/// Mails another link to the reader of one that has ended, or of one that took a change back.
///
/// A mailed link asks for one other mail at most, which goes to the mailbox that the first one went to: a reader who
/// taps twice gets one, and a link that has fallen into other hands fills no mailbox.
struct LinkRenewal: Sendable {
    let configuration: BackendConfiguration
    let policy: Policy
    let store: Store
    let codes: CodeIssuer
    let blocking: BlockingFunctions
    let admission: TenantAdmission

    init(_ parts: BackendParts) {
        configuration = parts.configuration
        policy = parts.policy
        store = parts.store
        codes = parts.codes
        blocking = parts.blocking
        admission = parts.admission
    }

    /// Mails a link of the same kind in place of one that was used or has expired.
    ///
    /// - Returns: The address to which it goes.
    /// - Throws: `APIError` `INVALID_OOB_CODE` if the link still works, cannot be mailed again, or is no longer for the
    ///   owner of the mailbox.
    func renew(_ link: ActionLink, in call: Call) async throws(APIError) -> EmailAddress {
        guard link.kind.isRenewable else { throw APIError(.invalidOOBCode) }
        return try await mail(nil, after: link, in: call)
    }

    /// Mails a link for a new password to the reader of one that took a change back.
    ///
    /// It is mailed rather than shown: a person who once could read the mailbox may still have the old mail.
    func mailPasswordLink(after link: ActionLink, in call: Call) async throws(APIError) -> EmailAddress {
        guard link.kind.undoesChange else { throw APIError(.invalidOOBCode) }
        return try await mail(.passwordReset, after: link, in: call)
    }

    private func mail(
        _ type: CodeType?,
        after link: ActionLink,
        in call: Call
    ) async throws(APIError) -> EmailAddress {
        var call = call
        call.locale = link.locale ?? call.locale
        let ended = try await store.read(call) { tx in try endedCode(of: link, tx) }
        guard !ended.isRenewed else { return ended.code.email }
        let type = type ?? ended.code.type
        let email = ended.code.email
        let document: JSONObject = ["requestType": .string(type.rawValue), "email": .string(email.text)]
        try await admission.admit(OperationName(SendCode.self), document, .apiKey, call)
        if let kind = SendCodeEndpoint.emailKinds[type] {
            try await blocking.checkSending(.beforeSendEmail, to: email.text, kind: kind, in: call)
        }
        let continueURL = await allowed(link.continueURL, in: call)
        let issued = try await store.write(call) { tx in
            try issue(type, after: link, continueURL: continueURL, tx)
        }
        if let issued { codes.deliver(issued, in: call) }
        return email
    }

    /// The code of a link that works no more.
    private func endedCode(of link: ActionLink, _ tx: borrowing Transaction) throws -> SpentCode {
        let ended: SpentCode
        switch try codes.fate(of: link.code, tx) {
        case .expired(let code): ended = SpentCode(code: code, isRenewed: false)
        case .spent(let spent): ended = spent
        case .usable, .unknown: throw APIError(.invalidOOBCode)
        }
        guard CodeIssuer.mode(of: ended.code.type) == link.kind.rawValue else { throw APIError(.invalidOOBCode) }
        return ended
    }

    /// Issues the other code, unless another tap was faster.
    private func issue(
        _ type: CodeType,
        after link: ActionLink,
        continueURL: String?,
        _ tx: borrowing Transaction
    ) throws -> CodeIssuer.Issued? {
        let ended = try endedCode(of: link, tx)
        guard !ended.isRenewed else { return nil }
        var account: Account?
        if type != .emailSignIn {
            let holder = try codes.holder(of: ended.code, tx)
            guard holder.email == ended.code.email else { throw APIError(.invalidOOBCode) }
            account = holder
        }
        if case .expired = try codes.fate(of: link.code, tx) {
            try store.codes.spend(link.code, isRenewed: true, tx)
        } else {
            try store.codes.markRenewed(link.code, tx)
        }
        return try codes.issue(type, email: ended.code.email, account: account?.id, continueURL: continueURL, tx)
    }

    /// The address to go on to, if a mail may carry it.
    private func allowed(_ url: String?, in call: Call) async -> String? {
        guard let url, let hosts = try? await store.authorizedDomains(configuration, in: call) else { return nil }
        let isAllowed: Void? = try? ContinueURL.check(url, policy, hosts: hosts)
        return isAllowed == nil ? nil : url
    }
}
