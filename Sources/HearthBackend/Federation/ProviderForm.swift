internal import HearthHTTP

/// Reads the form in which clients pass on a provider's answer.
///
/// Web clients encode it. The official client for Apple platforms sends it percent-decoded, so that a value may hold
/// `&`, `+` and `%` as they are.
enum ProviderForm {
    private static let names = [
        "providerId", "id_token", "access_token", "oauth_token_secret", "nonce", "user", "SAMLResponse", "code",
        "state", "iss", "error", "identifier", "pendingToken",
    ]

    static func parse(_ text: String) -> FormParameters {
        text.utf8.allSatisfy(isEncoded) ? encoded(text) : decoded(text)
    }

    /// Whether a byte may stand in an encoded form: JSON cannot do without the ones that may not.
    private static func isEncoded(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !#"{}"<>\^`|"#.utf8.contains(byte)
    }

    /// A `+` is a space in JSON text and a `+` in a token, where a space cannot be.
    private static func encoded(_ text: String) -> FormParameters {
        var parameters = FormParameters()
        for part in text.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decode(pair[0], plusIsSpace: true),
                let value = PercentEncoding.decode(pair.count > 1 ? pair[1] : "")
            else { continue }
            let isText = value.hasPrefix("{") || !names.contains(name)
            let spaced = isText ? PercentEncoding.decode(pair.count > 1 ? pair[1] : "", plusIsSpace: true) : nil
            parameters.append(name, spaced ?? value)
        }
        return parameters
    }

    /// Splits before known names only; the values stay as they are.
    private static func decoded(_ text: String) -> FormParameters {
        var parameters = FormParameters()
        var pending: (name: String, value: String)?
        for part in text.split(separator: "&", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2, names.contains(String(pair[0])) {
                if let pending { parameters.append(pending.name, pending.value) }
                pending = (String(pair[0]), String(pair[1]))
            } else {
                pending?.value += "&" + part
            }
        }
        if let pending { parameters.append(pending.name, pending.value) }
        return parameters
    }
}
