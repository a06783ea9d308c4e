public import HearthFlows

/// Why something that the user asked for did not succeed, as a screen needs to know it.
///
/// Show ``message``, decide on ``kind``; the cause is kept.
public struct AppError: Error, Sendable {
    /// What sort of failure it is.
    public var kind: Kind
    /// What to tell the user; the same for a wrong password and an unknown account.
    public var message: Message
    /// What the workflow threw; `nil` if the screen itself refused.
    public var cause: FlowError?

    /// Creates an error of a screen, or of a mock.
    ///
    /// - Parameters:
    ///   - kind: What sort of failure it is.
    ///   - message: What to tell the user.
    public init(_ kind: Kind, _ message: Message) {
        self.kind = kind
        self.message = message
    }

    /// What sort of failure it is, open to new values.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The spelling used in logs.
        public let rawValue: String

        /// Creates a kind from its spelling.
        ///
        /// - Parameter rawValue: The spelling used in logs.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Whether an error is of this kind.
        ///
        /// - Parameters:
        ///   - kind: The kind that is looked for.
        ///   - error: Any error.
        /// - Returns: Whether it is an ``AppError`` of that kind.
        public static func ~= (kind: Kind, error: any Error) -> Bool {
            (error as? AppError)?.kind == kind
        }
    }

    /// Whether nobody needs to be told: the user gave up, or did something else meanwhile.
    public var isCancellation: Bool { kind == .cancelled }
}

extension AppError.Kind {
    /// The user types something else.
    public static let input = Self(rawValue: "input")
    /// The address, the password or the code is wrong.
    public static let badCredentials = Self(rawValue: "badCredentials")
    /// Another account is in the way.
    public static let conflict = Self(rawValue: "conflict")
    /// The user has to show who they are, again or at all.
    public static let signInAgain = Self(rawValue: "signInAgain")
    /// The step is taken again from its beginning.
    public static let expired = Self(rawValue: "expired")
    /// A second factor is needed, or there is a problem with it.
    public static let secondFactor = Self(rawValue: "secondFactor")
    /// Time passes.
    public static let wait = Self(rawValue: "wait")
    /// The service cannot be reached; the same may succeed later.
    public static let noInternet = Self(rawValue: "noInternet")
    /// The user gave up, or did something else meanwhile.
    public static let cancelled = Self(rawValue: "cancelled")
    /// The project does not allow it.
    public static let notAllowed = Self(rawValue: "notAllowed")
    /// The device cannot read or keep the session.
    public static let storage = Self(rawValue: "storage")
    /// Anything else.
    public static let general = Self(rawValue: "general")
}

extension AppError: CustomStringConvertible, CustomReflectable {
    /// One line for a log, without secrets and addresses.
    public var description: String {
        "AppError: \(kind.rawValue), \(message.key.rawValue)" + (cause.map { ", \($0)" } ?? "")
    }

    /// What ``description`` shows and nothing else.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
