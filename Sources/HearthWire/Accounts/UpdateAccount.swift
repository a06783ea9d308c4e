package import HearthCore
package import HearthJSON

/// `accounts:update`: changes an account, by identity token, by mailed code, or by an administrator.
package enum UpdateAccount: Operation {
    package static let routes = [Route].accounts("update", legacy: "setAccountInfo")

    package struct Request: Message {
        package var idToken: Secret<String>?
        package var oobCode: Secret<String>?
        package var localId: String?
        package var email: String?
        package var password: Secret<String>?
        package var displayName: String?
        package var photoUrl: String?
        package var phoneNumber: String?
        package var emailVerified: Bool?
        package var disableUser: Bool?
        package var customAttributes: String?
        package var createdAt: DecimalString?
        package var lastLoginAt: DecimalString?
        package var validSince: DecimalString?
        package var deleteAttribute: [UserAttribute]?
        package var deleteProvider: [String]?
        /// The identifiers of passkeys.
        package var deletePasskey: [String]?
        package var linkProviderUserInfo: ProviderUserInfo?
        package var mfa: SecondFactors?
        package var provider: [String]?
        package var upgradeToFederatedLogin: Bool?
        package var tenantId: String?
        package var targetProjectId: String?
        package var returnSecureToken: Bool?

        package init() {}
    }

    /// The complete list of second factors to put in place of the old one.
    package struct SecondFactors: Message {
        package var enrollments: [SecondFactorInfo]?

        package init() {}
    }

    package struct Response: TokenFields {
        package var kind: String?
        package var localId: String?
        package var email: String?
        package var emailVerified: Bool?
        package var displayName: String?
        package var photoUrl: String?
        package var newEmail: String?
        package var passwordHash: String?
        package var providerUserInfo: [ProviderUserInfo]?
        package var idToken: Secret<String>?
        package var refreshToken: Secret<String>?
        package var expiresIn: DecimalString?

        package init() {}
    }
}

extension UpdateAccount: DocumentReading {
    /// A name or a picture that is null is cleared; a list of factors is not: it is empty, or left out.
    package static func read(_ document: inout JSONObject) throws(APIError) {
        var cleared: [JSONValue] = []
        if document["displayName"]?.isNull == true { cleared.append(.string(UserAttribute.displayName.rawValue)) }
        if document["photoUrl"]?.isNull == true { cleared.append(.string(UserAttribute.photoURL.rawValue)) }
        // What is no list stays as it is, and is refused when the request is decoded.
        let sent = document["deleteAttribute"] ?? .null
        if !cleared.isEmpty, let attributes = sent.isNull ? [] : sent.array {
            document["deleteAttribute"] = .array(attributes + cleared)
        }
        guard document["mfa"]?.isNull != true else {
            throw .invalidArgument("Invalid JSON payload received. /mfa must be object")
        }
        guard document["mfa"]?["enrollments"]?.isNull != true else {
            throw .invalidArgument("Invalid JSON payload received. /mfa/enrollments must be array")
        }
    }
}

/// A part of an account that can be cleared.
package struct UserAttribute: WireEnum {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let names = [
        "USER_ATTRIBUTE_NAME_UNSPECIFIED", "EMAIL", "DISPLAY_NAME", "PROVIDER", "PHOTO_URL", "PASSWORD",
        "RAW_USER_INFO",
    ]
    package static let email = UserAttribute(rawValue: "EMAIL")
    package static let displayName = UserAttribute(rawValue: "DISPLAY_NAME")
    package static let provider = UserAttribute(rawValue: "PROVIDER")
    package static let photoURL = UserAttribute(rawValue: "PHOTO_URL")
    package static let password = UserAttribute(rawValue: "PASSWORD")
    package static let rawUserInfo = UserAttribute(rawValue: "RAW_USER_INFO")
}
