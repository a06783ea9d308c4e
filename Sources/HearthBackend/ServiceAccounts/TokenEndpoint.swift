internal import HearthCore
internal import HearthCrypto
internal import HearthHTTP
internal import HearthJSON
internal import HearthWire

/// Trades the signed word of a service account for an access token
/// ([RFC 7523](https://www.rfc-editor.org/rfc/rfc7523)), in OAuth 2's own form of requests, answers and refusals.
struct TokenEndpoint: Sendable {
    /// Where key files send the official SDKs, with the host in the path.
    static let path = "/oauth2.googleapis.com/token"

    /// A refusal in the form of [RFC 6749 §5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2).
    struct Refusal: Error, Sendable, Hashable {
        var status = 400
        let error: String
        let description: String
    }

    private static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"

    let assertions: AssertionReader
    let tokens: AccessTokens
    let log: Log

    func answer(_ request: HTTPRequest, in call: Call) async throws(APIError) -> HTTPResponse {
        do {
            let token = try await assertions.read(try Self.assertion(of: request), in: call)
            let text = try tokens.issue(token)
            // A second is taken off for the way, as Google does.
            let seconds = (token.expiresAt - call.now).wholeSeconds - 1
            return Self.response(
                ["access_token": .string(text.reveal()), "expires_in": .integer(seconds), "token_type": "Bearer"],
                status: 200
            )
        } catch let refusal as Refusal {
            return Self.response(
                ["error": .string(refusal.error), "error_description": .string(refusal.description)],
                status: refusal.status
            )
        } catch let error as APIError {
            throw error
        } catch {
            log.error("an access token could not be made: \(error)")
            throw .internalError
        }
    }

    private static func assertion(of request: HTTPRequest) throws(Refusal) -> String {
        guard let form = try? request.form(limit: RequestReader.maximumParameters) else {
            throw Refusal(error: "invalid_request", description: "The body is no form.")
        }
        guard let grant = form["grant_type"], !grant.isEmpty else {
            throw Refusal(error: "invalid_request", description: "Missing parameter: grant_type")
        }
        guard grant == grantType else {
            let shown = grant.utf8.count <= 100 ? grant : ""
            throw Refusal(error: "unsupported_grant_type", description: "Invalid grant_type: \(shown)")
        }
        guard let assertion = form["assertion"], !assertion.isEmpty else {
            throw Refusal(error: "invalid_request", description: "Missing parameter: assertion")
        }
        return assertion
    }

    private static func response(_ document: JSONValue, status: Int) -> HTTPResponse {
        var response = Backend.response(document, status: status)
        response.fields["Pragma"] = "no-cache"
        return response
    }
}
