internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthWire

/// `/emulator/action`: where the links in mails lead.
///
/// Opening the page changes nothing, because mail scanners and previews open links too: it shows what the code is
/// for, and a button. The button's `POST` uses the code. A program that asks for JSON gets the outcome as JSON. Only the
/// emulator acts on a link that a program fetches, see ``FetchedLink``.
struct ActionPage: Sendable {
    let configuration: BackendConfiguration
    let policy: Policy
    let store: Store
    let codes: CodeIssuer
    let resetPassword: ResetPasswordEndpoint
    let updateAccount: UpdateAccountEndpoint
    let renewal: LinkRenewal
    let admission: TenantAdmission

    init(_ parts: BackendParts) {
        configuration = parts.configuration
        policy = parts.policy
        store = parts.store
        codes = parts.codes
        resetPassword = parts.resetPassword
        updateAccount = parts.updateAccount
        renewal = LinkRenewal(parts)
        admission = parts.admission
    }

    /// What a button of the page asks for other than what the link is for.
    enum Wish: String, Sendable {
        /// Another link in place of this one, which has ended.
        case renew
        /// A link for a new password, after a change was taken back.
        case password

        /// The name of the member in the form.
        static let name = "do"
    }

    /// Shows what a code is for, without using it.
    func show(_ request: HTTPRequest, in call: Call) async -> HTTPResponse {
        let call = await scoped(request, call)
        if policy.usesFetchedLinks, request.method == .get, !ActionReply.wantsPage(request), !isPrefetch(request) {
            let fetched = FetchedLink(
                store: store,
                codes: codes,
                resetPassword: resetPassword,
                updateAccount: updateAccount
            )
            return await fetched.answer(request, in: call)
        }
        let reply = await reply(to: request, in: call)
        guard let link = reply.link else { return reply.response(.unknown) }
        do throws(APIError) {
            return reply.response(try await state(of: link, in: call))
        } catch {
            return reply.response(ActionState(error, nil))
        }
    }

    /// Uses a code, or does what another button of the page asks for.
    func submit(_ request: HTTPRequest, in call: Call) async -> HTTPResponse {
        let call = await scoped(request, call)
        let reply = await reply(to: request, in: call)
        guard let link = reply.link else { return reply.response(.unknown) }
        // The link is in the query and the password in the form: in a query it would be kept by logs.
        let form = FormParameters(decoding: String(decoding: request.body, as: UTF8.self))
        do throws(APIError) {
            switch form[Wish.name].flatMap(Wish.init) {
            case .renew: return reply.response(.sent(try await renewal.renew(link, in: call)))
            case .password: return reply.response(.sent(try await renewal.mailPasswordLink(after: link, in: call)))
            case nil: return reply.response(try await use(link, form, in: call))
            }
        } catch {
            return reply.response(await state(after: error, of: link, in: call))
        }
    }

    /// Does what a link is for, once.
    private func use(_ link: ActionLink, _ form: FormParameters, in call: Call) async throws(APIError) -> ActionState {
        let state = try await state(of: link, in: call)
        switch state {
        case .question(let code):
            try await admission.admit(OperationName(UpdateAccount.self), [:], .apiKey, call)
            _ = try await updateAccount.respond(to: UpdateAccount.Request { $0.oobCode = link.code }, in: call)
            return .done(code)
        case .newPassword(let code, var entry):
            entry.typed = Secret(form["newPassword"] ?? "")
            entry = entry.judged(repeated: form["repeatPassword"].map { Secret($0) })
            guard entry.complaint == nil else { return .newPassword(code, entry) }
            return try await save(entry, of: code, link, in: call)
        default:
            return state
        }
    }

