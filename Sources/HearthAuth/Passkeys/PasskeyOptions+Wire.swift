internal import HearthCore
internal import HearthWire

extension PasskeyCreationOptions {
    /// Reads the service's options.
    ///
    /// - Parameters:
    ///   - options: What the service sent.
    ///   - name: What stands in for a name of the user that the service does not know.
    /// - Throws: ``AuthError`` with code ``AuthError/Code/internalError`` if something is missing.
    init(_ options: StartPasskeyEnrollment.CreationOptions?, name: String) throws(AuthError) {
        guard let options, let party = options.rp?.id, let user = options.user,
            let userID = user.id.flatMap(Base64.decodeLeniently),
            let challenge = options.challenge.flatMap(Base64.decodeLeniently)
        else { throw AuthError(.internalError, "the answer has no options for a passkey") }
        let userName = [user.name, user.displayName].compactMap(\.self).first { !$0.isEmpty } ?? name
        self.init(
            relyingPartyID: party,
            relyingPartyName: options.rp?.name ?? party,
            userID: userID,
            userName: userName,
            userDisplayName: user.displayName.flatMap { $0.isEmpty ? nil : $0 } ?? userName,
            challenge: challenge
        )
        if let parameters = options.pubKeyCredParams { algorithms = parameters.compactMap(\.alg) }
        excludedCredentialIDs = (options.excludeCredentials ?? []).identifiers
        userVerification = PasskeyUserVerification(options.authenticatorSelection?.userVerification)
        timeout = options.timeout.map { .milliseconds($0) }
    }
}

extension PasskeyRequestOptions {
    /// Reads the service's options.
    ///
    /// - Parameter options: What the service sent.
    /// - Throws: ``AuthError`` with code ``AuthError/Code/internalError`` if something is missing.
    init(_ options: StartPasskeySignIn.RequestOptions?) throws(AuthError) {
        guard let options, let party = options.rpId, let challenge = options.challenge.flatMap(Base64.decodeLeniently)
        else { throw AuthError(.internalError, "the answer has no options for a passkey") }
        self.init(relyingPartyID: party, challenge: challenge)
        allowedCredentialIDs = (options.allowCredentials ?? []).identifiers
        userVerification = PasskeyUserVerification(options.userVerification)
        timeout = options.timeout.map { .milliseconds($0) }
    }
}

extension PasskeyUserVerification {
    /// Reads a preference; WebAuthn's default is `preferred`.
    fileprivate init(_ text: String?) {
        self.init(rawValue: text ?? Self.preferred.rawValue)
    }
}

extension [PasskeyDescriptor] {
    fileprivate var identifiers: [[UInt8]] { compactMap { $0.id.flatMap(Base64.decodeLeniently) } }
}
