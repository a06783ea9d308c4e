internal import HearthCore
internal import HearthDatabase
internal import HearthHTTP
internal import HearthWire

/// Makes mailed codes, and takes them back once.
struct CodeIssuer: Sendable {
    let configuration: BackendConfiguration
    let store: Store
    let random: RandomSource
    let mailer: any Mailer

    /// A code that was stored and waits to be delivered.
    struct Issued: Sendable {
        let code: Code
        let secret: Secret<String>
        let link: Secret<String>
    }

    /// Makes and stores a code.
    func issue(
        _ type: CodeType,
        email: String,
        newEmail: String? = nil,
        continueURL: String? = nil,
        in call: Call,
        _ db: borrowing Connection
    ) throws -> Issued {
        // 54 characters of 62 are 321 bits; the emulator's codes have as many.
        let secret = Secret(random.alphanumeric(54))
        let link = Secret(link(type, secret, continueURL: continueURL, in: call))
        let code = Code(
            type: type,
            email: email,
            newEmail: newEmail,
            createdAt: call.now,
            expiresAt: CodeLifetime.of(type, configuration.profile).map { call.now + $0 }
        )
        try store.codes.deleteExpired(before: call.now - .hours(24), db)
        try store.codes.insert(
            code,
            secret: secret,
            link: configuration.isEmulator ? link : nil,
            in: call.scope,
            db
        )
        return Issued(code: code, secret: secret, link: link)
    }

    /// Hands a stored code to its reader.
    func deliver(_ issued: Issued, in call: Call) {
        mailer.deliver(
            CodeMail(
                type: issued.code.type.rawValue,
                to: issued.code.email,
                newEmail: issued.code.newEmail,
                code: issued.secret,
                link: issued.link,
                project: call.scope.project,
                locale: call.locale
            )
        )
    }

    /// Looks at a code without using it.
    ///
    /// - Throws: `APIError` `INVALID_OOB_CODE` or `EXPIRED_OOB_CODE`.
    func inspect(_ secret: Secret<String>, in call: Call, _ db: borrowing Connection) throws -> Code {
        guard let code = try store.codes.find(secret, in: call.scope, db) else { throw APIError("INVALID_OOB_CODE") }
        if let end = code.expiresAt, call.now >= end { throw APIError("EXPIRED_OOB_CODE") }
        return code
    }

    /// Uses a code: whoever comes second, in this process or in another, finds it gone.
    ///
    /// In strict every other code of the same kind for the same address goes with it.
    func redeem(_ secret: Secret<String>, in call: Call, _ db: borrowing Connection) throws -> Code {
        let code = try inspect(secret, in: call, db)
        try store.codes.delete(secret, db)
        if configuration.profile == .strict {
            try store.codes.deleteAll(code.type, email: code.email, in: call.scope, db)
        }
        return code
    }

    private func link(_ type: CodeType, _ secret: Secret<String>, continueURL: String?, in call: Call) -> String {
        var query: FormParameters = ["mode": Self.mode(of: type)]
        query.append("lang", call.locale ?? "en")
        query.append("oobCode", secret.reveal())
        query.append(
            "apiKey",
            call.scope.project == configuration.defaultProject ? "fake-api-key" : "\(call.scope.project)"
        )
        if let continueURL { query.append("continueUrl", continueURL) }
        if let tenant = call.scope.tenant { query.append("tenantId", tenant.rawValue) }
        return "\(call.baseURL)/emulator/action?\(query.encoded)"
    }

    /// The mode in a link, which tells the page what to ask.
    static func mode(of type: CodeType) -> String {
        switch type {
        case .passwordReset: "resetPassword"
        case .verifyEmail: "verifyEmail"
        case .recoverEmail: "recoverEmail"
        case .emailSignIn: "signIn"
        case .verifyAndChangeEmail: "verifyAndChangeEmail"
        default: type.rawValue
        }
    }
}
