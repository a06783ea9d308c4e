internal import HearthCore
internal import HearthJSON

/// The key has a name that can be nothing but a name: no path, no statement, no control character.
struct KeyIdentifierPolicy: TokenPolicy {
    func check(_ token: UnverifiedToken, at now: UnixTime) throws(TokenRejection) {
        _ = try Self.identifier(of: token)
    }

    /// The name, if it is one: 1 to 128 letters, digits, `-`, `_`, `.`, `:` and `=`.
    static func identifier(of token: UnverifiedToken) throws(TokenRejection) -> String {
        guard let name = token.jws.header["kid"]?.string, isValid(name) else { throw .invalidKeyIdentifier }
        return name
    }

    static func isValid(_ name: String) -> Bool {
        (1...128).contains(name.utf8.count) && name.utf8.allSatisfy(isAllowed)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: ":"), UInt8(ascii: "="):
            true
        default: false
        }
    }
}
