internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Mails a code that proves who reads the mailbox, or hands it to an administrator.
struct SendCodeEndpoint: Endpoint {
    typealias Op = SendCode

    let configuration: BackendConfiguration
    let policy: Policy
    let store: Store
    let identityTokens: IdentityTokenReader
    let codes: CodeIssuer
    let blocking: BlockingFunctions

    func respond(to request: SendCode.Request, in call: Call) async throws(APIError) -> SendCode.Response {
        guard let type = request.requestType, type != .unspecified, !type.rawValue.isEmpty else {
            throw APIError(.missingReqType)
        }
        let returnsLink = request.returnOobLink == true
        if returnsLink, !call.isPrivileged { throw APIError(.insufficientPermission) }
        if request.continueUrl != nil {
            let hosts = try await store.authorizedDomains(configuration, in: call)
            try ContinueURL.check(request.continueUrl, policy, hosts: hosts)
        }
        if type == .verifyAndChangeEmail, request.newEmail?.isEmpty != false { throw APIError(.missingNewEmail) }
        if let domain = request.linkDomain, policy.checksLinkDomains, !isLinkDomain(domain, in: call) {
            throw APIError(.invalidHostingLinkDomain, "Links are at \(call.baseURL)")
        }
        var call = call
        var caller: IdentityToken?
        if needsCaller(type, request) {
            guard let token = request.idToken else {
                throw APIError(type == .verifyEmail ? .invalidIDToken : .missingIDToken)
            }
            caller = try await identityTokens.read(token, in: &call)
        }
        let recipient = try Recipient(type, request, policy, isCaller: caller != nil)
        if let email = recipient.email, let kind = Self.emailKinds[type] {
            try await blocking.checkSending(.beforeSendEmail, to: email.text, kind: kind, in: call)
        }
        let outcome = try await store.write(call) { [caller] tx in
            try issue(type, to: recipient, caller, request, tx)
        }
        if !returnsLink, let issued = outcome.issued { codes.deliver(issued, in: call) }
        return SendCode.Response {
            $0.kind = "identitytoolkit#GetOobConfirmationCodeResponse"
            $0.email = outcome.email.text
            if returnsLink {
                $0.oobCode = outcome.issued?.secret
                $0.oobLink = outcome.issued?.link
            }
        }
    }

    /// The mails about which functions are asked, in the functions' words.
    static let emailKinds: [CodeType: String] = [
        .emailSignIn: "EMAIL_SIGN_IN", .passwordReset: "PASSWORD_RESET",
    ]

    /// Whether a domain is the one that links have.
    private func isLinkDomain(_ domain: String, in call: Call) -> Bool {
        guard let target = Redirect.parse(call.baseURL) else { return false }
        let name = domain.lowercased()
        return name == target.host || name == target.port.map { "\(target.host):\($0)" }
    }

    /// Whether the mailbox is the caller's own, named by an identity token.
    private func needsCaller(_ type: CodeType, _ request: SendCode.Request) -> Bool {
        guard type == .verifyEmail || type == .verifyAndChangeEmail else { return false }
        return request.returnOobLink != true || request.idToken != nil
    }

    private func issue(
        _ type: CodeType,
        to recipient: Recipient,
        _ caller: IdentityToken?,
        _ request: SendCode.Request,
        _ tx: borrowing Transaction
    ) throws -> (email: EmailAddress, issued: CodeIssuer.Issued?) {
        let email: EmailAddress
        // Codes go to the address that the account has, however the caller spells it: another spelling may be
        // another mailbox.
        var mailbox: EmailAddress
        var holder: UserID?
        if let caller {
            let account = try identityTokens.account(of: caller, tx)
            guard let own = account.email else { throw APIError(.missingEmail) }
            if type == .verifyAndChangeEmail {
                try policy.checkRecentLogin(caller, of: account, now: tx.now)
            }
            (email, mailbox, holder) = (own, own, account.id)
        } else {
            guard let named = recipient.email else { throw APIError(.missingEmail) }
            (email, mailbox) = (named, named)
            if type != .emailSignIn {
                guard let account = try owner(of: named, type, tx) else {
                    // The same work, so that the time does not tell either: a code that is never mailed.
                    if policy.hidesTiming {
                        try codes.imitate(type, email: named, continueURL: request.continueUrl, tx)
                    }
                    return (named, nil)
                }
                (mailbox, holder) = (account.email ?? named, account.id)
            }
        }
        if let newEmail = recipient.newEmail, try store.accounts.find(.email(newEmail), tx) != nil {
            throw APIError(.emailExists)
        }
        let issued = try codes.issue(
            type,
            email: mailbox,
            newEmail: recipient.newEmail,
            account: holder,
            continueURL: request.continueUrl,
            tx
        )
        return (email, issued)
    }

    /// The account that a code is for; `nil` if there is none and the caller must not know.
    private func owner(of email: EmailAddress, _ type: CodeType, _ tx: borrowing Transaction) throws -> Account? {
        let settings = try store.projects.settings(of: tx.scope.project, tx)
        let account = try store.accounts.find(.email(email), tx)
        let isShutOut = account?.isDisabled == true && policy.guardsAccounts && !tx.call.isPrivileged
        if let account, !isShutOut { return account }
        guard type == .passwordReset else { throw APIError(.userNotFound) }
        // The answer is the same as for a known address; only the mailbox knows the difference.
        guard settings.hidesEmails ?? policy.hidesEmails else {
            throw APIError(isShutOut ? .userDisabled : .emailNotFound)
        }
        return nil
    }

    /// The addresses of a request, validated.
    private struct Recipient: Sendable {
        var email: EmailAddress?
        var newEmail: EmailAddress?

        init(
            _ type: CodeType,
            _ request: SendCode.Request,
            _ policy: Policy,
            isCaller: Bool
        ) throws(APIError) {
            switch type {
            case .emailSignIn, .passwordReset, .verifyEmail, .verifyAndChangeEmail: break
            default: throw .notImplemented(type.rawValue)
            }
            if type == .verifyAndChangeEmail {
                guard let text = request.newEmail, !text.isEmpty else { throw APIError(.missingNewEmail) }
                newEmail = try EmailRule.parse(text, policy, else: .invalidNewEmail)
            }
            guard !isCaller else { return }
            guard let text = request.email, !text.isEmpty else { throw APIError(.missingEmail) }
            email = try EmailRule.parse(text, policy)
        }
    }
}
