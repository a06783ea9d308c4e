import Foundation
import HearthCore

/// What FirebaseAuth would have archived, made by Foundation's own archiver with classes of the same names and keys.
enum FirebaseArchives {
    struct Session {
        var uid = "uid-1"
        var email: String? = "eve@example.com"
        var isAnonymous = false
        var idToken = "id-token"
        var refreshToken = "refresh-token"
        /// Seconds since 1970.
        var expiresAt: Double? = 1_700_003_600
        var photoURL: String? = "https://example.com/eve.png"
        var key = "__FIRAPP_DEFAULT_firebase_user"
    }

    static func archive(_ session: Session) -> Secret<[UInt8]> {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.setClassName("FIRUser", for: ArchivedUser.self)
        archiver.setClassName("FIRSecureTokenService", for: ArchivedTokens.self)
        archiver.setClassName("FIRUserInfoImpl", for: ArchivedProvider.self)
        archiver.setClassName("FIRUserMetadata", for: ArchivedMetadata.self)
        archiver.encode(ArchivedUser(session), forKey: session.key)
        archiver.finishEncoding()
        return Secret(Array(archiver.encodedData))
    }
}

/// An object that can only be written.
class Archived: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }

    override init() {}

    required init?(coder: NSCoder) { nil }

    func encode(with coder: NSCoder) {}
}

final class ArchivedUser: Archived {
    let session: FirebaseArchives.Session

    init(_ session: FirebaseArchives.Session) {
        self.session = session
        super.init()
    }

    required init?(coder: NSCoder) { nil }

    override func encode(with coder: NSCoder) {
        coder.encode(session.uid as NSString, forKey: "userID")
        coder.encode(session.isAnonymous, forKey: "anonymous")
        coder.encode(!session.isAnonymous, forKey: "hasEmailPassword")
        let providers: NSDictionary = session.isAnonymous ? [:] : ["password": ArchivedProvider(session)]
        coder.encode(providers, forKey: "providerData")
        coder.encode(session.email.map { $0 as NSString }, forKey: "email")
        coder.encode(nil as NSString?, forKey: "phoneNumber")
        coder.encode(true, forKey: "emailVerified")
        coder.encode("Ève 🦊" as NSString, forKey: "displayName")
        coder.encode(session.photoURL.flatMap { NSURL(string: $0) }, forKey: "photoURL")
        coder.encode(ArchivedMetadata(), forKey: "metadata")
        coder.encode(nil as NSString?, forKey: "tenantID")
        coder.encode("api-key" as NSString, forKey: "APIKey")
        coder.encode("1:2:ios:3" as NSString, forKey: "firebaseAppID")
        coder.encode(ArchivedTokens(session), forKey: "tokenService")
    }
}

final class ArchivedTokens: Archived {
    let session: FirebaseArchives.Session

    init(_ session: FirebaseArchives.Session) {
        self.session = session
        super.init()
    }

    required init?(coder: NSCoder) { nil }

    override func encode(with coder: NSCoder) {
        coder.encode(session.refreshToken as NSString, forKey: "refreshToken")
        coder.encode(session.idToken as NSString, forKey: "accessToken")
        let date = session.expiresAt.map { NSDate(timeIntervalSince1970: $0) }
        coder.encode(date, forKey: "accessTokenExpirationDate")
    }
}

final class ArchivedProvider: Archived {
    let session: FirebaseArchives.Session

    init(_ session: FirebaseArchives.Session) {
        self.session = session
        super.init()
    }

    required init?(coder: NSCoder) { nil }

    override func encode(with coder: NSCoder) {
        coder.encode("password" as NSString, forKey: "providerID")
        coder.encode(session.email.map { $0 as NSString }, forKey: "userID")
        coder.encode(session.email.map { $0 as NSString }, forKey: "email")
    }
}

final class ArchivedMetadata: Archived {
    override func encode(with coder: NSCoder) {
        coder.encode(NSDate(timeIntervalSince1970: 1_600_000_000.5), forKey: "creationDate")
        coder.encode(NSDate(timeIntervalSince1970: 1_700_000_000), forKey: "lastSignInDate")
    }
}
