internal import HearthHTTP

/// The token that a request brings, in one of the two fields that carry one.
enum PresentedToken {
    /// Reads `Authorization: Bearer` and `Firebase-Token`.
    ///
    /// Other schemes of `Authorization` are not ours, and are passed over: a proxy may want a password of its own.
    static func read(_ request: HTTPRequest) throws(AuthenticationRefusal) -> String {
        let bearers = request.fields.values(of: "authorization").compactMap(bearer)
        let tokens = bearers + request.fields.values(of: "firebase-token")
        guard let token = tokens.first else { throw .missingToken }
        guard tokens.dropFirst().allSatisfy({ $0.utf8.elementsEqual(token.utf8) }) else { throw .conflictingTokens }
        return token
    }

    private static func bearer(_ value: String) -> String? {
        let scheme = value.prefix { $0 != " " }
        guard scheme.lowercased() == "bearer" else { return nil }
        return String(value.dropFirst(scheme.count).drop { $0 == " " })
    }
}
