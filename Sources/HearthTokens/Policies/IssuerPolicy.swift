internal import HearthCore
internal import HearthJSON

/// The issuer is exactly the one of the project and the kind.
struct IssuerPolicy: TokenPolicy {
    let issuer: String

    func check(_ token: UnverifiedToken, at now: UnixTime) throws(TokenRejection) {
        // Bytes are compared: two texts that look the same are not the same issuer.
        guard let claim = token.jws.payload["iss"]?.string, claim.utf8.elementsEqual(issuer.utf8) else {
            throw .wrongIssuer
        }
    }
}
