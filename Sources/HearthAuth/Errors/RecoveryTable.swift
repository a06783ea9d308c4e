/// What is known of each kind of error: what to tell the user, and what to tell the developer.
enum RecoveryTable {
    struct Entry {
        let sentence: AuthError.Sentence
        /// What to do about it, for the developer.
        let hint: String

        init(_ sentence: AuthError.Sentence, _ hint: String) {
            self.sentence = sentence
            self.hint = hint
        }
    }

    static let entries: [AuthError.Recovery: Entry] = [
        .input: Entry(.checkInput, "Let the user correct what they entered, and try again."),
        .collision: Entry(
            .belongsToOther,
            "Sign in to the account that is in the way, then link; collision has what is known of it."
        ),
        .reauthenticate: Entry(.signInAgain, "Call user.reauthenticate(with:), then the operation again."),
        .sessionEnded: Entry(.signInAgain, "Let the user sign in."),
        .restartStep: Entry(.restartStep, "Ask for a new code or link, and start the step again."),
        .secondFactor: Entry(.secondFactorProblem, "Go on with resolver, or enroll another second factor."),
        .wait: Entry(.tryLater, "Try again later, after retryAfter if there is one."),
        .transient: Entry(.unreachable, "Try the same again when the service can be reached."),
        .cancelled: Entry(.cancelled, "Nothing: the task was cancelled, or the user gave up."),
        .policy: Entry(.notAllowed, "Allow it in the project's settings."),
        .storage: Entry(.storageProblem, "Try again when the storage can be used."),
        .configuration: Entry(.unknownProblem, "Correct the app's configuration or the project's settings."),
        .unknown: Entry(.unknownProblem, "Look up serverCode, the service's own word, and httpStatus."),
    ]
}

extension AuthError {
    /// One English sentence for the developer: what to do about it.
    ///
    /// What helps against this ``detail`` or this ``storage``; otherwise what helps against errors of this ``recovery``.
    public var recoveryHint: String {
        let isSpecific = (detail != nil || storage != nil) && !reason.isEmpty
        return isSpecific ? reason : recovery.hint
    }
}

extension AuthError.Recovery {
    /// One English sentence for the developer: what to do about an error of this kind.
    package var hint: String {
        (RecoveryTable.entries[self] ?? RecoveryTable.entries[.unknown])?.hint ?? ""
    }
}
