/// What may be the name of a key.
enum KeyIdentifier {
    /// Whether a text can be nothing but a name: no path, no statement, no control character.
    ///
    /// 1 to 128 letters, digits, `-`, `_`, `.`, `:` and `=`.
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