    private func save(
        _ entry: PasswordEntry,
        of code: Code,
        _ link: ActionLink,
        in call: Call
    ) async throws(APIError) -> ActionState {
        try await admission.admit(OperationName(ResetPassword.self), [:], .apiKey, call)
        do throws(APIError) {
            let request = ResetPassword.Request {
                $0.oobCode = link.code
                $0.newPassword = entry.typed
            }
            _ = try await resetPassword.respond(to: request, in: call)
            return .done(code)
        } catch {
            var entry = entry
            switch error.code {
            case .weakPassword: entry.complaint = .weak
            case .passwordDoesNotMeetRequirements: entry.complaint = .breaksRules
            default: throw error
            }
            return .newPassword(code, entry)
        }
    }

    // MARK: States

    /// What a link's page shows before anything is done.
    private func state(of link: ActionLink, in call: Call) async throws(APIError) -> ActionState {
        try await store.read(call) { tx in
            let fate = try codes.fate(of: link.code, tx)
            guard let code = fate.code, CodeIssuer.mode(of: code.type) == link.kind.rawValue else { return .unknown }
            switch fate {
            case .usable:
                switch link.kind {
                case .signIn: return .openInApp
                case .resetPassword:
                    return .newPassword(code, PasswordEntry(policy: try store.projects.passwordPolicy(tx)))
                default: return .question(code)
                }
            case .expired: return .expired(code)
            case .spent(let spent):
                if try isInEffect(spent.code, tx) { return .alreadyDone(spent.code) }
                return spent.isRenewed ? .sent(spent.code.email) : .used(spent.code)
            case .unknown: return .unknown
            }
        }
    }

    /// What the page shows when something failed: another tap may have used the link in the meantime.
    private func state(after error: APIError, of link: ActionLink, in call: Call) async -> ActionState {
        let code = try? await store.read(call) { tx in try codes.fate(of: link.code, tx).code }
        guard error.code == .invalidOOBCode, let state = try? await state(of: link, in: call) else {
            return ActionState(error, code ?? nil)
        }
        switch state {
        case .question, .newPassword: return .unknown
        default: return state
        }
    }

    /// Whether an account is as a code that was used has made it.
    private func isInEffect(_ code: Code, _ tx: borrowing Transaction) throws -> Bool {
        guard let id = code.account, let account = try store.accounts.find(id, tx) else { return false }
        return switch code.type {
        case .verifyEmail: account.email == code.email && account.isEmailVerified
        case .verifyAndChangeEmail: account.email == code.newEmail
        case .recoverEmail: account.email == code.email
        case .revertSecondFactor: !account.secondFactors.contains { $0.id == code.secondFactor }
        default: false
        }
    }

    // MARK: Requests

    /// The call with the project that the link's key names: mails of every project lead here.
    private func scoped(_ request: HTTPRequest, _ call: Call) async -> Call {
        guard let project = request.query["apiKey"].flatMap(ProjectID.init(rawValue:)) else { return call }
        guard configuration.projects.contains(project) else { return call }
        var call = call
        call.scope = Scope(project: project, tenant: call.scope.tenant)
        return call
    }

    private func reply(to request: HTTPRequest, in call: Call) async -> ActionReply {
        let settings = try? await store.settings(for: call)
        let link = ActionLink(request.query)
        let language = PageLanguage(
            link: request.query["lang"] ?? settings?.more.notification?.defaultLocale,
            accepted: request.fields["accept-language"]
        )
        let hosts = settings?.authorizedDomains(configuration) ?? []
        // What becomes of a link in the page must be a web address, whatever is checked.
        let continueURL = link?.continueURL.flatMap { url in
            Redirect.parse(url) != nil && ContinueURL.isAllowed(url, policy, hosts: hosts) ? url : nil
        }
        return ActionReply(
            view: ActionView(
                frame: PageFrame(language: language, settings, configuration, in: call),
                link: link,
                continueURL: continueURL
            ),
            isJSON: ActionReply.wantsJSON(request)
        )
    }

    /// Whether a browser fetches the page before anyone asks for it.
    private func isPrefetch(_ request: HTTPRequest) -> Bool {
        ["sec-purpose", "purpose", "x-moz"].contains { request.fields[$0]?.contains("prefetch") == true }
    }
}
