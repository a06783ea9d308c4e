internal import HearthCore
internal import HearthJSON
internal import HearthTokens
internal import HearthWire

/// Believes every provider, as the official emulator does: a token may be unsigned, expired, meant for someone else,
/// or plain JSON.
struct LenientProviderReader: ProviderReader {
    let providers: Providers

    func user(
        from assertion: ProviderAssertion,
        session: SessionNonce,
        in call: Call
    ) async throws(APIError) -> ProviderClaims {
        try await providers.refuseDisabled(assertion.providerID, in: call)
        guard let claims = try claims(of: assertion) else {
            if let token = assertion.idToken {
                throw Self.unreadable(token, "Auth Emulator only accepts strict JSON or JWTs as fake id_tokens.")
            }
            throw Self.refusalWithoutToken(assertion)
        }
        var user = ProviderClaims(claims: claims, of: assertion, rawID: try Self.subject(of: claims))
        if let email = claims["email"]?.string, !email.isEmpty {
            user.email = try EmailRule.parse(email, .emulator, else: .invalidEmail)
        }
        user.isEmailVerified = ProviderClaims.truth(claims["email_verified"])
        user.describe(claims: claims)
        if let text = assertion.samlResponse { try readSAML(text, into: &user) }
        // A test that may name any user may name any address: its word counts.
        user.isEmailTrusted = user.isEmailVerified
        return user
    }

    private func claims(of assertion: ProviderAssertion) throws(APIError) -> JSONObject? {
        for token in [assertion.idToken, assertion.accessToken] {
            guard let text = token?.reveal() else { continue }
            if text.hasPrefix("{") {
                guard let claims = try? JSON.parse(Array(text.utf8)).object else {
                    let reason = "Auth Emulator failed to parse fake id_token as strict JSON."
                    throw Self.unreadable(Secret(text), reason)
                }
                return claims
            }
            if let token = try? CompactJWS(ignoringSignatureOf: text) { return token.payload }
        }
        return nil
    }

    /// Repeats the token, which a test made up, so that its author sees what is wrong with it.
    private static func unreadable(_ token: Secret<String>, _ reason: String) -> APIError {
        APIError(.invalidIDPResponse, "Unable to parse id_token: \(token.reveal()) ((\(reason)))")
    }

    private static func subject(of claims: JSONObject) throws(APIError) -> ProviderUserID {
        switch claims["sub"] {
        case .string(let subject) where !subject.isEmpty && subject.utf8.count <= 255:
            return ProviderUserID(stored: subject)
        case nil, .null, .string(""):
            throw APIError(
                .invalidIDPResponse,
                "Invalid Idp Response: id_token missing required fields. ((Missing \"sub\" field. This field is "
                    + "required and must be a unique identifier.))"
            )
        default: throw APIError(.invalidIDPResponse, "((The \"sub\" field must be a string.))")
        }
    }

    /// As the emulator, takes a SAML response as JSON.
    private func readSAML(_ text: String, into user: inout ProviderClaims) throws(APIError) {
        guard let assertion = try? JSON.parse(Array(text.utf8))["assertion"], assertion.object != nil else {
            throw APIError(words: "INVALID_IDP_RESPONSE ((Missing assertion in SAMLResponse.))")
        }
        guard let subject = assertion["subject"], subject.object != nil else {
            throw APIError(words: "INVALID_IDP_RESPONSE ((Missing assertion.subject in SAMLResponse.))")
        }
        guard let name = subject["nameId"]?.string, !name.isEmpty else {
            throw APIError(words: "INVALID_IDP_RESPONSE ((Missing assertion.subject.nameId in SAMLResponse.))")
        }
        guard user.providerID.isSAML else { return }
        if let email = try? EmailRule.parse(name, .emulator) { (user.email, user.writtenEmail) = (email, name) }
        user.isEmailVerified = true
        let attributes = assertion["attributeStatements"]?.object.flatMap(ProviderClaims.json)
        user.rawUserInfo = attributes
        user.attributes = attributes
    }

    /// The refusal of an answer from which nothing can be learned, in the emulator's words.
    private static func refusalWithoutToken(_ assertion: ProviderAssertion) -> APIError {
        let provider = assertion.providerID
        guard assertion.accessToken != nil else {
            return .notImplemented("The Auth Emulator only supports sign-in with credentials (id_token required).")
        }
        guard provider == .google || provider == .apple else {
            return .notImplemented("The Auth Emulator does not support \(provider) sign-in with credentials.")
        }
        return .notImplemented(
            "The Auth Emulator only support sign-in with \(provider) using id_token, not access_token. "
                + "Please update your code to use id_token."
        )
    }
}
