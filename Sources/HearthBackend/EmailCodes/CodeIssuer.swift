internal import HearthCore
internal import HearthDatabase
internal import HearthHTTP
internal import HearthWire

/// Makes mailed codes, and takes them back once.
final class CodeIssuer: Sendable {
    let configuration: BackendConfiguration
    let policy: Policy
    let store: Store
    let random: RandomSource
    let mailer: any Mailer

    init(configuration: BackendConfiguration, policy: Policy, store: Store, random: RandomSource, mailer: any Mailer) {
        self.configuration = configuration
        self.policy = policy
        self.store = store
        self.random = random
        self.mailer = mailer
    }

    /// The most codes of a type that wait for one address where using one voids the others; then the oldest goes.
    static let mostOfAddress = 1000

    /// A code that was stored and waits to be delivered.
    struct Issued: Sendable {
        let code: Code
        let secret: Secret<String>
        let link: Secret<String>
        /// The language of the mail.
        let locale: String?
    }

    /// Makes and stores a code.
    func issue(
        _ type: CodeType,
        email: EmailAddress,
        newEmail: EmailAddress? = nil,
        account: UserID? = nil,
        secondFactor: FactorID? = nil,
        methods: SignInMethods? = nil,
        continueURL: String? = nil,
        isListed: Bool = true,
        _ tx: borrowing Transaction
    ) throws -> Issued {
        // 54 characters of 62 are 321 bits; the emulator's codes have as many.
        let secret = Secret(random.alphanumeric(54))
        let style = try store.projects.settings(of: tx.scope.project, tx).more.notification
        let locale = tx.call.locale ?? style?.defaultLocale
        let page = style?.sendEmail?.callbackUri ?? "\(tx.call.baseURL)/emulator/action"
        let query = query(type, secret, continueURL: continueURL, locale: locale, in: tx.call)
        let link = Secret(ContinueURL.appending(query, to: page))
        let code = Code(
            type: type,
            email: email,
            newEmail: newEmail,
            account: account,
            secondFactor: secondFactor,
            methods: methods,
            createdAt: tx.now,
            expiresAt: policy.codes[type].map { tx.now + $0 }
        )
        try store.codes.deleteExpired(before: tx.now - .hours(24), tx)
        if policy.guardsAccounts {
            try store.codes.deleteOldest(type, email: email, beyond: Self.mostOfAddress - 1, tx)
        }
        try store.codes.insert(
            code,
            secret: secret,
            link: configuration.isEmulator && isListed ? link : nil,
            tx
        )
        return Issued(code: code, secret: secret, link: link, locale: locale)
    }

    /// Does the work of issuing a code for an address that has no account: the code is stored and told to no one.
    func imitate(_ type: CodeType, email: EmailAddress, continueURL: String?, _ tx: borrowing Transaction) throws {
        _ = try issue(type, email: email, account: random.userID(), continueURL: continueURL, isListed: false, tx)
    }

    /// Hands a stored code to its reader.
    ///
    /// A change of address is proved by who reads the new mailbox; the old one is read already.
    func deliver(_ issued: Issued, in call: Call) {
        let code = issued.code
        mailer.deliver(
            CodeMail(
                type: code.type.rawValue,
                to: code.type == .verifyAndChangeEmail ? code.newEmail ?? code.email : code.email,
                newEmail: code.newEmail,
                code: issued.secret,
                link: issued.link,
                project: call.scope.project,
                locale: issued.locale
            )
        )
    }

    /// What became of a mailed code, for the page behind its link.
    enum Fate: Sendable {
        case usable(Code)
        case expired(Code)
        case spent(SpentCode)
        /// There is none, or no longer.
        case unknown

        /// The code, whatever became of it.
        var code: Code? {
            switch self {
            case .usable(let code), .expired(let code): code
            case .spent(let spent): spent.code
            case .unknown: nil
            }
        }
    }

    /// Tells what became of a code, without using it.
    func fate(of secret: Secret<String>, _ tx: borrowing Transaction) throws -> Fate {
        if let code = try store.codes.find(secret, tx) {
            return code.hasExpired(at: tx.now) ? .expired(code) : .usable(code)
        }
        return try store.codes.findSpent(secret, tx).map { .spent($0) } ?? .unknown
    }

    /// Looks at a code without using it.
    ///
    /// - Throws: `APIError` `INVALID_OOB_CODE` or `EXPIRED_OOB_CODE`.
    func inspect(_ secret: Secret<String>, _ tx: borrowing Transaction) throws -> Code {
        guard let code = try store.codes.find(secret, tx) else { throw APIError(.invalidOOBCode) }
        if code.hasExpired(at: tx.now) { throw APIError(.expiredOOBCode) }
        return code
    }

    /// Uses a code, which works once: a second use, in this process or in another, is refused.
    ///
    /// In production every other code of the same kind for the same address goes with it, unless it undoes a change:
    /// those have an order, which ``Takeover`` knows.
    func redeem(_ secret: Secret<String>, _ tx: borrowing Transaction) throws -> Code {
        let code = try inspect(secret, tx)
        try store.codes.spend(secret, tx)
        mailer.inbox?.noteUse(of: .mailed(CodeTable.digest(secret)), at: tx.now)
        if policy.guardsAccounts, !code.undoesChange {
            if let account = code.account {
                try store.codes.spendAll(code.type, of: account, tx)
            } else {
                try store.codes.spendAll(code.type, email: code.email, tx)
            }
        }
        return code
    }

    /// The account that a code is for, if it still has the address that the code was mailed to.
    ///
    /// In the emulator a code also works for the present owner of the address: it keeps codes when it forgets accounts.
    ///
    /// - Throws: `APIError` `INVALID_OOB_CODE`, or `USER_DISABLED` in strict.
    func holder(of code: Code, _ tx: borrowing Transaction) throws -> Account {
        var found: Account?
        if let id = code.account, let account = try store.accounts.find(id, tx),
            code.undoesChange || account.email == code.email
        {
            found = account
        }
        if found == nil, policy.codesFollowAddresses {
            found =
                code.type == .recoverEmail
                ? try store.accounts.find(initialEmail: code.email, tx)
                : try store.accounts.find(.email(code.email), tx)
        }
        guard let found else { throw APIError(.invalidOOBCode) }
        if found.isDisabled, policy.guardsAccounts { throw APIError(.userDisabled) }
        return found
    }

    private func query(
        _ type: CodeType,
        _ secret: Secret<String>,
        continueURL: String?,
        locale: String?,
        in call: Call
    ) -> FormParameters {
        var query: FormParameters = ["mode": Self.mode(of: type)]
        query.append("lang", locale ?? "en")
        query.append("oobCode", secret.reveal())
        query.append(
            "apiKey",
            call.scope.project == configuration.defaultProject ? "fake-api-key" : "\(call.scope.project)"
        )
        if let continueURL { query.append("continueUrl", continueURL) }
        if let tenant = call.scope.tenant { query.append("tenantId", tenant.rawValue) }
        return query
    }

    /// The mode in a link, which tells the page what to ask.
    static func mode(of type: CodeType) -> String {
        switch type {
        case .passwordReset: "resetPassword"
        case .verifyEmail: "verifyEmail"
        case .recoverEmail: "recoverEmail"
        case .emailSignIn: "signIn"
        case .verifyAndChangeEmail: "verifyAndChangeEmail"
        case .revertSecondFactor: "revertSecondFactorAddition"
        default: type.rawValue
        }
    }
}
