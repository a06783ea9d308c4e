public import HearthCore
internal import HearthWire

extension Auth {
    /// What the project asks of passwords.
    ///
    /// The service is asked once; then again after it refused a password for its rules.
    ///
    /// - Returns: The policy.
    /// - Throws: ``AuthError``, with code ``AuthError/Code/internalError`` for rules of a form that this build does not
    ///   know.
    public func passwordPolicy() async throws(AuthError) -> PasswordPolicy {
        if let known = core.caller.settings.withLock(\.passwordPolicy) { return known }
        let tenantID = tenantID
        let request = GetPasswordPolicy.Request { $0.tenantId = tenantID }
        let policy = try PasswordPolicy(try await core.caller.call(GetPasswordPolicy.self, request, isIdempotent: true))
        // The app may have gone on to another tenant meanwhile.
        core.caller.settings.withLock { if $0.tenantID == tenantID { $0.passwordPolicy = policy } }
        return policy
    }

    /// Says which of the project's rules a password keeps, for anyone who types it; the password goes nowhere.
    ///
    /// - Parameter password: The password.
    /// - Returns: A verdict on each rule, the same that the service comes to.
    /// - Throws: ``AuthError`` if the rules cannot be had.
    public func validatePassword(_ password: String) async throws(AuthError) -> PasswordValidationStatus {
        try await passwordPolicy().validate(password)
    }
}

extension PasswordPolicy {
    fileprivate init(_ response: GetPasswordPolicy.Response) throws(AuthError) {
        guard response.schemaVersion ?? Self.schemaVersion == Self.schemaVersion else {
            throw AuthError(.internalError, "the password policy is of a form that is not known here")
        }
        self.init(
            response.customStrengthOptions,
            enforcement: response.enforcementState,
            forcesUpgradeOnSignIn: response.forceUpgradeOnSignin
        )
        if let characters = response.allowedNonAlphanumericCharacters {
            allowedNonAlphanumericCharacters = characters.compactMap(\.first)
        }
    }
}
