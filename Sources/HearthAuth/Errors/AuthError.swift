public import HearthCore
public import HearthHTTP

/// Why an operation of ``Auth`` did not succeed.
///
/// Decide on ``code``, or more broadly on ``recovery``; show ``userMessage``; log the error itself, whose
/// description holds no secret, no address and none of the service's free text.
public struct AuthError: Error, Sendable {
    /// What went wrong.
    public var code: Code
    /// The service's own word for it, for example `EMAIL_EXISTS`, verbatim even if no ``code`` is known for it.
    public var serverCode: String?
    /// What the service said after its word, for example the rules that a password breaks; not for logs.
    public var serverDetail: String?
    /// The HTTP status of the service's answer, if there was one.
    public var httpStatus: Int?
    /// How long the service asked to wait.
    public var retryAfter: Duration?
    /// Why no answer arrived, for ``Code/networkError`` and ``Code/cancelled``.
    public var transport: TransportError.Kind?
    /// The operation's name, for example `SignUp`, if a call to the service was made.
    public var operation: String?
    /// What the code alone does not tell.
    public var detail: Detail?
    /// Why the storage could not be read or written, for ``Code/storageUnavailable``.
    public var storage: StorageUnavailability?
    /// Words for the developer, without any part of a request or an answer.
    public var reason: String
    /// What another layer threw, if this error is about that: a `TransportError` or a ``StorageUnavailability``.
    public internal(set) var underlying: (any Error)?
    /// What the service told of the second factors, for ``Code/secondFactorRequired``.
    public var secondFactor: SecondFactorChallenge?
    /// How to go on, for ``Code/secondFactorRequired``.
    public internal(set) var resolver: MultiFactorResolver?
    /// What is known of the account that is in the way, for ``Code/accountExistsWithDifferentCredential``,
    /// ``Code/credentialAlreadyInUse`` and ``Code/emailAlreadyInUse`` of a credential.
    public var collision: AccountCollision?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - reason: Words for the developer, without secrets.
    public init(_ code: Code, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }

    /// Creates an error whose code does not tell enough.
    init(_ code: Code, _ detail: Detail) {
        self.init(code)
        self.detail = detail
    }

    /// What went wrong, with FirebaseAuth's names and numbers, open to new values.
    ///
    /// Matches in a `catch` clause: `catch AuthError.Code.emailAlreadyInUse { … }`.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// FirebaseAuth's number, or one from 18101 on.
        public let rawValue: Int

        /// Creates a code from its number.
        ///
        /// - Parameter rawValue: The number.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The name, for example `emailAlreadyInUse`; the number for one that this build does not know.
        public var name: String {
            CodeTable.entries[self]?.name ?? String(rawValue)
        }

        /// Whether an error has this code.
        ///
        /// - Parameters:
        ///   - code: The code that is looked for.
        ///   - error: Any error.
        /// - Returns: Whether it is an ``AuthError`` with that code, or one of a workflow for which such an error was the
        ///   reason.
        public static func ~= (code: Code, error: any Error) -> Bool {
            let error = error as? AuthError ?? (error as? any ErrorFromAuth)?.auth
            return error?.code == code
        }
    }

    /// What the code of an error alone does not tell, open to new values.
    public struct Detail: RawRepresentable, Sendable, Hashable {
        /// The spelling used in logs.
        public let rawValue: String

        /// Creates a detail from its spelling.
        ///
        /// - Parameter rawValue: The spelling used in logs.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The address is not the one that the link was mailed to; with ``Code/invalidEmail``.
        public static let linkOfAnotherAddress = Detail(rawValue: "linkOfAnotherAddress")
        /// The link was not mailed to sign in with; with ``Code/invalidActionCode``.
        public static let linkForAnotherPurpose = Detail(rawValue: "linkForAnotherPurpose")
        /// The API key is for apps with other bundle identifiers; with ``Code/appNotAuthorized``.
        public static let keyOfAnotherBundle = Detail(rawValue: "keyOfAnotherBundle")
        /// The API key is for other Android apps; with ``Code/appNotAuthorized``.
        public static let keyOfAnotherAndroidApp = Detail(rawValue: "keyOfAnotherAndroidApp")
        /// The API key is for other web pages; with ``Code/appNotAuthorized``.
        public static let keyOfAnotherReferer = Detail(rawValue: "keyOfAnotherReferer")
        /// The API key is for other IP addresses; with ``Code/appNotAuthorized``.
        public static let keyOfAnotherAddress = Detail(rawValue: "keyOfAnotherAddress")
        /// The API key is for other APIs; with ``Code/appNotAuthorized``.
        public static let keyOfAnotherService = Detail(rawValue: "keyOfAnotherService")
        /// The project has not enabled the API; with ``Code/operationNotAllowed``.
        public static let serviceDisabled = Detail(rawValue: "serviceDisabled")
        /// The service does not know the link, which names another API key; with ``Code/invalidActionCode``.
        public static let linkOfAnotherProject = Detail(rawValue: "linkOfAnotherProject")
    }

    /// What helps against an error, open to new values.
    public struct Recovery: RawRepresentable, Sendable, Hashable {
        /// The spelling used in logs.
        public let rawValue: String

        /// Creates a class from its spelling.
        ///
        /// - Parameter rawValue: The spelling used in logs.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }
}

