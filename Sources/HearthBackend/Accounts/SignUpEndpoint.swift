internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Creates an account and starts its first session, or adds a password to the account of an identity token.
struct SignUpEndpoint: Endpoint {
    typealias Op = SignUp

    let policy: Policy
    let store: Store
    let writer: AccountWriter
    let passwords: Passwords
    let identityTokens: IdentityTokenReader
    let starter: SessionStarter
    let blocking: BlockingFunctions
    let random: RandomSource

    func respond(to request: SignUp.Request, in call: Call) async throws(APIError) -> SignUp.Response {
        var call = call
        var linking: IdentityToken?
        if let token = request.idToken { linking = try await identityTokens.read(token, in: &call) }
        let draft = try Draft(request, isPrivileged: call.isPrivileged, policy, now: call.now, random: random)
        let hash = try await hash(of: request, draft, in: call)
        let outcome = try await write(draft, linking, call) { [linking] tx in
            try save(draft, hash: hash, linking: linking, tx)
        }
        writer.deliver(outcome.mails, in: call)
        var response = SignUp.Response {
            $0.kind = "identitytoolkit#SignupNewUserResponse"
            $0.localId = outcome.account.id.rawValue
            $0.displayName = outcome.account.displayName
            $0.email = outcome.account.email?.text
        }
        if let session = outcome.session { response.fill(try await starter.tokens(of: session, in: call)) }
        return response
    }

    /// What was stored.
    private final class Outcome: Sendable {
        let account: Account
        /// `nil` for an account that an administrator made.
        let session: SessionStarter.Started?
        let mails: [CodeIssuer.Issued]

        init(_ account: Account, _ session: SessionStarter.Started?, mails: [CodeIssuer.Issued]) {
            self.account = account
            self.session = session
            self.mails = mails
        }
    }

    /// Runs the transaction; functions are asked about those who come with an address and a password for the first time.
    private func write<Result: Sendable>(
        _ draft: Draft,
        _ linking: IdentityToken?,
        _ call: Call,
        _ body: @escaping @Sendable (borrowing Transaction) throws -> Result
    ) async throws(APIError) -> Result {
        guard draft.provider == .password, linking == nil else { return try await store.write(call, body) }
        return try await blocking.write(call, as: BlockingContext(method: ProviderID.password.rawValue), body)
    }

    /// Hashes the password; one that is not good enough is refused only after an address that is taken.
    private func hash(
        of request: SignUp.Request,
        _ draft: Draft,
        in call: Call
    ) async throws(APIError) -> Secret<String>? {
        guard let password = request.password else { return nil }
        let rules = try await store.read(call) { tx in try store.projects.passwordPolicy(tx) }
        if let refusal = PasswordRule.refusal(of: password, rules) {
            if let email = draft.email {
                let owner = try await store.read(call) { tx in
                    try store.accounts.find(.email(email), tx)
                }
                if owner != nil { throw APIError(.emailExists) }
            }
            throw refusal
        }
        let owner = PasswordRule.Owner(email: draft.email, displayName: request.displayName)
        try PasswordRule.refuseCommon(password, of: owner, rules, policy, in: call)
        return try await passwords.hash(password)
    }

    private func save(
        _ draft: Draft,
        hash: Secret<String>?,
        linking: IdentityToken?,
        _ tx: borrowing Transaction
    ) throws -> Outcome {
        var old: Account?
        if let linking {
            old = try identityTokens.account(of: linking, tx)
            try refuseIfOwned(draft, by: old?.id, tx)
        } else if let id = draft.id, try store.accounts.find(id, tx) != nil {
            throw APIError(.duplicateLocalID)
        }
        var account = old ?? Account(id: draft.id ?? tx.newUserID(random))
        draft.apply(to: &account, now: tx.now)
        // Adding a password does not undo the proof of the address.
        if policy.guardsAccounts, let old, !MethodChange(from: old, to: account).isAddressChanged {
            account.isEmailVerified = old.isEmailVerified
        }
        if let hash { account.setPassword(hash, now: tx.now) }
        var mails: [CodeIssuer.Issued] = []
        if let old {
            let author: Takeover.Author =
                linking.map { .user($0, getsSession: true) } ?? .administrator(revokes: false)
            let written = try writer.change(old, to: account, by: author, tx)
            (account, mails) = (written.account, written.mails)
        } else {
            account.createdAt = tx.now
            // The session that follows at once has nothing more to note in the account.
            let isAsked = try tx.call.blocking?.hasTriggers(tx) ?? false
            if draft.provider != nil, !isAsked { account.lastRefreshAt = tx.now }
            account = try writer.admit(account, tx)
        }
        guard let provider = draft.provider else { return Outcome(account, nil, mails: mails) }
        let proof = linking?.secondFactorProof
        return Outcome(account, try starter.signIn(account, provider: provider, proof: proof, tx), mails: mails)
    }

