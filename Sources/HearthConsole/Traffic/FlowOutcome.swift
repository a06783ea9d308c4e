internal import HearthJSON

/// What a step means for its flow: a title in words, and whether something is still to come.
struct FlowOutcome: Sendable, Equatable {
    var title: String
    var method: String?
    var state: Flow.State

    init(_ title: String, _ state: Flow.State, method: String? = nil) {
        self.title = title
        self.state = state
        self.method = method
    }

    /// Steps that begin something anew once the account's flow before them is done.
    static let openings: Set<String> = [
        "SignUp", "SignInWithPassword", "SignInWithProvider", "SignInWithCustomToken", "SignInWithEmailLink",
        "SignInWithPhoneNumber", "SendVerificationCode", "SendCode", "StartPasskeySignIn", "CreateAuthURI",
    ]

    /// Reads an outcome from a request and its answer.
    ///
    /// - Returns: `nil` for a step that says nothing about how the flow stands, such as reading an account.
    init?(operation: String, status: Int, error: String?, request: JSONObject, response: JSONObject) {
        if status >= 400 {
            guard let title = Self.refusal(of: operation, error) else { return nil }
            self.init(title, .refused, method: error)
        } else if response["mfaPendingCredential"] != nil {
            self.init("Second factor is asked for", .waiting)
        } else if let outcome = Self.success(of: operation, request, response) {
            self = outcome
        } else {
            return nil
        }
    }

    private static func success(of operation: String, _ request: JSONObject, _ response: JSONObject) -> FlowOutcome? {
        switch operation {
        case "SignUp":
            if request["email"] == nil && request["phoneNumber"] == nil { return FlowOutcome("Became a guest", .done) }
            return FlowOutcome(response["idToken"] == nil ? "Account created by an administrator" : "Signed up", .done)
        case "SignInWithPassword": return FlowOutcome("Signed in with a password", .done)
        case "SignInWithProvider":
            return FlowOutcome("Signed in with {method}", .done, method: response["providerId"]?.string ?? "a provider")
        case "SignInWithCustomToken": return FlowOutcome("Signed in with a custom token", .done)
        case "SignInWithEmailLink": return FlowOutcome("Signed in with a mailed link", .done)
        case "SignInWithPhoneNumber": return FlowOutcome("Signed in with a phone number", .done)
        case "FinishPasskeySignIn": return FlowOutcome("Signed in with a passkey", .done)
        case "FinishSecondFactorSignIn": return FlowOutcome("Signed in with a second factor", .done)
        case "StartSecondFactorSignIn": return FlowOutcome("Second factor is asked for", .waiting)
        case "FinishSecondFactorEnrollment": return FlowOutcome("Enrolled a second factor", .done)
        case "WithdrawSecondFactor": return FlowOutcome("Removed a second factor", .done)
        case "FinishPasskeyEnrollment": return FlowOutcome("Added a passkey", .done)
        case "SendVerificationCode": return FlowOutcome("Waits for a texted code", .waiting)
        case "SendCode": return FlowOutcome(codeTitle(request["requestType"]?.string), .waiting)
        case "ResetPassword":
            return request["newPassword"] == nil ? nil : FlowOutcome("Set a new password", .done)
        case "UpdateAccount": return update(request)
        case "DeleteAccount": return FlowOutcome("Deleted the account", .done)
        case "CreateSessionCookie": return FlowOutcome("Traded a token for a session cookie", .done)
        default: return nil
        }
    }

    private static func update(_ request: JSONObject) -> FlowOutcome {
        if request["oobCode"] != nil { return FlowOutcome("Confirmed the address", .done) }
        if request["password"] != nil { return FlowOutcome("Changed the password", .done) }
        return FlowOutcome("Changed the account", .done)
    }

    private static func codeTitle(_ type: String?) -> String {
        switch type {
        case "PASSWORD_RESET": "Asked for a new password"
        case "EMAIL_SIGNIN": "Asked for a sign-in link"
        case "VERIFY_EMAIL": "Address not confirmed yet"
        default: "New address not confirmed yet"
        }
    }

    private static func refusal(of operation: String, _ error: String?) -> String? {
        switch error {
        case "INVALID_LOGIN_CREDENTIALS", "INVALID_PASSWORD", "EMAIL_NOT_FOUND": return "Wrong password or address"
        case "EMAIL_EXISTS": return "The address belongs to an account"
        case "USER_DISABLED": return "The account is disabled"
        case "INVALID_CODE", "INVALID_VERIFICATION_CODE", "INVALID_OOB_CODE": return "Wrong code"
        case "EXPIRED_OOB_CODE", "SESSION_EXPIRED", "CODE_EXPIRED": return "The code has expired"
        case "CREDENTIAL_TOO_OLD_LOGIN_AGAIN": return "The last sign-in is too long ago"
        case "TOO_MANY_ATTEMPTS_TRY_LATER": return "Too many tries"
        case "WEAK_PASSWORD": return "The password is too weak"
        default: return openings.contains(operation) || operation.hasPrefix("Finish") ? "Refused: {method}" : nil
        }
    }

    /// Every title, for the tables of other languages.
    static let titles = [
        "Second factor is asked for", "Became a guest", "Account created by an administrator", "Signed up",
        "Signed in with a password", "Signed in with {method}", "Signed in with a custom token",
        "Signed in with a mailed link", "Signed in with a phone number", "Signed in with a passkey",
        "Signed in with a second factor", "Enrolled a second factor", "Removed a second factor", "Added a passkey",
        "Waits for a texted code", "Set a new password", "Deleted the account", "Traded a token for a session cookie",
        "Confirmed the address", "Changed the password", "Changed the account", "Asked for a new password",
        "Asked for a sign-in link", "Address not confirmed yet", "New address not confirmed yet",
        "Wrong password or address", "The address belongs to an account", "The account is disabled", "Wrong code",
        "The code has expired", "The last sign-in is too long ago", "Too many tries", "The password is too weak",
        "Refused: {method}",
    ]
}
