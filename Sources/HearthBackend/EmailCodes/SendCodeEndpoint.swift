internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Mails a code that proves who reads the mailbox, or hands it to an administrator.
struct SendCodeEndpoint: Endpoint {
    typealias Op = SendCode

    let configuration: BackendConfiguration
    let store: Store
    let identities: IdentityTokenReader
    let codes: CodeIssuer

    func respond(to request: SendCode.Request, in call: Call) async throws(APIError) -> SendCode.Response {
        guard let type = request.requestType, type != .unspecified else { throw APIError("MISSING_REQ_TYPE") }
        let returnsLink = request.returnOobLink == true
        if returnsLink, !call.isPrivileged { throw APIError("INSUFFICIENT_PERMISSION") }
        try ContinueURL.check(request.continueUrl, configuration)
        var call = call
        var caller: IdentityToken?
        if needsCaller(type, request) {
            guard let token = request.idToken else {
                throw APIError(type == .verifyEmail ? "INVALID_ID_TOKEN" : "MISSING_ID_TOKEN")
            }
            caller = try await identities.read(token, in: &call)
        }
        let recipient = try Recipient(type, request, configuration.profile, isCaller: caller != nil)
        let outcome = try await store.write { [call, caller] db in
            try issue(type, to: recipient, caller, request, in: call, db)
        }
        if !returnsLink, let issued = outcome.issued { codes.deliver(issued, in: call) }
        return SendCode.Response {
            $0.kind = "identitytoolkit#GetOobConfirmationCodeResponse"
            $0.email = outcome.email
            if returnsLink {
                $0.oobCode = outcome.issued?.secret
                $0.oobLink = outcome.issued?.link
            }
        }
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
        in call: Call,
        _ db: borrowing Connection
    ) throws -> (email: String, issued: CodeIssuer.Issued?) {
        var email = recipient.email ?? ""
        // Codes go to the address that the account has, however the caller spells it: another spelling may be
        // another mailbox.
        var mailbox = email
        var holder: String?
        if let caller {
            let account = try identities.account(of: caller, in: call, db)
            guard let own = account.email else { throw APIError("MISSING_EMAIL") }
            if type == .verifyAndChangeEmail {
                try RecentLogin.check(authTime: caller.authTime, now: call.now, configuration.profile)
            }
            (email, mailbox, holder) = (own, own, account.id)
        } else if type != .emailSignIn {
            let settings = try store.projects.settings(of: call.scope.project, db)
            let account = try store.accounts.find(.email(email), in: call.scope, db)
            let isShutOut = account?.isDisabled == true && configuration.profile == .strict && !call.isPrivileged
            guard let account, !isShutOut else {
                guard type == .passwordReset else { throw APIError("USER_NOT_FOUND") }
                // The answer is the same as for a known address; only the mailbox knows the difference.
                guard settings.hidesEmails ?? (configuration.profile == .strict) else {
                    throw APIError(isShutOut ? "USER_DISABLED" : "EMAIL_NOT_FOUND")
                }
                return (email, nil)
            }
            (mailbox, holder) = (account.email ?? email, account.id)
        }
        if let newEmail = recipient.newEmail, try store.accounts.find(.email(newEmail), in: call.scope, db) != nil {
            throw APIError("EMAIL_EXISTS")
        }
        let issued = try codes.issue(
            type,
            email: mailbox,
            newEmail: recipient.newEmail,
            account: holder,
            continueURL: request.continueUrl,
            in: call,
            db
        )
        return (email, issued)
    }

    /// The addresses of a request, validated.
    private struct Recipient: Sendable {
        var email: String?
        var newEmail: String?

        init(
            _ type: CodeType,
            _ request: SendCode.Request,
            _ profile: BackendConfiguration.Profile,
            isCaller: Bool
        ) throws(APIError) {
            switch type {
            case .emailSignIn, .passwordReset, .verifyEmail, .verifyAndChangeEmail: break
            default: throw .notImplemented(type.rawValue)
            }
            if type == .verifyAndChangeEmail {
                guard let text = request.newEmail, !text.isEmpty else { throw APIError("MISSING_NEW_EMAIL") }
                newEmail = try EmailRule.parse(text, profile, else: "INVALID_NEW_EMAIL")
            }
            guard !isCaller else { return }
            guard let text = request.email, !text.isEmpty else { throw APIError("MISSING_EMAIL") }
            email = try EmailRule.parse(text, profile)
        }
    }
}
