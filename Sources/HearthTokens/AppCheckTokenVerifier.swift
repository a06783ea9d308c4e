public import HearthCore
internal import HearthCrypto
public import HearthJSON

/// Decides whether an App Check token proves that a request comes from an app of the project.
public struct AppCheckTokenVerifier: Sendable {
    private let issuer: String
    private let audiences: Set<String>
    private let keys: any KeySource

    /// Creates a verifier of the tokens that Google issues.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - number: The project's number.
    ///   - keys: The keys, published at `https://firebaseappcheck.googleapis.com/v1/jwks`.
    public init(project: ProjectID, number: String, keys: any KeySource) {
        issuer = "https://firebaseappcheck.googleapis.com/\(number)"
        audiences = ["projects/\(number)", "projects/\(project)"]
        self.keys = keys
    }

    /// Checks a token, fetching keys if need be.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - now: The moment for which to check.
    /// - Returns: Its claims; `sub` is the app.
    /// - Throws: The ``TokenRejection``; ``TokenRejection/keysUnavailable`` if the keys could not be had.
    public func verify(_ token: String, at now: UnixTime) async throws(TokenRejection) -> JSONObject {
        let candidate = try UnverifiedToken(token)
        try candidate.isSigned(with: "RS256")
        try candidate.hasPlainHeader(type: "JWT")
        try candidate.isIssued(byOneOf: [issuer])
        try candidate.isMeant(forOneOf: audiences, acceptsList: true)
        try candidate.hasSubject(of: 1...255)
        _ = try candidate.lifetime(at: now, clockSkew: .zero)
        guard let key = try await key(try candidate.keyIdentifier()) else { throw .unknownKey }
        try candidate.isSigned(by: key)
        return candidate.unverifiedClaims
    }

    private func key(_ identifier: String) async throws(TokenRejection) -> RSAPublicKey? {
        do throws(KeySourceError) {
            return try await keys.key(identifier)
        } catch {
            throw .keysUnavailable
        }
    }
}
