internal import HearthWire

/// An operation of the API, as a test names it.
public struct OperationName: Sendable, Hashable, CustomStringConvertible {
    /// The name in `Documentation/endpoints.md`, for example `SignUp`.
    public let rawValue: String

    private init(rawValue: String) {
        self.rawValue = rawValue
    }

    init(_ operation: any HearthWire.Operation.Type) {
        self.init(rawValue: "\(operation)")
    }

    /// Finds an operation by its name or by the end of one of its paths.
    ///
    /// The emulator's own controls are not found: they do not fail.
    ///
    /// - Parameter text: For example `SignUp`, `accounts:signUp`, `signupNewUser` or `token`; `nil` if there is none.
    public init?(_ text: String) {
        if text == Self.any.rawValue {
            self = .any
            return
        }
        let found =
            Self.operations.first { "\($0)" == text } ?? Self.operations.first { Self.ends(of: $0).contains(text) }
        guard let found else { return nil }
        self.init(found)
    }

    /// Finds an operation that has no name here.
    ///
    /// - Parameter text: Its name or the end of one of its paths, for example `accounts:batchCreate`.
    /// - Returns: The operation.
    /// - Throws: ``BackendError`` with code ``BackendError/Code/configuration`` if there is none: a fault that never
    ///   strikes would be a test that proves nothing.
    public static func operation(_ text: String) throws(BackendError) -> OperationName {
        guard let name = OperationName(text) else {
            throw BackendError(.configuration, "no operation is named \(text)")
        }
        return name
    }

    /// The name.
    public var description: String { rawValue }

    private static let operations = allOperations.filter { $0.routes.allSatisfy { $0.access != .emulator } }

    private static func ends(of operation: any HearthWire.Operation.Type) -> [String] {
        operation.routes.compactMap { $0.path.split(separator: "/").last.map(String.init) }
    }
}

extension OperationName {
    /// Whichever operation is called next.
    public static let any = OperationName(rawValue: "*")
    /// Creates an account, or a guest.
    public static let signUp = OperationName(SignUp.self)
    /// Signs in with an address and a password.
    public static let signInWithPassword = OperationName(SignInWithPassword.self)
    /// Signs in with a mailed link.
    public static let signInWithEmailLink = OperationName(SignInWithEmailLink.self)
    /// Signs in with what an identity provider says.
    public static let signInWithProvider = OperationName(SignInWithProvider.self)
    /// Signs in with a custom token.
    public static let signInWithCustomToken = OperationName(SignInWithCustomToken.self)
    /// Texts a code.
    public static let sendVerificationCode = OperationName(SendVerificationCode.self)
    /// Signs in with a texted code.
    public static let signInWithPhoneNumber = OperationName(SignInWithPhoneNumber.self)
    /// Shows an account to its user.
    public static let lookUp = OperationName(LookUpAccount.self)
    /// Changes an account.
    public static let update = OperationName(UpdateAccount.self)
    /// Deletes an account.
    public static let delete = OperationName(DeleteAccount.self)
    /// Mails a code.
    public static let sendCode = OperationName(SendCode.self)
    /// Checks a mailed code, or sets a new password with it.
    public static let resetPassword = OperationName(ResetPassword.self)
    /// Trades a refresh token for a new identity token.
    public static let token = OperationName(ExchangeRefreshToken.self)
}
