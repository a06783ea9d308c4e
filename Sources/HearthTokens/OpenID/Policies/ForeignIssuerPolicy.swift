internal import HearthCore
internal import HearthJSON

/// The issuer is exactly one of those that are expected.
struct ForeignIssuerPolicy: TokenPolicy {
    let issuers: [String]

    func check(_ token: UnverifiedToken, at now: UnixTime) throws(TokenRejection) {
        guard let claim = token.jws.payload["iss"]?.string,
            issuers.contains(where: { $0.utf8.elementsEqual(claim.utf8) })
        else { throw .wrongIssuer }
    }
}
