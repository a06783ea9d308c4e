internal import HearthAuth
internal import HearthFlows

// What screens look at in an error, beside its message.
extension FlowError {
    /// Whether what the user typed, or proved, was wrong, and may be tried again.
    var isWrongAnswer: Bool {
        guard code == .refused else { return false }
        return [.invalidCredential, .wrongPassword, .userNotFound, .invalidVerificationCode].contains(auth?.code)
    }

    /// Whether a new password was refused.
    var isAboutPassword: Bool { [.weakPassword, .passwordAgainstRules].contains(message.key) }
}
