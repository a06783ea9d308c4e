internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// The statements of a test that repeats a flow: what one step answers is what the next one sends.
struct FlowScript {
    private(set) var lines: [String] = []
    /// The modules that the statements need beside those of every copied test.
    private(set) var modules: Set<String> = []

    private let beginning: FlowBeginning
    /// Values that a step made, and the source that reads them from it.
    private var made: [String: String] = [:]
    private var names: [String: Int] = [:]
    /// The variable of the authenticator app that the flow enrolled, and its last code's time.
    private var app: String?
    private var secondsSinceCode: Int64?
    private var last: UnixTime?

    /// Members whose values a backend makes anew each time.
    private static let passed: Set<String> = [
        "idToken", "id_token", "refreshToken", "refresh_token", "access_token", "sessionInfo", "mfaPendingCredential",
        "localId", "mfaEnrollmentId", "oobCode", "oobLink", "pendingToken", "sessionId", "temporaryProof",
        "sharedSecretKey", "sessionCookie",
    ]
    /// Of these, the ones that no successful request can have made up.
    private static let secrets: Set<String> = [
        "idToken", "refreshToken", "refresh_token", "sessionInfo", "mfaPendingCredential", "oobCode", "pendingToken",
        "temporaryProof",
    ]
    /// Waits that are shorter change nothing: no lifetime is.
    private static let shortestWait: Int64 = 10
    private static let codeLifetime: Int64 = 30

    /// Writes the statements.
    ///
    /// - Throws: ``ConsoleRefusal`` if a step cannot be repeated by a test.
    init(_ recording: FlowRecording, _ beginning: FlowBeginning) throws(ConsoleRefusal) {
        self.beginning = beginning
        for (place, step) in recording.steps.enumerated() {
            if place > 0, case .exchange = step.content { lines.append("") }
            wait(until: step.start)
            switch step.content {
            case .message(let message): add(message, isRead: Self.isRead(message, recording.steps[place...]))
            case .exchange(let exchange): try add(exchange, at: step.start)
            }
        }
    }

    // MARK: Messages

    private static func isRead(_ message: TrafficEntry.Message, _ steps: ArraySlice<FlowRecording.Step>) -> Bool {
        steps.contains { step in
            guard case .exchange(let exchange) = step.content else { return false }
            return JSONValue.object(exchange.body).contains(message.code.reveal())
        }
    }

    private mutating func add(_ message: TrafficEntry.Message, isRead: Bool) {
        let address = SwiftLiteral.string(message.to)
        let name = name(message.channel == "SMS" ? "text" : "mail")
        let target = isRead ? "let \(name)" : "_"
        if message.channel == "SMS" {
            lines.append("\(target) = try await backend.inbox.nextText(to: \(address))")
        } else {
            let kind = Self.kinds[message.purpose] ?? "Mail.Kind(rawValue: \(SwiftLiteral.string(message.purpose)))"
            lines.append("\(target) = try await backend.inbox.next(\(kind), to: \(address))")
        }
        if isRead { made[message.code.reveal()] = ".string(\(name).code)" }
    }

    private static let kinds = [
        "VERIFY_EMAIL": ".verifyEmail", "PASSWORD_RESET": ".passwordReset", "EMAIL_SIGNIN": ".emailSignIn",
        "VERIFY_AND_CHANGE_EMAIL": ".verifyAndChangeEmail", "RECOVER_EMAIL": ".recoverEmail",
        "REVERT_SECOND_FACTOR_ADDITION": ".revertSecondFactorAddition",
    ]

    // MARK: Requests

    private mutating func add(_ exchange: FlowRecording.Exchange, at start: UnixTime) throws(ConsoleRefusal) {
        try refuseAuthenticator(exchange)
        try proveSession(exchange, at: start)
        let body = try expression(.object(exchange.body), named: nil, isPassing: !exchange.isRefused)
        if exchange.status >= 500 {
            modules.insert("HearthBackend")
            let name = SwiftLiteral.string(exchange.operation)
            lines.append("backend.fail(next: try .operation(\(name)), with: .status(\(exchange.status)))")
        }
        let variable = name(exchange.operation.prefix(1).lowercased() + exchange.operation.dropFirst())
        let arguments =
            [
                ".\(exchange.request.method.rawValue.lowercased())", SwiftLiteral.string(exchange.request.target),
                body.text(1),
            ] + (exchange.isAdministrator ? ["as: \"owner\""] : [])
        lines.append(
            "let \(variable) = try await backend.send(\n"
                + arguments.map { "    \($0)" }.joined(separator: ",\n") + "\n)"
        )
        expect(exchange, variable)
        learn(exchange, variable)
    }

    private mutating func expect(_ exchange: FlowRecording.Exchange, _ variable: String) {
        lines.append("#expect(\(variable).status == \(exchange.status))")
        if let error = exchange.error {
            lines.append("#expect(\(variable).error == \(SwiftLiteral.string(error)))")
            return
        }
        for name in ["localId", "email", "newEmail", "phoneNumber", "isNewUser", "providerId", "requestType"] {
            guard let value = exchange.answer[name] else { continue }
            if name == "localId", !beginning.known.contains(value.string ?? "") { continue }
            guard value.string != nil || value.bool != nil else { continue }
            lines.append("#expect(\(variable)[\"\(name)\"] == \(SwiftExpression.literal(value).text(0)))")
        }
        for name in ["mfaPendingCredential", "idToken", "id_token"] where exchange.answer[name]?.string != nil {
            lines.append("#expect(\(variable)[\"\(name)\"] != .null)")
        }
    }

