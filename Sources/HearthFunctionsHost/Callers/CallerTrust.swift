internal import HearthCore
internal import HearthHTTP
public import HearthJSON
public import HearthTokens

/// Which tokens of callers a host believes.
public struct CallerTrust: Sendable {
    private let user: @Sendable (String, _ isLocal: Bool) async throws(TokenRejection) -> VerifiedToken
    private let app: @Sendable (String, UnixTime, _ isLocal: Bool) async throws(TokenRejection) -> JSONObject

    /// Believes tokens that are signed: those of a project's users, and those of its apps.
    ///
    /// - Parameters:
    ///   - users: Decides about identity tokens.
    ///   - apps: Decides about App Check tokens. Defaults to none: every such token is refused.
    /// - Returns: The trust.
    public static func signed(_ users: TokenVerifier, apps: AppCheckTokenVerifier? = nil) -> CallerTrust {
        CallerTrust { token, _ throws(TokenRejection) in
            try await users.verify(token)
        } app: { token, now, _ throws(TokenRejection) in
            guard let apps else { throw .unknownKey }
            return try await apps.verify(token, at: now)
        }
    }

    /// Believes what is signed, and from callers on this machine unsigned tokens and every App Check token too, as the
    /// official emulator does from all callers.
    ///
    /// - Parameters:
    ///   - unsigned: Decides about unsigned identity tokens.
    ///   - users: Decides about signed ones. Defaults to none.
    /// - Returns: The trust, for tests and development alone.
    public static func emulator(_ unsigned: EmulatorTokenVerifier, users: TokenVerifier? = nil) -> CallerTrust {
        CallerTrust { token, isLocal throws(TokenRejection) in
            let isUnsigned = try UnverifiedToken(token).unverifiedHeader["alg"]?.string == "none"
            if isLocal, isUnsigned { return try unsigned.verify(token) }
            guard let users else { throw .unsupportedAlgorithm }
            return try await users.verify(token)
        } app: { token, _, isLocal throws(TokenRejection) in
            guard isLocal else { throw .unknownKey }
            return try UnverifiedToken(token).unverifiedClaims
        }
    }

    /// The user of a request, if it names one.
    func auth(of request: HTTPRequest) async throws(TokenRejection) -> CallAuth? {
        guard let field = request.fields["authorization"] else { return nil }
        let scheme = "bearer "
        guard field.lowercased().hasPrefix(scheme) else { throw .malformed }
        let token = try await user(String(field.dropFirst(scheme.count)), request.isLocal)
        return CallAuth(token)
    }

    /// The app of a request, if it names one.
    func app(of request: HTTPRequest, at now: UnixTime) async throws(TokenRejection) -> CallApp? {
        guard let token = request.fields["x-firebase-appcheck"] else { return nil }
        let claims = try await app(token, now, request.isLocal)
        guard let appID = claims["sub"]?.string ?? claims["app_id"]?.string, !appID.isEmpty else {
            throw .invalidSubject
        }
        return CallApp(appID: appID, claims: claims, wasConsumed: false)
    }
}

extension HTTPRequest {
    /// Whether the request comes from this machine: from this process, or from a loopback address.
    var isLocal: Bool {
        guard fields["forwarded"] == nil, fields["x-forwarded-for"] == nil else { return false }
        guard let peer else { return true }
        return IPAddress(peer)?.isLoopback == true
    }
}

/// The user who calls, as a verified token tells.
public struct CallAuth: Sendable {
    /// The user.
    public let uid: String
    /// The token.
    public let token: VerifiedToken

    init(_ token: VerifiedToken) {
        uid = token.uid.rawValue
        self.token = token
    }
}

/// The app that calls, as a verified App Check token tells.
public struct CallApp: Sendable {
    /// The app's identifier.
    public let appID: String
    /// The token's claims.
    public let claims: JSONObject
    /// Whether the token was used for a call before; known only of functions with
    /// ``FunctionOptions/AppCheck/consumed``.
    public internal(set) var wasConsumed: Bool
}

/// The App Check tokens that were used, until they expire.
final class ConsumedTokens: Sendable {
    private let expiries = Locked<[String: UnixTime]>([:])

    /// Notes that a token was used.
    ///
    /// - Returns: Whether it was used before.
    func consume(_ token: String, _ claims: JSONObject, at now: UnixTime) -> Bool {
        let end = UnixTime(seconds: claims["exp"]?.integer ?? 0)
        return expiries.withLock { expiries in
            if expiries.count >= 10_000 { expiries = expiries.filter { $0.value > now } }
            return expiries.updateValue(end, forKey: token) != nil
        }
    }
}
