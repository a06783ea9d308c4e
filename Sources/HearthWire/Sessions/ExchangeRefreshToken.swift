package import HearthCore
internal import HearthHTTP

/// `token`: trades a refresh token for a new identity token.
///
/// The body is JSON or a form; the names of the answer are in snake case.
package enum ExchangeRefreshToken: Operation {
    package static let routes = [Route(.post, "/v1/token", service: .secureToken, access: .apiKey)]

    package struct Request: Message {
        package var grantType: String?
        package var refreshToken: Secret<String>?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var accessToken: Secret<String>?
        package var expiresIn: DecimalString?
        package var tokenType: String?
        package var refreshToken: Secret<String>?
        package var idToken: Secret<String>?
        package var userId: String?
        package var projectId: String?

        package init() {}

        private enum CodingKeys: String, CodingKey {
            case accessToken = "access_token"
            case expiresIn = "expires_in"
            case tokenType = "token_type"
            case refreshToken = "refresh_token"
            case idToken = "id_token"
            case userId = "user_id"
            case projectId = "project_id"
        }
    }
}
