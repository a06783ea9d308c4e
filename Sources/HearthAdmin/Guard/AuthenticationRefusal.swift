public import HearthHTTP
internal import HearthJSON
public import HearthTokens

/// Why a request is not let in: every reason there is.
///
/// No case carries a part of the request, so that a refusal may be logged and sent.
public enum AuthenticationRefusal: Error, Sendable, Hashable {
    /// The request brings no token.
    case missingToken
    /// The request brings two tokens that differ: no one can tell which one another server looked at.
    case conflictingTokens
    /// The token is not believed.
    case rejected(TokenRejection)
    /// The request brings no token of App Check, or several.
    case missingAppCheck
    /// The token of App Check is not believed.
    case appRejected(TokenRejection)
    /// The token is believed, and the proof that its own device sent it is not.
    case unproved(ProofRejection)
}

extension AuthenticationRefusal: CustomStringConvertible {
    /// The reason in a sentence, for the developer of the client.
    public var description: String {
        switch self {
        case .missingToken: "The request needs an ID token: send it as 'Authorization: Bearer …'."
        case .conflictingTokens: "The request brings two different tokens."
        case .missingAppCheck: "The request needs one token of App Check: send it as 'X-Firebase-AppCheck: …'."
        case .appRejected(let rejection): "The token of App Check is refused. \(rejection.description)"
        case .rejected(let rejection): rejection.description
        case .unproved(let rejection): rejection.description
        }
    }

    /// The status to answer with: 401, or 503 if the keys are not to be had or too many proofs are remembered.
    public var status: Int {
        switch self {
        case .missingToken, .conflictingTokens, .missingAppCheck: 401
        case .rejected(let rejection), .appRejected(let rejection): rejection.status
        case .unproved(let rejection): rejection.status
        }
    }

    /// The answer to send: a JSON error, with the challenge of
    /// [RFC 6750 §3](https://www.rfc-editor.org/rfc/rfc6750#section-3) or the time to wait.
    public var response: HTTPResponse {
        let error: JSONValue = ["error": ["code": .integer(Int64(status)), "message": .string(description)]]
        var response = HTTPResponse(status: status, body: .bytes(JSON.serialize(error)))
        response.fields["Content-Type"] = "application/json"
        response.fields["Cache-Control"] = "no-store"
        if status == 401 {
            response.fields["WWW-Authenticate"] = challenge
        } else if status == 503 {
            response.fields["Retry-After"] = "5"
        }
        return response
    }

    private var challenge: String {
        switch self {
        // Who did not try to authenticate is told how, and not that something was wrong.
        case .missingToken: "Bearer"
        // There is no scheme for the app's token: the description says which field it belongs to.
        case .missingAppCheck, .appRejected: #"Bearer error="invalid_request", error_description="\#(description)""#
        case .conflictingTokens: #"Bearer error="invalid_request", error_description="\#(description)""#
        case .rejected(let rejection): rejection.challenge
        case .unproved(let rejection): rejection.challenge
        }
    }
}
