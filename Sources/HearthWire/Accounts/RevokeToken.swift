package import HearthCore
internal import HearthHTTP

/// `accounts:revokeToken`: gives back what a provider gave, so that the user's consent ends; Apple asks for it when an
/// account is deleted.
package enum RevokeToken: Operation {
    package static let routes = [Route(.post, "/v2/accounts:revokeToken", access: .apiKey)]

    package struct Request: Message {
        package var providerId: String?
        package var tokenType: RevocableToken?
        package var token: Secret<String>?
        /// Whose token it is.
        package var idToken: Secret<String>?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = EmptyMessage
}

/// A kind of token that a provider takes back.
package struct RevocableToken: WireEnum {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let names = ["TOKEN_TYPE_UNSPECIFIED", "REFRESH_TOKEN", "ACCESS_TOKEN", "CODE"]

    package static let refreshToken = Self(rawValue: "REFRESH_TOKEN")
    package static let accessToken = Self(rawValue: "ACCESS_TOKEN")
    /// A code that has not been traded.
    package static let code = Self(rawValue: "CODE")

    /// The kind behind the number in its place, which mobile clients send as text.
    package var named: RevocableToken {
        guard let index = Int(rawValue), Self.names.indices.contains(index) else { return self }
        return RevocableToken(rawValue: Self.names[index])
    }
}
