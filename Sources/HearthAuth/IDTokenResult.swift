public import HearthCore
public import HearthJSON

/// An identity token with what it says, which no one has verified here.
public struct IDTokenResult: Sendable {
    /// The token itself.
    public let token: Secret<String>
    /// Everything it says.
    public let claims: JSONValue
    /// When it expires, by the service's clock.
    public let expirationDate: UnixTime
    /// When it was made, by the service's clock.
    public let issuedAtDate: UnixTime
    /// When the user proved who they are, by the service's clock.
    public let authDate: UnixTime?
    /// The sign-in method, for example `password`.
    public let signInProvider: String?
    /// The kind of second factor that was shown, for example `phone`.
    public let signInSecondFactor: String?

    init(_ token: Secret<String>) throws(AuthError) {
        let claims = try IDTokenClaims(reading: token)
        self.token = token
        self.claims = claims.document
        expirationDate = claims.expiresAt
        issuedAtDate = claims.issuedAt
        authDate = claims.authenticatedAt
        signInProvider = claims.signInProvider
        signInSecondFactor = claims.signInSecondFactor
    }

    /// Everything it says, as a type of yours.
    ///
    /// - Parameter type: The type; members that the token lacks must be optional.
    /// - Returns: The claims.
    /// - Throws: ``AuthError`` with code ``AuthError/Code/malformedJWT`` if the claims are not of that type.
    public func claims<Claims: Decodable>(as type: Claims.Type) throws(AuthError) -> Claims {
        do throws(JSONError) {
            return try JSON.decode(type, from: claims)
        } catch {
            throw AuthError(.malformedJWT, "the claims are of another type: \(error.reason)")
        }
    }
}

extension IDTokenResult: CustomStringConvertible, CustomReflectable {
    /// When the token expires, and nothing of what it says.
    public var description: String { "IDTokenResult(expires \(expirationDate.seconds))" }

    /// An empty mirror, so that `dump` prints nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
