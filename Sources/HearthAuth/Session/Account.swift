internal import HearthJSON
internal import HearthCore

/// What is known of a signed-in account; kept with the session.
struct Account: Sendable, Hashable, Codable {
    var uid: String
    var email: String?
    var isEmailVerified = false
    var displayName: String?
    var photoURL: String?
    var phoneNumber: String?
    var tenantID: String?
    var isAnonymous = false
    var providers: [Provider] = []
    var secondFactors: [Factor] = []
    /// Optional, because sessions that were stored before there were passkeys have none.
    var passkeys: [Passkey]?
    /// Milliseconds since 1970.
    var createdAt: Int64?
    /// Milliseconds since 1970.
    var lastSignInAt: Int64?

    struct Provider: Sendable, Hashable, Codable {
        var providerID: String
        var uid: String
        var email: String?
        var displayName: String?
        var photoURL: String?
        var phoneNumber: String?
    }

    struct Factor: Sendable, Hashable, Codable {
        var uid: String
        var displayName: String?
        var phoneNumber: String?
        var isAuthenticatorApp: Bool
        var enrolledAt: String?
    }

    struct Passkey: Sendable, Hashable, Codable {
        var id: String
        var name: String?
    }

    /// How many ways there are to come back to the account.
    var waysIn: Int { providers.count + (passkeys?.count ?? 0) }

    /// An account of which nothing but the identifier is known.
    init(uid: String) {
        self.uid = uid
    }

    /// What an identity token tells, before anything else is known.
    init(claims: IDTokenClaims) {
        uid = claims.subject
        email = claims.document["email"]?.string
        isEmailVerified = claims.document["email_verified"]?.bool ?? false
        displayName = claims.document["name"]?.string
        photoURL = claims.document["picture"]?.string
        phoneNumber = claims.document["phone_number"]?.string
        tenantID = claims.document["firebase"]?["tenant"]?.string
        isAnonymous = claims.signInProvider == "anonymous"
    }

    /// Takes what a newer ID token says of the account; what a token does not mention stays as it is.
    mutating func take(_ claims: IDTokenClaims) {
        let told = Account(claims: claims)
        if let email = told.email {
            self.email = email
            isEmailVerified = told.isEmailVerified
        }
        displayName = told.displayName ?? displayName
        photoURL = told.photoURL ?? photoURL
        phoneNumber = told.phoneNumber ?? phoneNumber
        isAnonymous = isAnonymous && told.isAnonymous
    }
}
