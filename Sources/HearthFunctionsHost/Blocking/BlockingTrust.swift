public import HearthCore
internal import HearthHTTP
internal import HearthJSON
public import HearthTokens

/// Which questions of an identity service a blocking function believes.
public struct BlockingTrust: Sendable {
    private let verify: @Sendable (String, UnixTime, _ isLocal: Bool) async throws(TokenRejection) -> JSONObject

    /// Believes what the project's identity service signed.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - keys: The keys of the identity service's tokens.
    ///   - addresses: The addresses of the function as the identity service knows them: a question for another function
    ///     is refused.
    /// - Returns: The trust.
    public static func signed(project: ProjectID, keys: any KeySource, addresses: Set<String>) -> BlockingTrust {
        let verifier = OpenIDTokenVerifier(
            issuers: [issuer(of: project)],
            audiences: addresses,
            keys: keys,
            clockSkew: .zero
        )
        return BlockingTrust { token, now, _ throws(TokenRejection) in try await verifier.verify(token, at: now) }
    }

    /// Believes unsigned questions from this machine, as the official emulator asks them.
    ///
    /// - Parameter project: The project.
    /// - Returns: The trust, for tests and development alone.
    public static func emulator(project: ProjectID) -> BlockingTrust {
        BlockingTrust { token, now, isLocal throws(TokenRejection) in
            let unverified = try UnverifiedToken(token)
            guard isLocal, unverified.unverifiedHeader["alg"]?.string == "none" else { throw .unsupportedAlgorithm }
            guard unverified.unverifiedClaims["iss"]?.string == issuer(of: project) else { throw .wrongIssuer }
            guard let end = unverified.unverifiedExpiresAt, now < end else { throw .expired }
            return unverified.unverifiedClaims
        }
    }

    func claims(of token: String, in request: HTTPRequest, at now: UnixTime) async throws(TokenRejection) -> JSONObject
    {
        try await verify(token, now, request.isLocal)
    }

    private static func issuer(of project: ProjectID) -> String { "https://securetoken.google.com/\(project)" }
}
