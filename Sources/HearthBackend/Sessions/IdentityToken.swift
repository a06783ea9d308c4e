internal import HearthCore

/// What an identity token that was accepted says of its session.
struct IdentityToken: Sendable {
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
}
