public import HearthAuth

/// Why a workflow did not come to its end: the one error that apps and screens read.
///
/// Decide on ``code`` or, more broadly, on ``recovery``; show ``message`` or ``userMessage``; log the error itself.
/// ``init(_:)`` makes one of whatever a call threw, also of the client's own `AuthError`, and
/// `catch AuthError.Code.emailAlreadyInUse` finds that code in either. <doc:Errors> tells why there are two types.
public struct FlowError: ErrorFromAuth, Sendable {
    /// What went wrong.
    public var code: Code
    /// What the client or a closure of the app threw, if that was the reason.
    public var underlying: (any Error)?
    /// Words for the developer, without secrets.
    public var reason: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - reason: Words for the developer. Defaults to none.
    ///   - underlying: What the client or the app's closure threw. Defaults to nothing.
    public init(_ code: Code, _ reason: String = "", underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlying = underlying
    }

    /// What the client refused, for ``Code/refused`` and wherever the client's word was the reason.
    public var auth: AuthError? { underlying as? AuthError }

    /// What went wrong, open to new values.
    ///
    /// Matches in a `catch` clause: `catch FlowError.Code.cancelled { … }`.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The code's name, as logs show it.
        public let rawValue: String

        /// Creates a code from its name.
        ///
        /// - Parameter rawValue: The name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The code's name.
        public var description: String { rawValue }

        /// Whether an error has this code.
        ///
        /// - Parameters:
        ///   - code: The code that is looked for.
        ///   - error: The error. Not any one: a pattern `.locked` for another type of error would end up here.
        /// - Returns: Whether it has that code.
        public static func ~= (code: Code, error: FlowError) -> Bool {
            error.code == code
        }
    }
}

extension FlowError.Code {
    /// The service or the client refused: ``FlowError/auth`` says what.
    public static let refused = Self(rawValue: "refused")
    /// No user is signed in.
    public static let signedOut = Self(rawValue: "signedOut")
    /// The user gave up, or the calling task was cancelled.
    public static let cancelled = Self(rawValue: "cancelled")
    /// Something later was begun, or another user signed in, before this one ended.
    public static let superseded = Self(rawValue: "superseded")
    /// The challenge, the link or the code has waited too long: begin again.
    public static let expired = Self(rawValue: "expired")
    /// There were too many wrong answers: begin again.
    public static let tooManyAttempts = Self(rawValue: "tooManyAttempts")
    /// The credential is of another user; the session has not changed.
    public static let differentUser = Self(rawValue: "differentUser")
    /// The account that was signed in to has another address than the one in conflict; nothing has changed.
    public static let differentAccount = Self(rawValue: "differentAccount")
    /// The service still wants a recent sign-in after the user has just confirmed.
    public static let stillNotRecent = Self(rawValue: "stillNotRecent")
    /// The second sign-in succeeded, but the credential that was kept could not be linked: ``FlowError/auth`` says why.
    public static let linkingFailed = Self(rawValue: "linkingFailed")
    /// Nothing like that is going on, or not any more.
    public static let notPending = Self(rawValue: "notPending")
    /// Another message may be sent only after a while.
    public static let tooSoon = Self(rawValue: "tooSoon")
    /// The link was mailed to an address that is not known on this device.
    public static let missingEmail = Self(rawValue: "missingEmail")
    /// A link is none to sign in with.
    public static let foreignLink = Self(rawValue: "foreignLink")
    /// Two steps of a deletion have one name, so neither could be resumed: ``FlowError/reason`` says which.
    public static let ambiguousSteps = Self(rawValue: "ambiguousSteps")
    /// A closure of the app threw: ``FlowError/underlying`` has it.
    public static let appFailed = Self(rawValue: "appFailed")
    /// The session is locked.
    public static let locked = Self(rawValue: "locked")
    /// The state of the workflow could not be stored.
    public static let storage = Self(rawValue: "storage")
}

extension FlowError {
    /// What helps, by the workflow's own code where it says more than the client's.
    public var recovery: AuthError.Recovery {
        switch code {
        case .signedOut: .sessionEnded
        case .cancelled, .superseded: .cancelled
        case .expired, .tooManyAttempts, .notPending: .restartStep
        case .differentUser, .differentAccount, .stillNotRecent, .locked: .reauthenticate
        case .tooSoon: .wait
        case .missingEmail, .foreignLink: .input
        case .storage: .storage
        case .ambiguousSteps: .configuration
        default: auth?.recovery ?? .unknown
        }
    }

    /// One English sentence for the developer: what to do about it.
    public var recoveryHint: String {
        guard let auth, auth.recovery == recovery else { return recovery.hint }
        return auth.recoveryHint
    }

    /// Whether trying the same again, perhaps after ``retryAfter``, may succeed.
    public var isTransient: Bool { recovery == .transient || recovery == .wait }

    /// How long the service asked to wait, if it was the reason.
    public var retryAfter: Duration? { auth?.retryAfter }

    /// Whether there is nothing to tell: the user gave up, or did something else meanwhile.
    public var isCancellation: Bool { recovery == .cancelled }

    /// What to tell the user, in whatever language a ``Localizer`` speaks.
    public var message: Message { Message(self) }

    /// One English sentence for the person in front of the screen.
    public var userMessage: String { Localizer(.english)(message) }
}

extension FlowError: CustomStringConvertible, CustomReflectable {
    /// One line for a log, without secrets.
    public var description: String {
        var parts = [code.rawValue]
        if !reason.isEmpty { parts.append(reason) }
        if let auth {
            parts.append("\(auth)")
        } else if let underlying {
            parts.append("\(type(of: underlying))")
        }
        return "FlowError: " + parts.joined(separator: ", ")
    }

    /// What ``description`` shows and nothing else.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
