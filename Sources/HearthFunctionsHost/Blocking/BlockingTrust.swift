public import HearthCore
internal import HearthHTTP
internal import HearthJSON
public import HearthTokens

/// Which questions of an identity service a blocking function believes.
public struct BlockingTrust: Sendable {
    private let verify: @Sendable (String, Question) async throws(TokenRejection) -> JSONObject

    /// A question, as far as a trust looks at it.
    private struct Question: Sendable {
        let now: UnixTime
        let isLocal: Bool
        /// The function's paths.
        let paths: [String]
    }

    /// Believes what the project's identity service signed.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - keys: The keys of the identity service's tokens.
    ///   - addresses: The addresses of the function as the identity service knows them: a question for another function
    ///     is refused.
    /// - Returns: The trust.
    public static func signed(project: ProjectID, keys: any KeySource, addresses: Set<String>) -> BlockingTrust {
        let verifier = verifier(project, keys, addresses)
        return BlockingTrust { token, question throws(TokenRejection) in
            try await verifier.verify(token, at: question.now)
        }
    }

    /// Believes what the project's identity service signed for a function of a host.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - keys: The keys of the identity service's tokens.
    ///   - origin: Scheme, host and port of the host, as the identity service knows it: a question for another host or
    ///     another function is refused.
    /// - Returns: The trust.
    public static func signed(project: ProjectID, keys: any KeySource, origin: String) -> BlockingTrust {
        BlockingTrust { token, question throws(TokenRejection) in
            let verifier = verifier(project, keys, Set(question.paths.map { origin + $0 }))
            return try await verifier.verify(token, at: question.now)
        }
    }

    /// Believes unsigned questions from this machine, as the official emulator asks them.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - signed: Decides about signed questions. Defaults to none, which refuses them.
    /// - Returns: The trust, for tests and development alone.
    public static func emulator(project: ProjectID, else signed: BlockingTrust? = nil) -> BlockingTrust {
        BlockingTrust { token, question throws(TokenRejection) in
            let unverified = try UnverifiedToken(token)
            guard question.isLocal, unverified.unverifiedHeader["alg"]?.string == "none" else {
                guard let signed else { throw .unsupportedAlgorithm }
                return try await signed.verify(token, question)
            }
            guard unverified.unverifiedClaims["iss"]?.string == issuer(of: project) else { throw .wrongIssuer }
            guard let end = unverified.unverifiedExpiresAt, question.now < end else { throw .expired }
            return unverified.unverifiedClaims
        }
    }

    /// The claims of a question to the function with some paths.
    func claims(
        of token: String,
        in request: HTTPRequest,
        to paths: [String],
        at now: UnixTime
    ) async throws(TokenRejection) -> JSONObject {
        try await verify(token, Question(now: now, isLocal: request.isLocal, paths: paths))
    }

    private static func verifier(
        _ project: ProjectID,
        _ keys: any KeySource,
        _ addresses: Set<String>
    ) -> OpenIDTokenVerifier {
        // A question about a message is about no user. The events look for what they need.
        OpenIDTokenVerifier(
            issuers: [issuer(of: project)],
            audiences: addresses,
            keys: keys,
            clockSkew: .zero,
            requiresSubject: false
        )
    }

    private static func issuer(of project: ProjectID) -> String { "https://securetoken.google.com/\(project)" }
}
