internal import HearthCore
internal import HearthWire

/// A service account as it is stored.
struct StoredServiceAccount: Sendable, Hashable {
    let project: ProjectID
    let email: String
    /// 21 digits; an account that is made again gets others.
    let uniqueID: String
    var displayName: String?
    let createdAt: UnixTime

    /// The last part of every service account's address.
    static let domain = "iam.gserviceaccount.com"

    /// Whether a name can stand before the `@`: as with Google, 6 to 30 lower-case letters, digits and hyphens, a letter
    /// first and no hyphen last.
    static func isName(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
        func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        guard (6...30).contains(bytes.count), let first = bytes.first, let last = bytes.last else { return false }
        return isLetter(first) && last != UInt8(ascii: "-")
            && bytes.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
    }
}

/// A key of a service account as it is stored.
struct StoredServiceAccountKey: Sendable {
    /// Where a key's private half is.
    enum Holder: String, Sendable {
        /// With the account's owner; the server knows the public half.
        case owner
        /// With this server, which signs with it when the account asks.
        case server
    }

    let id: String
    let holder: Holder
    /// In PEM.
    let publicKey: String
    /// The private half of a key that the server holds.
    var sealedKey: [UInt8]?
    /// Whether the owner made the key and uploaded its public half.
    let isUploaded: Bool
    let createdAt: UnixTime

    /// What a sealed private half is bound to.
    static func place(of id: String) -> String { "service_account_keys.sealed_key:\(id)" }
}

extension ServiceAccount {
    init(_ account: StoredServiceAccount) {
        self.init()
        name = "projects/\(account.project)/serviceAccounts/\(account.email)"
        projectId = account.project.rawValue
        uniqueId = account.uniqueID
        email = account.email
        displayName = account.displayName
        oauth2ClientId = account.uniqueID
    }
}

extension ServiceAccountKey {
    init(_ key: StoredServiceAccountKey, of account: StoredServiceAccount) {
        self.init()
        name = "projects/\(account.project)/serviceAccounts/\(account.email)/keys/\(key.id)"
        keyAlgorithm = "KEY_ALG_RSA_2048"
        keyOrigin = key.isUploaded ? "USER_PROVIDED" : "GOOGLE_PROVIDED"
        keyType = "USER_MANAGED"
        validAfterTime = CivilTime(key.createdAt).rfc3339
        validBeforeTime = "9999-12-31T23:59:59Z"
    }
}
