internal import HearthCore
internal import HearthDatabase
internal import HearthHTTP
internal import HearthJSON

/// Signs administrators in: an invitation leads to a password and an authenticator app, the password with a code of the app
/// or with a passkey to a session.
struct AdministratorSignIn: Sendable {
    let store: AdministratorStore
    let accounts: AdministratorAccounts
    /// The host of the console, as an authenticator app shows it.
    let host: String
    /// The client's address, for the audit.
    let address: @Sendable (HTTPRequestHead) -> String?
    let proofs: AdministratorProofs
    let qrCode: @Sendable (String) -> [String]?
    private let drafts = Locked<[String: Draft]>([:])

    /// An administrator who accepts an invitation, and has not typed the first code yet.
    private struct Draft: Sendable {
        let account: AdministratorAccounts.Draft
        let invitation: [UInt8]
        let administrator: Administrator
        let end: UnixTime
    }

    private static let draftLimit = 100

    init(
        store: AdministratorStore,
        accounts: AdministratorAccounts,
        host: String,
        proofs: AdministratorProofs,
        qrCode: @escaping @Sendable (String) -> [String]?,
        address: @escaping @Sendable (HTTPRequestHead) -> String?
    ) {
        self.store = store
        self.accounts = accounts
        self.host = host
        self.proofs = proofs
        self.qrCode = qrCode
        self.address = address
    }

    /// A session that began, and the value of its cookie.
    struct Started: Sendable {
        let session: ConsoleSession
        let value: Secret<String>
    }

    /// Checks address and password.
    ///
    /// - Returns: What waits for the code; for an administrator with a passkey also what it signs, and a ticket that says
    ///   that the password was right.
    func check(_ body: JSONObject, from head: HTTPRequestHead) async throws(ConsoleRefusal) -> JSONValue {
        let (email, password) = (try text("email", body), try text("password", body))
        let pending = try await pending(email, password, "SignInRefused", head)
        var answer = JSONObject()
        answer["pending"] = .string(pending.credential)
        answer["factor"] = .string(pending.factor)
        guard let id = try await identifier(of: email) else { return .object(answer) }
        do throws(AdministratorAccounts.Refusal) {
            guard try await !accounts.passkeys(of: id).isEmpty else { return .object(answer) }
            answer["passkey"] = try await accounts.passkeyRequest(from: head)
        } catch {
            throw ConsoleRefusal(error)
        }
        let ticket = store.cookieValue()
        proofs.issue(ticket, to: id, at: store.now())
        answer["ticket"] = .string(ticket)
        return .object(answer)
    }

    /// Checks the code or the passkey, and begins a session.
    func finish(_ body: JSONObject, from head: HTTPRequestHead) async throws(ConsoleRefusal) -> Started {
        if let passkey = body["passkey"]?.object {
            let proof = try await prove(passkey, try text("ticket", body), "SignInRefused", head)
            return try await start(proof, "SignIn", from: head) { _, _ in }
        }
        let pending = AdministratorAccounts.Pending(
            credential: try text("pending", body),
            factor: try text("factor", body)
        )
        let proof = try await prove(pending, try text("code", body), head)
        return try await start(proof, "SignIn", from: head) { _, _ in }
    }

    private func identifier(of email: String) async throws(ConsoleRefusal) -> String? {
        try await ConsoleRefusal.wrap { () throws(AdministratorError) in
            try await store.read { [store] db in
                try EmailAddress(lenient: email).flatMap { try store.administrators.find($0, db)?.id }
            }
        }
    }

