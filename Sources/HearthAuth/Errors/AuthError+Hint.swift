extension AuthError {
    /// One English sentence for the developer: what to do about it.
    ///
    /// What helps against this ``detail`` or this ``storage``; otherwise what helps against errors of this ``recovery``.
    public var recoveryHint: String {
        let isSpecific = (detail != nil || storage != nil) && !reason.isEmpty
        return isSpecific ? reason : Self.hints[recovery] ?? Self.unknownHint
    }

    private static let unknownHint = "Look up serverCode, the service's own word, and httpStatus."

    private static let hints: [Recovery: String] = [
        .input: "Let the user correct what they entered, and try again.",
        .collision: "Sign in to the account that is in the way, then link; collision has what is known of it.",
        .reauthenticate: "Call user.reauthenticate(with:), then the operation again.",
        .sessionEnded: "Let the user sign in.",
        .restartStep: "Ask for a new code or link, and start the step again.",
        .secondFactor: "Go on with resolver, or enroll another second factor.",
        .wait: "Try again later, after retryAfter if there is one.",
        .transient: "Try the same again when the service can be reached.",
        .cancelled: "Nothing: the task was cancelled, or the user gave up.",
        .policy: "Allow it in the project's settings.",
        .storage: "Try again when the storage can be used.",
        .configuration: "Correct the app's configuration or the project's settings.",
    ]
}
