internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthWire

/// A mailed link that a program fetches from the emulator: the code is used at once, as the official emulator does.
///
/// Test suites fetch such links instead of pressing a button. Browsers get ``ActionPage``, and a server for real users
/// never acts on a `GET`, because mail scanners open links too.
struct FetchedLink: Sendable {
    let store: Store
    let codes: CodeIssuer
    let resetPassword: ResetPasswordEndpoint
    let updateAccount: UpdateAccountEndpoint

    /// Uses the code of a link and answers in JSON, or leads on to the link's `continueUrl`.
    func answer(_ request: HTTPRequest, in call: Call) async -> HTTPResponse {
        let query = request.query
        func value(_ name: String) -> String? { query[name].flatMap { $0.isEmpty ? nil : $0 } }
        for (name, example) in [("apiKey", "YOUR_API_KEY"), ("oobCode", "YOUR_OOB_CODE")] where value(name) == nil {
            return Self.refusal(
                "missing \(name) query parameter",
                "Please modify the URL to specify an \(name), such as ...&\(name)=\(example)"
            )
        }
        let code = Secret(value("oobCode") ?? "")
        switch value("mode") {
        case "signIn": return Self.signIn(query)
        case "resetPassword": return await reset(code, request, in: call)
        case "verifyEmail": return await apply(code, Self.verification, request, in: call)
        case "verifyAndChangeEmail": return await apply(code, Self.change, request, in: call)
        case "recoverEmail": return await apply(code, Self.recovery, request, in: call)
        case "revertSecondFactorAddition": return await apply(code, Self.reversal, request, in: call)
        default: return Self.refusal("Invalid mode", nil)
        }
    }

    /// What the official emulator says of a kind of code.
    private struct Words: Sendable {
        let type: CodeType
        let success: String
        let failure: String
        let retry: String
        var failureOfAnotherKind: String?
        var answersNewEmail = false
        var leadsOn = true
    }

    private static let verification = Words(
        type: .verifyEmail,
        success: "The email has been successfully verified.",
        failure: "Your request to verify your email has expired or the link has already been used.",
        retry: "Try verifying your email again."
    )
    private static let change = Words(
        type: .verifyAndChangeEmail,
        success: "The email has been successfully changed.",
        failure: "Your request to change your email has expired or the link has already been used.",
        retry: "Try changing your email again.",
        answersNewEmail: true
    )
    private static let recovery = Words(
        type: .recoverEmail,
        success: "The email has been successfully reset.",
        failure: "Your request to revert your email has expired or the link has already been used.",
        retry:
            "If you're trying to test the reverting email flow, try changing the email again to generate a new link.",
        failureOfAnotherKind: "Requested mode does not match the OOB code provided.",
        leadsOn: false
    )
    private static let reversal = Words(
        type: .revertSecondFactor,
        success: "The second factor has been successfully removed.",
        failure: "Your request to remove the second factor has expired or the link has already been used.",
        retry: "Try enrolling the second factor again."
    )

    private func apply(
        _ secret: Secret<String>,
        _ words: Words,
        _ request: HTTPRequest,
        in call: Call
    ) async -> HTTPResponse {
        guard await type(of: secret, in: call) == words.type else {
            return Self.refusal(words.failureOfAnotherKind ?? words.failure, words.retry)
        }
        do throws(APIError) {
            let response = try await updateAccount.respond(
                to: UpdateAccount.Request { $0.oobCode = secret },
                in: call
            )
            if words.leadsOn, let page = Self.continueURL(request) { return Self.redirect(page) }
            let name = words.answersNewEmail ? "newEmail" : "email"
            return Self.success(words.success, name, words.answersNewEmail ? response.newEmail : response.email)
        } catch {
            return Self.refusal(words.failure, words.retry)
        }
    }

