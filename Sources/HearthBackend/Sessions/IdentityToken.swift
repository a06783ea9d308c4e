internal import HearthCore

/// What an identity token that was accepted says of its session.
final class IdentityToken: Sendable {
    let uid: UserID
    /// The digest by which the token's session is found; `nil` if the token names none.
    let session: [UInt8]?
    let tenant: TenantID?
    let signInProvider: ProviderID?
    let issuedAt: Int64
    let authTime: Int64
    let expiresAt: UnixTime
    let secondFactor: String?
    let secondFactorID: FactorID?

    init(
        uid: UserID,
        session: [UInt8]?,
        tenant: TenantID?,
        signInProvider: ProviderID?,
        issuedAt: Int64,
        authTime: Int64,
        expiresAt: UnixTime,
        secondFactor: String?,
        secondFactorID: FactorID?
    ) {
        self.uid = uid
        self.session = session
        self.tenant = tenant
        self.signInProvider = signInProvider
        self.issuedAt = issuedAt
        self.authTime = authTime
        self.expiresAt = expiresAt
        self.secondFactor = secondFactor
        self.secondFactorID = secondFactorID
    }
}
