internal import HearthBackend
internal import HearthHTTP

/// A call of the console that was refused.
struct ConsoleRefusal: Error {
    let status: Int
    let words: String
    /// The code for programs; `nil` for the one that belongs to the status.
    let code: String?

    init(_ status: Int, _ words: String, code: String? = nil) {
        self.status = status
        self.words = words
        self.code = code
    }

    static let notFound = ConsoleRefusal(404, "The console has no such call.")
    static let signedOut = ConsoleRefusal(401, "Sign in to the console.")
    static let wrongCredentials = ConsoleRefusal(401, "Wrong address, password or code.", code: "WRONG_CREDENTIALS")
    static let wrongPasskey = ConsoleRefusal(401, "The passkey was not accepted.", code: "WRONG_PASSKEY")
    static let signInExpired = ConsoleRefusal(
        401,
        "This sign-in took too long. Begin again.",
        code: "SIGN_IN_EXPIRED"
    )
    static let noInvitation = ConsoleRefusal(410, "The invitation was used, replaced, or has expired. Ask for another.")
    static let needsProof = ConsoleRefusal(
        403,
        "Prove your password and your second factor again for this.",
        code: "RECENT_PROOF_REQUIRED"
    )

    static func forbidden(_ permission: ConsolePermission) -> ConsoleRefusal {
        ConsoleRefusal(403, "Your role does not allow this (\(permission.rawValue)). An owner can do it.")
    }

    var response: HTTPResponse { ConsoleGate.refusal(status, words, code: code) }

    init(_ error: AdministratorError) {
        switch error.code {
        case .notFound: self.init(404, error.reason)
        case .lastOwner: self.init(409, error.reason)
        case .storage: self.init(500, "The console's storage failed.")
        }
    }

    init(_ error: BackendError) {
        let isAsked = error.code == .configuration
        self.init(isAsked ? 400 : 500, isAsked ? error.reason : "The accounts cannot be read.")
    }

    /// The identity service's refusal in the console's words, which do not tell an address from a password.
    init(_ refusal: AdministratorAccounts.Refusal) {
        let name = refusal.words.prefix { $0 != " " && $0 != ":" }
        switch name {
        case "TOO_MANY_ATTEMPTS_TRY_LATER":
            self.init(429, "Too many wrong tries. Wait a few minutes.")
        case "WEAK_PASSWORD", "PASSWORD_DOES_NOT_MEET_REQUIREMENTS":
            self.init(400, refusal.words)
        case "INVALID_CODE", "INVALID_VERIFICATION_CODE":
            self.init(401, "The code is wrong, or was used already. Wait for the next one.", code: "WRONG_CODE")
        case "INVALID_MFA_PENDING_CREDENTIAL", "SESSION_EXPIRED", "INVALID_SESSION_INFO":
            self = .signInExpired
        case "INTERNAL": self.init(500, "The administrators' accounts cannot be read.")
        default:
            if refusal.status >= 500 {
                self.init(503, "The administrators' accounts do not answer.")
            } else {
                self = .wrongCredentials
            }
        }
    }

    /// Runs work on the store; its errors become refusals.
    static func wrap<Result>(
        _ body: () async throws(AdministratorError) -> Result
    ) async throws(ConsoleRefusal) -> Result {
        do throws(AdministratorError) { return try await body() } catch { throw ConsoleRefusal(error) }
    }
}