    private mutating func learn(_ exchange: FlowRecording.Exchange, _ variable: String) {
        for name in Self.passed.sorted() {
            guard let value = exchange.answer.first(named: name)?.string, !value.isEmpty else { continue }
            guard made[value] == nil, !beginning.known.contains(value) else { continue }
            made[value] = "\(variable)[\"\(name)\"]"
        }
        if exchange.operation == "StartSecondFactorEnrollment",
            exchange.answer.first(named: "sharedSecretKey")?.string != nil
        {
            let app = name("app")
            lines.append(
                "let \(app) = try #require(AuthenticatorApp(key: \(variable)[\"sharedSecretKey\"].string ?? \"\"))"
            )
            self.app = app
        }
    }

    private mutating func expression(
        _ value: JSONValue,
        named name: String?,
        isPassing: Bool
    ) throws(ConsoleRefusal) -> SwiftExpression {
        switch value {
        case .object(let object):
            var members: [(name: String, value: SwiftExpression)] = []
            for member in object.members {
                if member.name == "totpVerificationInfo", isPassing {
                    members.append((member.name, try authenticatorCode(member.value)))
                } else {
                    let value = try expression(member.value, named: member.name, isPassing: isPassing)
                    members.append((member.name, value))
                }
            }
            return .object(members)
        case .array(let values):
            var items: [SwiftExpression] = []
            for value in values { items.append(try expression(value, named: name, isPassing: isPassing)) }
            return .array(items)
        case .string(let text):
            if let source = made[text] { return .source(source) }
            if isPassing, let name, Self.secrets.contains(name) {
                throw ConsoleRefusal(
                    409,
                    "The flow uses a '\(name)' from before it. Copy a flow that begins earlier."
                )
            }
            return .literal(value)
        default: return .literal(value)
        }
    }

    /// The code of the authenticator app; each one counts once.
    private mutating func authenticatorCode(_ info: JSONValue) throws(ConsoleRefusal) -> SwiftExpression {
        guard let app else {
            throw ConsoleRefusal(
                409,
                "The flow uses an authenticator app that it did not enroll, and a test does not know its key."
            )
        }
        if let seconds = secondsSinceCode, seconds < Self.codeLifetime { advance(Self.codeLifetime) }
        secondsSinceCode = 0
        var members: [(name: String, value: SwiftExpression)] = []
        for member in info.object?.members ?? [] {
            members.append(
                member.name == "verificationCode"
                    ? (member.name, .source(".string(\(app).code(at: backend.clock.now))"))
                    : (member.name, try expression(member.value, named: member.name, isPassing: true))
            )
        }
        return .object(members)
    }

    /// What a device signed belongs to the challenge that it signed.
    private func refuseAuthenticator(_ exchange: FlowRecording.Exchange) throws(ConsoleRefusal) {
        for name in ["authenticatorRegistrationResponse", "authenticatorAuthenticationResponse"]
        where exchange.body[name]?["response"] != nil {
            throw ConsoleRefusal(
                409,
                "What a passkey signed counts once. Write this test with 'SoftwareAuthenticator' of HearthTesting."
            )
        }
    }

    // MARK: Sessions and time

    /// Signs the user in whose session is older than the flow.
    private mutating func proveSession(
        _ exchange: FlowRecording.Exchange,
        at start: UnixTime
    ) throws(ConsoleRefusal) {
        guard let token = exchange.body["idToken"]?.string, made[token] == nil,
            let claims = TrafficFacts.claims(of: token), let user = claims["sub"]?.string
        else { return }
        guard beginning.known.contains(user) else { return }
        let variable = name("session")
        let custom = JSON.serialize(.object(["uid": .string(user)]))
        var members: [(name: String, value: SwiftExpression)] = [
            ("token", .literal(.string(String(decoding: custom, as: UTF8.self)))),
            ("returnSecureToken", .literal(true)),
        ]
        if let tenant = exchange.body["tenantId"] { members.append(("tenantId", .literal(tenant))) }
        lines.append(
            """
            // The session that the flow began with.
            let \(variable) = try await backend.send(
                .post,
                "/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=test",
                \(SwiftExpression.object(members).text(1))
            )

            """
        )
        made[token] = "\(variable)[\"idToken\"]"
        guard let proof = claims["auth_time"]?.integer else { return }
        let age = (start - UnixTime(seconds: proof)).components.seconds
        guard age < 3600 else {
            throw ConsoleRefusal(409, "The session of this flow is older than an hour. Copy a flow that begins it.")
        }
        if age >= Self.shortestWait { advance(age) }
    }

    private mutating func wait(until start: UnixTime) {
        guard let before = last else {
            last = start
            return
        }
        let seconds = (start - before).components.seconds
        guard seconds.magnitude >= UInt64(Self.shortestWait) else { return }
        advance(seconds)
        last = start
    }

    private mutating func advance(_ seconds: Int64) {
        lines.append("backend.clock.advance(by: .seconds(\(seconds)))")
        secondsSinceCode = secondsSinceCode.map { $0 + seconds }
    }

    private mutating func name(_ wish: String) -> String {
        let count = names[wish, default: 0] + 1
        names[wish] = count
        return count == 1 ? wish : "\(wish)\(count)"
    }
}

extension JSONValue {
    /// Whether a text stands anywhere in the value.
    fileprivate func contains(_ text: String) -> Bool {
        switch self {
        case .string(let own): own == text
        case .array(let values): values.contains { $0.contains(text) }
        case .object(let object): object.members.contains { $0.value.contains(text) }
        default: false
        }
    }
}
