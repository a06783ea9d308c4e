public import HearthAuth

/// Why a workflow did not come to its end.
///
/// Decide on ``code``; show ``userMessage``. What the client or the app's own code threw is kept as it is.
public struct FlowError: Error, Sendable {
    /// What went wrong.
    public var code: Code
    /// What the client refused, for ``Code/refused`` and wherever the client's word was the reason.
    public var auth: AuthError?
    /// What a closure of the app threw, for ``Code/appFailed``.
    public var cause: (any Error)?
    /// Words for the developer, without secrets.
    public var reason: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - reason: Words for the developer. Defaults to none.
    ///   - auth: What the client said. Defaults to nothing.
    ///   - cause: What a closure of the app threw. Defaults to nothing.
    public init(_ code: Code, _ reason: String = "", auth: AuthError? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.auth = auth
        self.cause = cause
    }

    /// What went wrong, open to new values.
    ///
    /// Matches in a `catch` clause: `catch FlowError.Code.cancelled { … }`.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The spelling used in logs.
        public let rawValue: String

        /// Creates a code from its spelling.
        ///
        /// - Parameter rawValue: The spelling used in logs.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

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
    /// Nobody is signed in.
    public static let signedOut = Self(rawValue: "signedOut")
    /// The user gave up, or the calling task was cancelled.
    public static let cancelled = Self(rawValue: "cancelled")
    /// Something later was begun, or another user signed in, before this one ended.
    public static let superseded = Self(rawValue: "superseded")
    /// The challenge, the link or the code has waited too long: begin again.
    public static let expired = Self(rawValue: "expired")
    /// There were too many wrong answers: begin again.
    public static let tooManyAttempts = Self(rawValue: "tooManyAttempts")
    /// Who confirmed is not the one who is signed in; nothing has changed.
    public static let differentUser = Self(rawValue: "differentUser")
    /// Who signed in to settle a conflict has another address than the one in question; nothing has changed.
    public static let differentAccount = Self(rawValue: "differentAccount")
    /// The service still wants a recent sign-in after the user has just confirmed.
    public static let stillNotRecent = Self(rawValue: "stillNotRecent")
    /// The second sign-in succeeded, but the credential that was kept could not be linked: ``FlowError/auth`` says why.
    public static let linkingFailed = Self(rawValue: "linkingFailed")
    /// Nothing like that is going on, or not any more.
    public static let notPending = Self(rawValue: "notPending")
    /// Another message may be sent only after a while.
    public static let tooSoon = Self(rawValue: "tooSoon")
    /// The address that the link was mailed to is not known on this device.
    public static let missingEmail = Self(rawValue: "missingEmail")
    /// A link is none to sign in with.
    public static let foreignLink = Self(rawValue: "foreignLink")
    /// Two steps of a deletion have one name, so neither could be resumed: ``FlowError/reason`` says which.
    public static let ambiguousSteps = Self(rawValue: "ambiguousSteps")
    /// A closure of the app threw: ``FlowError/cause`` has it.
    public static let appFailed = Self(rawValue: "appFailed")
    /// The session is locked.
    public static let locked = Self(rawValue: "locked")
    /// The state of the workflow could not be stored.
    public static let storage = Self(rawValue: "storage")
}

extension FlowError {
    /// What helps.
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

    /// One English sentence for the person in front of the screen.
    public var userMessage: String {
        switch code {
        case .signedOut: "Please sign in first."
        case .cancelled, .superseded: "This was cancelled."
        case .expired, .notPending: "This step has expired. Please start it again."
        case .tooManyAttempts: "There were too many wrong answers. Please start again."
        case .differentUser: "Please sign in to the same account as before."
        case .differentAccount: "Please sign in to the account that has this e-mail address."
        case .stillNotRecent, .locked: "Please sign in again."
        case .tooSoon: "Please wait a moment before you ask for another message."
        case .missingEmail: "Please enter the e-mail address that the link was sent to."
        case .foreignLink: "This is not a link to sign in with."
        case .storage: "This cannot be kept on this device at the moment."
        default: auth?.userMessage ?? "Something went wrong. Please try again later."
        }
    }
}

extension FlowError: CustomStringConvertible, CustomReflectable {
    /// One line for a log, without secrets.
    public var description: String {
        var parts = [code.rawValue]
        if !reason.isEmpty { parts.append(reason) }
        if let auth { parts.append("\(auth)") }
        if let cause { parts.append("\(type(of: cause))") }
        return "FlowError: " + parts.joined(separator: ", ")
    }

    /// What ``description`` shows and nothing else.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
