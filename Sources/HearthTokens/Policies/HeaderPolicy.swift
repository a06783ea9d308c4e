internal import HearthCore
internal import HearthJSON

/// The header brings no key along, says nowhere to fetch one, and extends nothing.
struct HeaderPolicy: TokenPolicy {
    private static let refused = ["crit", "b64", "jku", "jwk", "x5u", "x5c"]

    func check(_ token: UnverifiedToken, at now: UnixTime) throws(TokenRejection) {
        let header = token.jws.header
        guard Self.refused.allSatisfy({ header[$0] == nil }) else { throw .unsupportedHeader }
        if let type = header["typ"], type != "JWT" { throw .unsupportedHeader }
    }
}
