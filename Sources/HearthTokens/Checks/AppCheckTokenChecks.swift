internal import HearthCore
internal import HearthJSON

/// What a token of App Check must satisfy, but for its signature: one check a line.
///
/// The list is Firebase's
/// ([Verify App Check tokens from a custom backend](https://firebase.google.com/docs/app-check/custom-resource-backend)).
struct AppCheckTokenChecks: Sendable {
    private let issuer: String
    private let audience: String
    private let apps: Set<String>?
    private let clockSkew: Duration

    init(projectNumber: Int64, apps: Set<String>?, clockSkew: Duration) {
        issuer = "\(TokenAudit.appCheckIssuer)\(projectNumber)"
        audience = "projects/\(projectNumber)"
        self.apps = apps
        self.clockSkew = clockSkew
    }

    /// What is asked, in this order.
    static let rules: [TokenRule] = [.algorithm, .header, .issuer, .audience, .subject, .lifetime, .party]

    func check(_ token: UnverifiedToken, at now: UnixTime) throws(TokenRejection) -> AppCheckToken {
        for rule in Self.rules { try ask(rule, of: token, at: now) }
        let (issuedAt, expiresAt) = try token.lifetime(at: now, clockSkew: clockSkew)
        return AppCheckToken(appID: Self.appID(of: token), issuedAt: issuedAt, expiresAt: expiresAt)
    }

    func ask(_ rule: TokenRule, of token: UnverifiedToken, at now: UnixTime) throws(TokenRejection) {
        switch rule {
        // The one algorithm, and a signature.
        case .algorithm: try token.isSigned(with: "RS256")
        // No key that comes along or is pointed to, and no extension.
        case .header: try token.hasPlainHeader(type: "JWT")
        // Issued by App Check for this project.
        case .issuer: try token.isIssued(byOneOf: [issuer])
        // Meant for this project, which is one of several names in a list.
        case .audience: try token.isMeant(forOneOf: [audience], acceptsList: true)
        // Of an app with an identifier.
        case .subject: try token.hasSubject(of: 1...255)
        // Issued, begun and not expired.
        case .lifetime: _ = try token.lifetime(at: now, clockSkew: clockSkew)
        // Of one of the apps that are let in, if not all are.
        case .party:
            let appID = Self.appID(of: token)
            if let apps, !apps.contains(where: { $0.utf8.elementsEqual(appID.utf8) }) { throw .invalidSubject }
        // The verifier asks for key and signature; the rest is said of users alone.
        case .kind, .tenant, .authenticationTime, .claims, .key, .signature: break
        }
    }

    private static func appID(of token: UnverifiedToken) -> String { token.jws.payload["sub"]?.string ?? "" }
}
