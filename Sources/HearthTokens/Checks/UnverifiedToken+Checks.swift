internal import HearthCore
internal import HearthCrypto
internal import HearthJSON

// The checks that kinds of tokens share. Texts are compared by their bytes: two that look the same are not the same.

extension UnverifiedToken {
    /// The algorithm is the expected one, and so is the signature's being there at all.
    func isSigned(with algorithm: String) throws(TokenRejection) {
        guard jws.header["alg"]?.string.isSame(as: algorithm) == true else { throw .unsupportedAlgorithm }
        guard jws.signature.isEmpty == (algorithm == "none") else { throw .invalidSignature }
    }

    /// The header brings no key, points to none, and extends nothing; its type is the expected one, or absent.
    func hasPlainHeader(type: String) throws(TokenRejection) {
        let refused = ["crit", "b64", "jku", "jwk", "x5u", "x5c"]
        guard refused.allSatisfy({ jws.header[$0] == nil }) else { throw .unsupportedHeader }
        if let found = jws.header["typ"], found.string.isSame(as: type) != true { throw .unsupportedHeader }
    }

    /// The name of the key that signed: the name of a key, and nothing else.
    func keyIdentifier() throws(TokenRejection) -> String {
        guard let name = jws.header["kid"]?.string, KeyIdentifier.isValid(name) else { throw .invalidKeyIdentifier }
        return name
    }

    /// The token is not one of the other kinds.
    ///
    /// The issuer decides anyway; this says which mistake was made.
    func isOfKind(_ kind: TokenKind) throws(TokenRejection) {
        if jws.payload["aud"]?.string.isSame(as: CustomTokenChecks.audience) == true { throw .customToken }
        guard let issuer = jws.payload["iss"]?.string else { return }
        switch kind {
        case .idToken: if issuer.hasPrefix(TokenKind.sessionCookie.issuerPrefix) { throw .sessionCookie }
        case .sessionCookie: if issuer.hasPrefix(TokenKind.idToken.issuerPrefix) { throw .idToken }
        }
    }

    /// The issuer is exactly one of those that are expected.
    func isIssued(byOneOf issuers: [String]) throws(TokenRejection) {
        guard let claim = jws.payload["iss"]?.string, issuers.contains(where: { claim.isSame(as: $0) }) else {
            throw .wrongIssuer
        }
    }

    /// The audience is one of those that are expected, or a list with one of them where lists are accepted.
    func isMeant(forOneOf audiences: Set<String>, acceptsList: Bool) throws(TokenRejection) {
        switch jws.payload["aud"] {
        case .string(let audience):
            guard audiences.hasSame(audience) else { throw .wrongAudience }
        case .array(let values) where acceptsList:
            let named = values.compactMap(\.string)
            guard named.count == values.count, named.contains(where: audiences.hasSame) else { throw .wrongAudience }
        default: throw .wrongAudience
        }
    }

    /// The party that asked for the token is expected: `azp`, which a token for several audiences must have.
    func isRequested(byOneOf parties: Set<String>) throws(TokenRejection) {
        guard let party = jws.payload["azp"] else {
            if let count = jws.payload["aud"]?.array?.count, count > 1 { throw .wrongAudience }
            return
        }
        guard let party = party.string, parties.hasSame(party) else { throw .wrongAudience }
    }

    /// The subject is text of a bounded length.
    func hasSubject(of length: ClosedRange<Int>) throws(TokenRejection) {
        guard let subject = jws.payload["sub"]?.string, length.contains(subject.utf8.count) else {
            throw .invalidSubject
        }
    }

    /// The user: `sub`, and Firebase's second name for it if it is there.
    func userID() throws(TokenRejection) -> UserID {
        guard let uid = jws.payload["sub"]?.string.flatMap(UserID.init) else { throw .invalidSubject }
        if let other = jws.payload["user_id"], other.string.flatMap(UserID.init) != uid { throw .invalidSubject }
        return uid
    }

    /// The user's tenant, if the users of that tenant, or of none, are expected.
    func tenant(in scope: TenantScope) throws(TokenRejection) -> TenantID? {
        let tenant = try tenant(jws.payload["firebase"]?["tenant"])
        guard scope.contains(tenant) else { throw .wrongTenant }
        return tenant
    }