    /// Checks a passkey of the administrator whose password was right.
    private func prove(
        _ passkey: JSONObject,
        _ ticket: String,
        _ failure: String,
        _ head: HTTPRequestHead
    ) async throws(ConsoleRefusal) -> AdministratorAccounts.Proof {
        guard let id = proofs.redeem(ticket, at: store.now()) else { throw .signInExpired }
        do throws(AdministratorAccounts.Refusal) {
            let proof = try await accounts.checkPasskey(.object(passkey), from: head)
            if proof.administrator == id { return proof }
        } catch {
            guard error.status < 500 else { throw ConsoleRefusal(error) }
        }
        let found = try? await store.read { [store] db in try store.administrators.find(id: id, db) }
        await note(failure, found?.email.text ?? "", head)
        throw .wrongPasskey
    }

    /// Proves both factors again; the session gets a new value.
    func confirm(
        _ session: ConsoleSession,
        _ body: JSONObject,
        from head: HTTPRequestHead
    ) async throws(ConsoleRefusal) -> Started {
        let proof: AdministratorAccounts.Proof
        if let passkey = body["passkey"]?.object {
            proof = try await prove(passkey, try text("ticket", body), "ConfirmRefused", head)
        } else {
            let password = try text("password", body)
            let pending = try await pending(session.administrator.email.text, password, "ConfirmRefused", head)
            proof = try await prove(pending, try text("code", body), head)
        }
        guard proof.administrator == session.administrator.id else { throw .wrongCredentials }
        return try await start(proof, "Confirm", from: head, since: session.createdAt) { store, db in
            try store.sessions.delete(session.digest, db)
        }
    }

    /// Begins to accept an invitation: sets the password, and makes the key for an authenticator app.
    func accept(_ body: JSONObject, from head: HTTPRequestHead) async throws(ConsoleRefusal) -> JSONValue {
        let invitation = AdministratorStore.digest(ofInvitation: try text("invitation", body))
        let password = try text("password", body)
        let now = store.now()
        let found = try await ConsoleRefusal.wrap { () throws(AdministratorError) in
            try await store.read { [store] db in try store.administrators.invited(by: invitation, at: now, db) }
        }
        guard let administrator = found else { throw .noInvitation }
        let draft: AdministratorAccounts.Draft
        do throws(AdministratorAccounts.Refusal) {
            draft = try await accounts.begin(administrator, password: password, from: head)
        } catch {
            throw ConsoleRefusal(error)
        }
        let ticket = store.cookieValue()
        drafts.withLock { drafts in
            drafts = drafts.filter { now < $0.value.end && $0.value.administrator.id != administrator.id }
            if drafts.count >= Self.draftLimit { drafts = [:] }
            let end = now + AdministratorStore.invitationLifetime
            drafts[ticket] = Draft(account: draft, invitation: invitation, administrator: administrator, end: end)
        }
        var answer = JSONObject()
        answer["ticket"] = .string(ticket)
        answer["email"] = .string(administrator.email.text)
        answer["key"] = .string(draft.key)
        let uri = "otpauth://totp/Hearth%20\(host):\(administrator.id)?secret=\(draft.key)&issuer=Hearth%20\(host)"
        answer["uri"] = .string(uri)
        answer["qr"] = qrCode(uri).map { .array($0.map(JSONValue.string)) }
        return .object(answer)
    }

    /// Ends an invitation by the first code of the authenticator app, and begins a session.
    func enroll(_ body: JSONObject, from head: HTTPRequestHead) async throws(ConsoleRefusal) -> Started {
        let ticket = try text("ticket", body)
        let code = try text("code", body)
        let now = store.now()
        let known = drafts.withLock { $0[ticket] }
        guard let draft = known, now < draft.end else { throw .noInvitation }
        let proof: AdministratorAccounts.Proof
        do throws(AdministratorAccounts.Refusal) {
            proof = try await accounts.enroll(draft.account, code: code, from: head)
        } catch {
            throw ConsoleRefusal(error)
        }
        drafts.withLock { $0[ticket] = nil }
        return try await start(proof, "AcceptInvitation", from: head) { store, db in
            guard try store.administrators.invited(by: draft.invitation, at: now, db)?.id == draft.administrator.id
            else { throw AdministratorError(.notFound, "The invitation was used or replaced.") }
            try store.administrators.endInvitation(of: draft.administrator.id, db)
            try store.administrators.noteEnrollment(of: draft.administrator.id, at: now, db)
            try store.sessions.deleteAll(of: draft.administrator.id, db)
        }
    }

