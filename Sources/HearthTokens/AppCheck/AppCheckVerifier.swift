public import HearthCore
internal import HearthCrypto
public import HearthHTTP

/// What a token of Firebase App Check proves: that the app itself calls, and neither a copy nor a script.
public struct AppCheckToken: Sendable, Hashable {
    /// The app, for example `1:1234567890:ios:321abc456def7890`.
    public let appID: String
    /// When the token was issued.
    public let issuedAt: UnixTime
    /// When it expires.
    public let expiresAt: UnixTime
}

/// Decides whether a token of Firebase App Check is what it says.
///
/// What it asks of a token stands in one list, `AppCheckTokenChecks`.
public struct AppCheckVerifier: Sendable {
    private static let keysURL = "https://firebaseappcheck.googleapis.com/v1/jwks"

    private let checks: AppCheckTokenChecks
    private let keys: any KeySource
    private let now: @Sendable () -> UnixTime

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - projectNumber: The project's number, as the console shows it beside the identifier.
    ///   - apps: The apps that are let in, by their identifiers. Defaults to every app of the project.
    ///   - keys: Where App Check's keys come from.
    ///   - clockSkew: How far the issuer's clock and this one may be apart, at most ``TokenVerifier/maximumClockSkew``.
    ///     Defaults to zero.
    ///   - now: The clock. Defaults to the system's.
    public init(
        projectNumber: Int64,
        apps: Set<String>? = nil,
        keys: any KeySource,
        clockSkew: Duration = .zero,
        now: @escaping @Sendable () -> UnixTime = { .systemNow() }
    ) {
        self.keys = keys
        self.now = now
        checks = AppCheckTokenChecks(
            projectNumber: projectNumber,
            apps: apps,
            clockSkew: min(max(clockSkew, .zero), TokenVerifier.maximumClockSkew)
        )
    }

    /// A verifier with the keys that Google publishes.
    ///
    /// - Parameters:
    ///   - projectNumber: The project's number, as the console shows it beside the identifier.
    ///   - apps: The apps that are let in, by their identifiers. Defaults to every app of the project.
    ///   - transport: How keys are fetched.
    ///   - clockSkew: How far the clocks may be apart. Defaults to zero.
    ///   - now: The clock. Defaults to the system's.
    /// - Returns: The verifier. Keep it: it keeps the keys.
    public static func firebase(
        projectNumber: Int64,
        apps: Set<String>? = nil,
        transport: any HTTPTransport,
        clockSkew: Duration = .zero,
        now: @escaping @Sendable () -> UnixTime = { .systemNow() }
    ) -> AppCheckVerifier {
        AppCheckVerifier(
            projectNumber: projectNumber,
            apps: apps,
            keys: KeySet(trusted: SecureLocation(trusted: keysURL), transport: transport, now: now),
            clockSkew: clockSkew,
            now: now
        )
    }

    /// Checks a token, fetching keys if need be.
    ///
    /// - Parameter token: The token, from the field `X-Firebase-AppCheck`.
    /// - Returns: What the token proves.
    /// - Throws: The ``TokenRejection``; ``TokenRejection/keysUnavailable`` if the keys could not be had.
    public func verify(_ token: String) async throws(TokenRejection) -> AppCheckToken {
        let candidate = try UnverifiedToken(token)
        let claim = try checks.check(candidate, at: now())
        guard let key = try await key(try candidate.keyIdentifier()) else { throw .unknownKey }
        try candidate.isSigned(by: key)
        return claim
    }

    private func key(_ identifier: String) async throws(TokenRejection) -> RSAPublicKey? {
        do throws(KeySourceError) {
            return try await keys.key(identifier)
        } catch {
            throw .keysUnavailable
        }
    }
}
