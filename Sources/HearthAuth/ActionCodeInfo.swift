internal import HearthWire

/// What a mailed code does.
public struct ActionCodeInfo: Sendable, Hashable {
    /// What it does.
    public let operation: Operation
    /// The account's address after it was done; `nil` if the service hides it.
    public let email: String?
    /// The account's address before, if the code changes it.
    public let previousEmail: String?
    /// The second factor that the code takes away; its number is hidden but for the end.
    public let multiFactorInfo: MultiFactorInfo?

    /// What a code can do, open to new values.
    public struct Operation: RawRepresentable, Sendable, Hashable {
        /// The spelling on the wire.
        public let rawValue: String

        /// Creates an operation from its spelling.
        ///
        /// - Parameter rawValue: The spelling on the wire.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Sets a new password.
        public static let passwordReset = Operation(rawValue: "PASSWORD_RESET")
        /// Verifies the address.
        public static let verifyEmail = Operation(rawValue: "VERIFY_EMAIL")
        /// Takes a change of the address back.
        public static let recoverEmail = Operation(rawValue: "RECOVER_EMAIL")
        /// Signs in without a password.
        public static let emailLink = Operation(rawValue: "EMAIL_SIGNIN")
        /// Verifies a new address and changes to it.
        public static let verifyAndChangeEmail = Operation(rawValue: "VERIFY_AND_CHANGE_EMAIL")
        /// Takes the enrolment of a second factor back.
        public static let revertSecondFactorAddition = Operation(rawValue: "REVERT_SECOND_FACTOR_ADDITION")
    }

    init(_ response: ResetPassword.Response) {
        operation = Operation(rawValue: response.requestType?.rawValue ?? "")
        email = response.newEmail ?? response.email
        previousEmail = response.newEmail == nil ? nil : response.email
        multiFactorInfo = response.mfaInfo.flatMap { Account.Factor($0) }.map { MultiFactorInfo($0) }
    }
}
