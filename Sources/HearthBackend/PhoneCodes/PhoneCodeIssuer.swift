internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Makes texted codes, and takes them back once.
struct PhoneCodeIssuer: Sendable {
    let configuration: BackendConfiguration
    let policy: Policy
    let store: Store
    let random: RandomSource
    let messenger: any TextMessenger

    private var limits: ProofLimits { policy.proofs }

    /// A code that was stored and waits to be delivered.
    struct Issued: Sendable {
        let code: PhoneCode
        let secret: Secret<String>
        let session: Secret<String>
        /// Whether the number gets no text message.
        let isTest: Bool
    }

    /// Makes and stores a code.
    ///
    /// - Throws: `APIError` `TOO_MANY_ATTEMPTS_TRY_LATER` in strict if the number got too many codes.
    func issue(
        _ purpose: PhoneCode.Purpose,
        to number: PhoneNumber,
        account: UserID? = nil,
        _ tx: borrowing Transaction
    ) throws -> Issued {
        // Codes are kept until they no longer count.
        try store.phoneCodes.deleteExpired(before: tx.now - limits.window, tx)
        let settings = try store.projects.settings(of: tx.scope.project, tx)
        let testCode = settings.testCode(of: number.text, configuration)
        if testCode == nil {
            guard settings.more.smsRegionConfig?.allows(number.text) != false else { throw Self.foreign }
            try refuseIfOften(purpose, number, tx)
        }
        let code = PhoneCode(
            purpose: purpose,
            phoneNumber: number,
            account: account,
            createdAt: tx.now,
            expiresAt: limits.end(of: \.textedCode, from: tx.now)
        )
        let secret = testCode ?? Secret(random.digits(6))
        let session = Secret(Base64.encode(random.bytes(32)))
        try store.phoneCodes.insert(
            code,
            secret: secret,
            session: session,
            isListed: configuration.isEmulator,
            tx
        )
        return Issued(code: code, secret: secret, session: session, isTest: testCode != nil)
    }

    /// Texts a stored code; a test number gets nothing.
    func deliver(_ issued: Issued, in call: Call) {
        guard !issued.isTest else { return }
        messenger.deliver(
            CodeText(
                purpose: CodeText.Purpose(rawValue: issued.code.purpose.rawValue),
                to: issued.code.phoneNumber,
                code: issued.secret,
                project: call.scope.project,
                locale: call.locale,
                session: issued.session,
                expiresAt: issued.code.expiresAt
            )
        )
    }

    /// Uses a code, which works once: a second use, in this process or in another, is refused.
    ///
    /// That a wrong code was typed must outlast the refusal: it is returned, and the transaction goes on.
    ///
    /// - Returns: The number that is proved, or the refusal `INVALID_SESSION_INFO`, `SESSION_EXPIRED` or
    ///   `INVALID_CODE`.
    func redeem(
        _ session: Secret<String>,
        _ typed: Secret<String>,
        for purpose: PhoneCode.Purpose,
        account: UserID? = nil,
        _ tx: borrowing Transaction
    ) throws -> Result<PhoneNumber, APIError> {
        guard let (code, isRight) = try store.phoneCodes.find(session, typed: typed, tx),
            code.purpose == purpose, code.account == account
        else { return .failure(APIError(.invalidSessionInfo)) }
        if let end = code.expiresAt, tx.now >= end { return .failure(Self.expired) }
        guard !isExhausted(code.tries) else { return .failure(Self.expired) }
        guard isRight else {
            try store.phoneCodes.countFailure(of: session, tx)
            return .failure(APIError(.invalidCode))
        }
        try store.phoneCodes.delete(session, tx)
        messenger.inbox?.noteUse(of: .texted(TokenDigest.of(session)), at: tx.now)
        return .success(code.phoneNumber)
    }

    /// Whether a code can no longer be used after so many wrong tries.
    func isExhausted(_ tries: Int) -> Bool { limits.isExhausted(tries) }

    private static let foreign = APIError(
        .operationNotAllowed,
        "SMS unable to be sent until this region enabled by the app developer."
    )

    private static let expired = APIError(
        .sessionExpired,
        "The SMS code has expired. Please re-send the verification code to try again."
    )

    private func refuseIfOften(
        _ purpose: PhoneCode.Purpose,
        _ number: PhoneNumber,
        _ tx: borrowing Transaction
    ) throws {
        guard limits.areEnforced else { return }
        let start = tx.now - limits.window
        let texts = try store.phoneCodes.texts(to: number, for: purpose, since: start, tx)
        if let source = tx.call.source {
            let all = try store.phoneCodes.count(from: source, since: start, limit: limits.textsOfSource, tx)
            guard all < limits.textsOfSource, texts.countOfSource < limits.textsOfSourceToNumber else {
                throw APIError(.tooManyAttemptsTryLater)
            }
        }
        // Others may have asked for the texts: the owner waits a few minutes, and not until the window is over.
        guard texts.count >= limits.textsInWindow, let last = texts.last else { return }
        guard tx.now >= last + limits.pauseBetweenTexts else { throw APIError(.tooManyAttemptsTryLater) }
    }
}