    private func reset(_ secret: Secret<String>, _ request: HTTPRequest, in call: Call) async -> HTTPResponse {
        let placeholder = "NEW_PASSWORD_HERE"
        guard let code = try? await store.read(call, { tx in try codes.inspect(secret, tx) }),
            code.type == .passwordReset
        else {
            return Self.refusal(
                "Your request to reset your password has expired or the link has already been used.",
                "Try resetting your password again."
            )
        }
        let template = "\(call.baseURL)\(request.path)?\(Self.query(request, without: "newPassword").encoded)"
        guard let password = request.query["newPassword"], !password.isEmpty else {
            return Self.refusal(
                "missing newPassword query parameter",
                "To reset the password for \(code.email), send an HTTP GET request to the following URL.",
                more: [
                    ("instructions2", "You may use a web browser or any HTTP client, such as curl."),
                    ("urlTemplate", "\(template)&newPassword=\(placeholder)"),
                ]
            )
        }
        guard password != placeholder else {
            return Self.refusal(
                "newPassword must be something other than '\(placeholder)'",
                "The string '\(placeholder)' is just a placeholder.",
                more: [
                    ("instructions2", "Please change the URL to specify a new password instead."),
                    ("urlTemplate", "\(template)&newPassword=\(placeholder)"),
                ]
            )
        }
        do throws(APIError) {
            let response = try await resetPassword.respond(
                to: ResetPassword.Request {
                    $0.oobCode = secret
                    $0.newPassword = Secret(password)
                },
                in: call
            )
            if let page = Self.continueURL(request) { return Self.redirect(page) }
            return Self.success("The password has been successfully updated.", "email", response.email)
        } catch {
            return Self.refusal(error.message, "Please change the URL to specify another password.")
        }
    }

    private func type(of secret: Secret<String>, in call: Call) async -> CodeType? {
        try? await store.read(call) { tx in try codes.inspect(secret, tx).type }
    }

    /// A sign-in link is used by the app, which gets all that the link carries.
    private static func signIn(_ query: FormParameters) -> HTTPResponse {
        guard let url = query["continueUrl"], !url.isEmpty else {
            return refusal(
                "Missing continueUrl query parameter",
                "To sign in, append &continueUrl=YOUR_APP_URL to the link."
            )
        }
        guard ContinueURL.isAbsolute(url) else { return refusal("The continueUrl is not an absolute URL.", nil) }
        return redirect(ContinueURL.appending(without(query, "continueUrl"), to: url))
    }

    private static func continueURL(_ request: HTTPRequest) -> String? {
        request.query["continueUrl"].flatMap { ContinueURL.isAbsolute($0) ? $0 : nil }
    }

    private static func query(_ request: HTTPRequest, without name: String) -> FormParameters {
        without(request.query, name)
    }

    private static func without(_ query: FormParameters, _ name: String) -> FormParameters {
        var rest = FormParameters()
        for parameter in query.all where parameter.name != name { rest.append(parameter.name, parameter.value) }
        return rest
    }

    // MARK: Answers

    private static func success(_ words: String, _ name: String, _ email: String?) -> HTTPResponse {
        var content = JSONObject()
        content["success"] = .string(words)
        content[name] = email.map { .string($0) }
        return response(content, status: 200)
    }

    private static func refusal(
        _ words: String,
        _ instructions: String?,
        more: [(name: String, text: String)] = []
    ) -> HTTPResponse {
        var content = JSONObject()
        content["error"] = .string(words)
        content["instructions"] = instructions.map { .string($0) }
        for member in more { content[member.name] = .string(member.text) }
        return response(content, status: 400)
    }

    private static func response(_ content: JSONObject, status: Int) -> HTTPResponse {
        HTTPResponse(
            status: status,
            fields: ["Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store"],
            body: .bytes(JSON.serialize(["authEmulator": .object(content)], isPretty: true))
        )
    }

    private static func redirect(_ url: String) -> HTTPResponse {
        HTTPResponse(
            status: 303,
            fields: ["Location": url, "Referrer-Policy": "no-referrer", "Cache-Control": "no-store"]
        )
    }
}
