public import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// How a client shows a provider who it is when it trades a code
/// ([RFC 6749 §2.3](https://www.rfc-editor.org/rfc/rfc6749#section-2.3)).
public enum ClientAuthentication: Sendable {
    /// Not at all: the client is an app that can keep no secret, and its proof key is what counts.
    case none
    /// With a secret in the body: `client_secret_post`.
    case post(Secret<String>)
    /// With a secret in the head: `client_secret_basic`.
    case basic(Secret<String>)
    /// With a token that is signed anew for each request, as Apple wants it.
    case apple(AppleClientKey)

    /// Adds the client's identity to a request.
    func sign(
        _ form: inout FormParameters,
        _ fields: inout HTTPFields,
        clientID: String,
        at now: UnixTime
    ) throws(OAuthError) {
        switch self {
        case .none: form.append("client_id", clientID)
        case .post(let secret):
            form.append("client_id", clientID)
            form.append("client_secret", secret.reveal())
        case .basic(let secret):
            let pair = PercentEncoding.encode(clientID) + ":" + PercentEncoding.encode(secret.reveal())
            fields.append("Authorization", "Basic " + Base64.encode(Array(pair.utf8), .standard))
        case .apple(let key):
            form.append("client_id", clientID)
            form.append("client_secret", try key.clientSecret(for: clientID, at: now).reveal())
        }
    }
}

extension ClientAuthentication {
    /// The secret itself, if there is a fixed one.
    package var secret: Secret<String>? {
        switch self {
        case .post(let secret), .basic(let secret): secret
        case .none, .apple: nil
        }
    }
}
