internal import HearthCore
internal import HearthFunctionsWire
internal import HearthHTTP
internal import HearthJSON
internal import HearthTokens

extension FunctionsHost {
    /// Adds the function that the identity service asks before it stores a new account.
    ///
    /// - Parameters:
    ///   - name: Its name. Defaults to `beforeCreate`.
    ///   - trust: Which questions are believed.
    ///   - options: How it runs. Defaults to the usual, with 7 s, after which the identity service gives up.
    ///   - body: Decides: an `HTTPSError` refuses the account, its message reaches the client.
    /// - Throws: ``FunctionRegistrationError``.
    public func beforeUserCreated(
        _ name: String = "beforeCreate",
        trust: BlockingTrust,
        options: FunctionOptions = .init(timeout: .seconds(7), origins: .none),
        _ body: @escaping @Sendable (AuthBlockingEvent) async throws -> UserChanges?
    ) throws(FunctionRegistrationError) {
        try addBlocking(name, .beforeCreate, trust, options, body)
    }

    /// Adds the function that the identity service asks before it signs a user in.
    ///
    /// - Parameters:
    ///   - name: Its name. Defaults to `beforeSignIn`.
    ///   - trust: Which questions are believed.
    ///   - options: How it runs. Defaults to the usual, with 7 s, after which the identity service gives up.
    ///   - body: Decides: an `HTTPSError` refuses the sign-in, its message reaches the client.
    /// - Throws: ``FunctionRegistrationError``.
    public func beforeUserSignedIn(
        _ name: String = "beforeSignIn",
        trust: BlockingTrust,
        options: FunctionOptions = .init(timeout: .seconds(7), origins: .none),
        _ body: @escaping @Sendable (AuthBlockingEvent) async throws -> UserChanges?
    ) throws(FunctionRegistrationError) {
        try addBlocking(name, .beforeSignIn, trust, options, body)
    }

    /// Adds the function that the identity service asks before it sends a mail with a link or a code.
    ///
    /// - Parameters:
    ///   - name: Its name. Defaults to `beforeSendEmail`.
    ///   - trust: Which questions are believed.
    ///   - options: How it runs. Defaults to the usual, with 7 s, after which the identity service gives up.
    ///   - body: Decides: an `HTTPSError` refuses the mail, its message reaches the client; `nil` leaves it to the
    ///     identity service.
    /// - Throws: ``FunctionRegistrationError``.
    public func beforeEmailSent(
        _ name: String = "beforeSendEmail",
        trust: BlockingTrust,
        options: FunctionOptions = .init(timeout: .seconds(7), origins: .none),
        _ body: @escaping @Sendable (AuthMessageEvent) async throws -> AuthMessageEvent.Decision?
    ) throws(FunctionRegistrationError) {
        try addBlocking(name, .beforeSendEmail, trust, options, body)
    }

    /// Adds the function that the identity service asks before it sends a text message with a code.
    ///
    /// - Parameters:
    ///   - name: Its name. Defaults to `beforeSendSms`.
    ///   - trust: Which questions are believed.
    ///   - options: How it runs. Defaults to the usual, with 7 s, after which the identity service gives up.
    ///   - body: Decides: an `HTTPSError` refuses the message, its text reaches the client; `nil` leaves it to the
    ///     identity service.
    /// - Throws: ``FunctionRegistrationError``.
    public func beforeSMSSent(
        _ name: String = "beforeSendSms",
        trust: BlockingTrust,
        options: FunctionOptions = .init(timeout: .seconds(7), origins: .none),
        _ body: @escaping @Sendable (AuthMessageEvent) async throws -> AuthMessageEvent.Decision?
    ) throws(FunctionRegistrationError) {
        try addBlocking(name, .beforeSendSms, trust, options, body)
    }

    private func addBlocking(
        _ name: String,
        _ moment: AuthBlockingEvent.Moment,
        _ trust: BlockingTrust,
        _ options: FunctionOptions,
        _ body: @escaping @Sendable (AuthBlockingEvent) async throws -> UserChanges?
    ) throws(FunctionRegistrationError) {
        try addBlocking(name, moment.rawValue, trust, options) { claims in
            guard let event = AuthBlockingEvent(claims), event.moment == moment else { return nil }
            return try await (body(event) ?? UserChanges()).json(at: moment)
        }
    }

    private func addBlocking(
        _ name: String,
        _ moment: AuthMessageEvent.Moment,
        _ trust: BlockingTrust,
        _ options: FunctionOptions,
        _ body: @escaping @Sendable (AuthMessageEvent) async throws -> AuthMessageEvent.Decision?
    ) throws(FunctionRegistrationError) {
        try addBlocking(name, moment.rawValue, trust, options) { claims in
            guard let event = AuthMessageEvent(claims), event.moment == moment else { return nil }
            return try await body(event)?.json ?? .object([:])
        }
    }

    /// Adds a function that answers the claims of verified questions, or `nil` for those that are not for it.
    private func addBlocking(
        _ name: String,
        _ moment: String,
        _ trust: BlockingTrust,
        _ options: FunctionOptions,
        _ answer: @escaping @Sendable (JSONObject) async throws -> JSONValue?
    ) throws(FunctionRegistrationError) {
        let environment = environment
        let path = "/\(project)/\(options.region ?? region)/\(name)"
        try onRequest(name, options: options) { request in
            guard let token = CallableRequest.data(of: request)?["jwt"]?.string else {
                throw HTTPSError(.invalidArgument, "Bad Request")
            }
            let claims: JSONObject
            do throws(TokenRejection) {
                claims = try await trust.claims(of: token, in: request, to: [path, "/\(name)"], at: environment.now())
            } catch {
                environment.log.warning("\(name): question refused: \(error.rawValue)")
                throw HTTPSError(error == .keysUnavailable ? .unavailable : .unauthenticated, "Unauthenticated")
            }
            do {
                guard let answer = try await answer(claims) else {
                    throw HTTPSError(.invalidArgument, "This is not a question that '\(moment)' answers.")
                }
                return HTTPResponse(
                    status: 200,
                    fields: ["Content-Type": "application/json; charset=utf-8"],
                    body: .bytes(JSON.serialize(answer))
                )
            } catch let error where !(error is HTTPSError) {
                environment.log.error("\(name): \(error)")
                throw HTTPSError(.internal, "An unexpected error occurred.")
            }
        }
        blocking.withLock { $0[moment] = path }
        environment.whenAdded()
    }
}
