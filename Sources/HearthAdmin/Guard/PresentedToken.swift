internal import HearthHTTP

/// The token that a request brings, in one of the two fields that carry one.
enum PresentedToken {
    /// Reads `Authorization: Bearer` and `Firebase-Token`, and `Authorization: DPoP` where proofs are checked.
    ///
    /// Other schemes of `Authorization` are not ours, and are passed over: a proxy may want a password of its own.
    static func read(_ request: HTTPRequest, withProof: Bool = false) throws(AuthenticationRefusal) -> String {
        let schemes = withProof ? ["bearer", "dpop"] : ["bearer"]
        let credentials = request.fields.values(of: "authorization").compactMap { credential(in: $0, schemes) }
        let tokens = credentials + request.fields.values(of: "firebase-token")
        guard let token = tokens.first else { throw .missingToken }
        guard tokens.dropFirst().allSatisfy({ $0.utf8.elementsEqual(token.utf8) }) else { throw .conflictingTokens }
        return token
    }

    private static func credential(in value: String, _ schemes: [String]) -> String? {
        let scheme = value.prefix { $0 != " " }
        guard schemes.contains(scheme.lowercased()) else { return nil }
        return String(value.dropFirst(scheme.count).drop { $0 == " " })
    }
}
