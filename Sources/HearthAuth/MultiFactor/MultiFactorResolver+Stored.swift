package import HearthCore

// A sign-in may wait for its second factor until the next run of the app.
extension MultiFactorResolver {
    /// What is to be sealed to go on later.
    package var storedForm: Secret<String>? { try? session.pendingCredential() }

    /// Goes on with what ``storedForm`` gave.
    ///
    /// - Parameters:
    ///   - storedForm: What the service wants to see.
    ///   - hints: The factors that may be used.
    ///   - auth: The client that signs in.
    ///   - user: The user who confirmed who they are; `nil` at a sign-in.
    package init(storedForm: Secret<String>, hints: [MultiFactorInfo], auth: Auth, user: User?) {
        let challenge = SecondFactorChallenge(hints: hints, pendingCredential: storedForm)
        self.init(challenge, core: auth.core, user: user)
    }
}
