internal import HearthCore
internal import HearthCrypto
internal import HearthHTTP

/// The signature of a call in the first version of OAuth, HMAC-SHA1
/// ([RFC 5849 §3.4](https://www.rfc-editor.org/rfc/rfc5849#section-3.4)).
struct OAuthSignature: Sendable {
    /// A name and the secret that belongs to it.
    struct Pair: Sendable {
        let key: String
        let secret: Secret<String>
    }

    let consumer: Pair
    let token: Pair
    let nonce: String
    /// Seconds since 1970.
    let timestamp: Int64

    /// The header field `Authorization` of a call.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The address without its query.
    ///   - parameters: The query's parameters, and those of a form.
    /// - Returns: The field's value.
    func authorization(_ method: HTTPMethod, _ url: String, _ parameters: [(name: String, value: String)]) -> String {
        let own = [
            ("oauth_consumer_key", consumer.key), ("oauth_nonce", nonce), ("oauth_signature_method", "HMAC-SHA1"),
            ("oauth_timestamp", String(timestamp)), ("oauth_token", token.key), ("oauth_version", "1.0"),
        ]
        let signature = Base64.encode(signature(method, url, parameters + own), .standard)
        let fields = (own + [("oauth_signature", signature)]).map { name, value in
            "\(name)=\"\(PercentEncoding.encode(value))\""
        }
        return "OAuth " + fields.joined(separator: ", ")
    }

    private func signature(
        _ method: HTTPMethod,
        _ url: String,
        _ parameters: [(name: String, value: String)]
    ) -> [UInt8] {
        let pairs = parameters.map { (PercentEncoding.encode($0.name), PercentEncoding.encode($0.value)) }
        let sorted = pairs.sorted { $0 < $1 }.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        let text = [method.rawValue, PercentEncoding.encode(url), PercentEncoding.encode(sorted)].joined(separator: "&")
        let secrets = [consumer.secret, token.secret].map { PercentEncoding.encode($0.reveal()) }
        let key = Secret(Array(secrets.joined(separator: "&").utf8))
        return HMAC(.sha1, key: key).authenticate(Array(text.utf8))
    }
}