extension AuthError.Recovery {
    /// The user types something else.
    public static let input = Self(rawValue: "input")
    /// The user signs in to the account that is in the way.
    public static let collision = Self(rawValue: "collision")
    /// The user confirms who they are, then the operation is tried again.
    public static let reauthenticate = Self(rawValue: "reauthenticate")
    /// The user signs in.
    public static let sessionEnded = Self(rawValue: "sessionEnded")
    /// The step that made the code or the pending sign-in is taken again.
    public static let restartStep = Self(rawValue: "restartStep")
    /// The user shows, enrolls or chooses a second factor.
    public static let secondFactor = Self(rawValue: "secondFactor")
    /// Time passes, ``AuthError/retryAfter`` if it is known.
    public static let wait = Self(rawValue: "wait")
    /// The same is tried again.
    public static let transient = Self(rawValue: "transient")
    /// Nothing: someone wanted it so.
    public static let cancelled = Self(rawValue: "cancelled")
    /// An administrator changes the project's rules.
    public static let policy = Self(rawValue: "policy")
    /// The device is unlocked, its disk freed, or another process ends its work.
    public static let storage = Self(rawValue: "storage")
    /// The developer corrects the app or the project.
    public static let configuration = Self(rawValue: "configuration")
    /// No one knows.
    public static let unknown = Self(rawValue: "unknown")
}

extension AuthError {
    /// What helps.
    public var recovery: Recovery {
        // Reading it again does not help: the next sign-in takes its place.
        if storage == .undecodable { return .sessionEnded }
        if code == .internalError, let httpStatus, httpStatus >= 500 { return .transient }
        return CodeTable.entries[code]?.recovery ?? .unknown
    }

    /// Whether trying the same again, perhaps after ``retryAfter``, may succeed.
    public var isTransient: Bool {
        recovery == .transient || recovery == .wait
    }
}

/// An error of a layer above whose reason may be one of the client.
package protocol ErrorFromAuth: Error {
    /// What the client threw, if that was the reason.
    var auth: AuthError? { get }
}

/// A sign-in whose first factor was right and which waits for a second one.
public struct SecondFactorChallenge: Sendable {
    /// The factors that may be used, in the order of enrolment.
    public let hints: [MultiFactorInfo]
    /// What the service will want to see together with the second factor.
    public let pendingCredential: Secret<String>
}

/// An account that is in the way: it has the address already but another sign-in method, or the sign-in method already.
public struct AccountCollision: Sendable {
    /// The address, to sign in with.
    public let email: Secret<String>?
    /// The providers that have verified the address, for example `google.com`, if the service tells.
    public let verifiedProviders: [String]
    /// What the service will want to see to link the credential after signing in another way.
    public let pendingToken: Secret<String>?
    /// The credential with which to go on: to link it after signing in another way, or to sign in with it to the
    /// account that has it; it may be good for one more attempt only.
    public internal(set) var credential: AuthCredential?
}
