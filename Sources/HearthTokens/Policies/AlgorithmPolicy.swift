internal import HearthCore
internal import HearthJSON

/// The algorithm is the one that the verifier expects, not one that the token chose
/// ([RFC 8725 §3.1](https://www.rfc-editor.org/rfc/rfc8725#section-3.1)).
struct AlgorithmPolicy: TokenPolicy {
    let name: String

    func check(_ token: UnverifiedToken, at now: UnixTime) throws(TokenRejection) {
        guard token.jws.header["alg"]?.string == name else { throw .unsupportedAlgorithm }
    }
}