    /// An address that the account has already is taken too: it is linked once.
    private func refuseIfOwned(
        _ draft: Draft,
        by account: UserID?,
        _ tx: borrowing Transaction
    ) throws {
        guard let email = draft.email, let owner = try store.accounts.find(.email(email), tx) else {
            return
        }
        guard owner.id == account, owner.password == nil else { throw APIError(.emailExists) }
    }
}

extension SignUpEndpoint {
    /// What a request asks for, validated: nothing in it depends on what is stored.
    struct Draft: Sendable {
        /// How the session will have started; `nil` when an administrator creates the account.
        var provider: ProviderID?
        /// The identifier that an administrator chose.
        private(set) var id: UserID?
        private(set) var email: EmailAddress?
        private var displayName: String?
        private var photoURL: String?
        private var phoneNumber: PhoneNumber?
        private var isEmailVerified: Bool?
        private var isDisabled = false
        private var secondFactors: [SecondFactor] = []
        /// Whether this counts as a sign-in; in the official emulator that of an administrator does too.
        private var setsLastLogin = true

        init(
            _ request: SignUp.Request,
            isPrivileged: Bool,
            _ policy: Policy,
            now: UnixTime,
            random: RandomSource
        ) throws(APIError) {
            if isPrivileged {
                setsLastLogin = !policy.guardsAccounts
                guard request.idToken == nil || request.localId == nil else {
                    throw APIError(.unexpectedParameter, "User ID")
                }
                try readAdministration(request, policy)
            } else {
                guard request.localId == nil else { throw APIError(.unexpectedParameter, "User ID") }
                try readUser(request)
            }
            if let text = request.email, !text.isEmpty || provider != nil {
                email = try EmailRule.parse(text, policy)
            }
            if !isPrivileged, policy.refusesPrivilegedMembers, request.mfaInfo?.isEmpty == false {
                throw APIError(.insufficientPermission, "mfaInfo is set by administrators")
            }
            let factors = request.mfaInfo ?? []
            secondFactors = try SecondFactorRule.enrollments(factors, ids: .made, policy, now: now, random: random)
        }

        private mutating func readAdministration(
            _ request: SignUp.Request,
            _ policy: Policy
        ) throws(APIError) {
            if let text = request.localId {
                guard let id = UserID(rawValue: text) else { throw APIError(.invalidLocalID) }
                self.id = id
            }
            displayName = request.displayName
            photoURL = request.photoUrl
            isEmailVerified = request.emailVerified ?? false
            isDisabled = request.disabled ?? false
            if let number = request.phoneNumber, !number.isEmpty {
                phoneNumber = try PhoneRule.parse(number, policy)
            }
        }

        private mutating func readUser(_ request: SignUp.Request) throws(APIError) {
            guard request.idToken != nil || request.password != nil || request.email != nil else {
                provider = ProviderID.anonymous
                return
            }
            displayName = request.displayName
            isEmailVerified = false
            guard let email = request.email else { throw APIError(.missingEmail) }
            guard !email.isEmpty else { throw APIError(.invalidEmail) }
            guard let password = request.password, !password.reveal().isEmpty else {
                throw APIError(.missingPassword)
            }
            provider = ProviderID.password
        }

        func apply(to account: inout Account, now: UnixTime) {
            if setsLastLogin { account.lastLoginAt = now }
            if let email { account.email = email }
            if let displayName { account.displayName = displayName }
            if let photoURL { account.photoURL = photoURL }
            if let phoneNumber { account.phoneNumber = phoneNumber }
            if let isEmailVerified { account.isEmailVerified = isEmailVerified }
            if isDisabled { account.isDisabled = true }
            if !secondFactors.isEmpty { account.secondFactors = secondFactors }
        }
    }
}