    /// The tenant that a custom token signs in to.
    func customTokenTenant() throws(TokenRejection) -> TenantID? {
        try tenant(jws.payload["tenant_id"])
    }

    // What is no tenant must not pass for none.
    private func tenant(_ claim: JSONValue?) throws(TokenRejection) -> TenantID? {
        guard let claim else { return nil }
        guard let tenant = claim.string.flatMap(TenantID.init) else { throw .wrongTenant }
        return tenant
    }

    /// The service account that made a custom token: its issuer and its subject.
    func serviceAccount() throws(TokenRejection) -> String {
        guard let issuer = jws.payload["iss"]?.string, (1...320).contains(issuer.utf8.count) else { throw .wrongIssuer }
        guard jws.payload["sub"]?.string.isSame(as: issuer) == true else { throw .invalidSubject }
        return issuer
    }

    /// The claims that a custom token gives to the session's tokens.
    func customClaims() throws(TokenRejection) -> JSONObject {
        switch jws.payload["claims"] {
        case nil, .null: [:]
        case .object(let claims): claims
        default: throw .malformed
        }
    }

    /// When the token was issued and when it expires, if it is valid at this moment.
    func lifetime(
        at now: UnixTime,
        clockSkew: Duration
    ) throws(TokenRejection) -> (issuedAt: UnixTime, expiresAt: UnixTime) {
        guard let expiresAt = moment("exp"), let issuedAt = moment("iat"), issuedAt < expiresAt else {
            throw .invalidLifetime
        }
        // The current time must be before `exp`: RFC 7519 §4.1.4.
        guard now - clockSkew < expiresAt else { throw .expired }
        guard issuedAt <= now + clockSkew else { throw .notYetValid }
        if jws.payload["nbf"] != nil {
            guard let start = moment("nbf") else { throw .invalidLifetime }
            guard start <= now + clockSkew else { throw .notYetValid }
        }
        return (issuedAt, expiresAt)
    }

    /// When the user signed in, which is not in the future.
    func authenticationTime(
        at now: UnixTime,
        clockSkew: Duration,
        isRequired: Bool
    ) throws(TokenRejection) -> UnixTime? {
        guard jws.payload["auth_time"] != nil || isRequired else { return nil }
        guard let moment = moment("auth_time") else { throw .invalidLifetime }
        guard moment <= now + clockSkew else { throw .notYetValid }
        return moment
    }

    /// The nonce is the one of the request, or its SHA-256 in hexadecimal digits, which apps send to some providers.
    func answers(_ nonce: Secret<String>) throws(TokenRejection) {
        let sent = Array(nonce.reveal().utf8)
        guard let claim = jws.payload["nonce"]?.string.map({ Array($0.utf8) }), !sent.isEmpty,
            ConstantTime.equals(claim, sent)
                || ConstantTime.equals(claim, Array(Hex.encode(Digest.sha256.hash(sent)).utf8))
        else { throw .wrongNonce }
    }

    /// `at_hash`, where it is there, is the left half of the access token's SHA-256
    /// ([OpenID Connect Core §3.1.3.6](https://openid.net/specs/openid-connect-core-1_0.html#CodeIDToken)).
    func isBound(to accessToken: Secret<String>) throws(TokenRejection) {
        guard let claim = jws.payload["at_hash"] else { return }
        let digest = Digest.sha256.hash(Array(accessToken.reveal().utf8))
        let expected = Base64.encode(digest.prefix(digest.count / 2))
        guard let claim = claim.string, ConstantTime.equals(Array(claim.utf8), Array(expected.utf8)) else {
            throw .wrongAccessToken
        }
    }
}

extension String {
    /// Whether two texts have the same bytes.
    fileprivate func isSame(as other: String) -> Bool {
        utf8.elementsEqual(other.utf8)
    }
}

extension Optional where Wrapped == String {
    fileprivate func isSame(as other: String) -> Bool? {
        map { $0.isSame(as: other) }
    }
}

extension Set where Element == String {
    /// Whether an element has the same bytes.
    fileprivate func hasSame(_ text: String) -> Bool {
        contains { $0.isSame(as: text) }
    }
}
