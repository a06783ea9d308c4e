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
        issuer = "https://firebaseappcheck.googleapis.com/\(projectNumber)"
        audience = "projects/\(projectNumber)"
        self.apps = apps
        self.clockSkew = clockSkew
    }

    func check(_ token: UnverifiedToken, at now: UnixTime) throws(TokenRejection) -> AppCheckToken {
        // The one algorithm, and a signature.
        try token.isSigned(with: "RS256")
        // No key that comes along or is pointed to, and no extension.
        try token.hasPlainHeader(type: "JWT")
        // Issued by App Check for this project.
        try token.isIssued(byOneOf: [issuer])
        // Meant for this project, which is one of several names in a list.
        try token.isMeant(forOneOf: [audience], acceptsList: true)
        // Of an app with an identifier.
        try token.hasSubject(of: 1...255)
        // Issued, begun and not expired.
        let (issuedAt, expiresAt) = try token.lifetime(at: now, clockSkew: clockSkew)
        // Of one of the apps that are let in, if not all are.
        let appID = token.jws.payload["sub"]?.string ?? ""
        if let apps, !apps.contains(where: { $0.utf8.elementsEqual(appID.utf8) }) { throw .invalidSubject }
        return AppCheckToken(appID: appID, issuedAt: issuedAt, expiresAt: expiresAt)
    }
}
