internal import HearthAuth
public import HearthFlows

// The boundary: what a workflow throws becomes a screen's error here and nowhere else.
extension AppError {
    /// What a workflow's error is for a screen.
    ///
    /// - Parameter error: The error, which is kept as the cause.
    public init(_ error: FlowError) {
        self.init(Self.kind(of: error), Message(error))
        cause = error
    }

    private static func kind(of error: FlowError) -> Kind {
        switch error.code == .refused ? error.auth?.code : nil {
        case .invalidCredential, .wrongPassword, .userNotFound, .invalidVerificationCode: return .badCredentials
        default: break
        }
        return switch error.recovery {
        case .input: .input
        case .collision: .conflict
        case .reauthenticate, .sessionEnded: .signInAgain
        case .restartStep: .expired
        case .secondFactor: .secondFactor
        case .wait: .wait
        case .transient: .noInternet
        case .cancelled: .cancelled
        case .policy: .notAllowed
        case .storage: .storage
        default: .general
        }
    }
}

extension Message {
    /// What to tell the user of a workflow's error.
    ///
    /// - Parameter error: The error; in English it is ``HearthFlows/FlowError/userMessage``.
    public init(_ error: FlowError) {
        if let key = Self.key(for: error.code) {
            self.init(key)
        } else if let auth = error.auth {
            self.init(auth)
        } else {
            self.init(.unknownProblem)
        }
    }

    private static func key(for code: FlowError.Code) -> Key? {
        switch code {
        case .signedOut: .signInFirst
        case .cancelled, .superseded: .cancelled
        case .expired, .notPending: .restartStep
        case .tooManyAttempts: .tooManyAnswers
        case .differentUser: .userMismatch
        case .differentAccount: .differentAccount
        case .stillNotRecent, .locked: .signInAgain
        case .tooSoon: .messageTooSoon
        case .missingEmail: .emailLinkElsewhere
        case .foreignLink: .invalidLink
        case .storage: .cannotBeKept
        default: nil
        }
    }
}
