internal import HearthAuth

/// What a mailed code does.
public enum ActionCodeOperation: Int, Sendable {
    /// Something that this version does not know.
    case unknown = 0
    /// Sets a new password.
    case passwordReset = 1
    /// Verifies the address.
    case verifyEmail = 2
    /// Takes a change of the address back.
    case recoverEmail = 3
    /// Signs in without a password.
    case emailLink = 4
    /// Verifies a new address and changes to it.
    case verifyAndChangeEmail = 5
    /// Takes the enrollment of a second factor back.
    case revertSecondFactorAddition = 6

    init(_ operation: HearthAuth.ActionCodeInfo.Operation) {
        switch operation {
        case .passwordReset: self = .passwordReset
        case .verifyEmail: self = .verifyEmail
        case .recoverEmail: self = .recoverEmail
        case .emailLink: self = .emailLink
        case .verifyAndChangeEmail: self = .verifyAndChangeEmail
        case .revertSecondFactorAddition: self = .revertSecondFactorAddition
        default: self = .unknown
        }
    }
}

/// What a mailed code does, and to which account.
public final class ActionCodeInfo: Sendable {
    /// What it does.
    public let operation: ActionCodeOperation
    /// The account's address after it was done; empty if the service hides it, where FirebaseAuth ends the app.
    public let email: String
    /// The account's address before, if the code changes it.
    public let previousEmail: String?

    init(_ info: HearthAuth.ActionCodeInfo) {
        operation = ActionCodeOperation(info.operation)
        email = info.email ?? ""
        previousEmail = info.previousEmail
    }
}