    private func text(_ name: String, _ body: JSONObject) throws(ConsoleRefusal) -> String {
        guard let text = body[name]?.string, !text.isEmpty, text.utf8.count <= 4096 else {
            throw ConsoleRefusal(400, "'\(name)' is missing.")
        }
        return text
    }

    private func pending(
        _ email: String,
        _ password: String,
        _ failure: String,
        _ head: HTTPRequestHead
    ) async throws(ConsoleRefusal) -> AdministratorAccounts.Pending {
        let pending: AdministratorAccounts.Pending?
        do throws(AdministratorAccounts.Refusal) {
            pending = try await accounts.check(email, password, from: head)
        } catch {
            let refusal = ConsoleRefusal(error)
            // Guesses that were not even compared leave no line: they would fill the audit.
            if refusal.status != 429 { await note(failure, email, head) }
            throw refusal
        }
        guard let pending else {
            throw ConsoleRefusal(403, "The account has no second factor. Ask an owner for a new invitation.")
        }
        return pending
    }

    private func prove(
        _ pending: AdministratorAccounts.Pending,
        _ code: String,
        _ head: HTTPRequestHead
    ) async throws(ConsoleRefusal) -> AdministratorAccounts.Proof {
        do throws(AdministratorAccounts.Refusal) {
            return try await accounts.finish(pending, code: code, from: head)
        } catch {
            throw ConsoleRefusal(error)
        }
    }

    /// Keeps a refused sign-in for the audit; one of an unknown address takes as long as one of an administrator.
    private func note(_ action: String, _ email: String, _ head: HTTPRequestHead) async {
        let source = self.address(head)
        let now = store.now()
        _ = try? await store.write { [store] db in
            let administrator = try EmailAddress(lenient: email).flatMap { try store.administrators.find($0, db) }
            var line = AuditActor(administrator: administrator, source: source).line(action, "", "", at: now)
            if administrator == nil { (line.email, line.role) = ("unknown address", "") }
            line.status = 401
            try store.audit.append(line, db)
        }
    }

    private func start(
        _ proof: AdministratorAccounts.Proof,
        _ action: String,
        from head: HTTPRequestHead,
        since createdAt: UnixTime? = nil,
        _ also: @escaping @Sendable (AdministratorStore, borrowing Connection) throws -> Void
    ) async throws(ConsoleRefusal) -> Started {
        let value = store.cookieValue()
        let now = store.now()
        let id = proof.administrator
        let source = self.address(head)
        let agent = head.fields["user-agent"].map { String($0.prefix(200)) }
        let session = try await ConsoleRefusal.wrap { () throws(AdministratorError) in
            try await store.write { [store] db -> ConsoleSession in
                guard let administrator = try store.administrators.find(id: id, db) else {
                    throw AdministratorError(.notFound, "The administrator was removed.")
                }
                try also(store, db)
                try store.sessions.deleteEnded(of: id, at: now, db)
                let session = ConsoleSession(
                    administrator: administrator,
                    digest: ConsoleSession.digest(of: value),
                    createdAt: createdAt ?? now,
                    provedAt: now,
                    lastUsedAt: now,
                    source: source,
                    agent: agent
                )
                try store.sessions.insert(session, db)
                try store.administrators.noteSignIn(of: id, at: now, db)
                let actor = AuditActor(administrator: administrator, source: source)
                try store.audit.append(actor.line(action, administrator.email.text, "", at: now), db)
                return session
            }
        }
        proofs.keep(proof, of: session.digest, until: now + ConsoleSession.proofLifetime, at: now)
        return Started(session: session, value: Secret(value))
    }
}
