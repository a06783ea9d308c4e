/// What the uniqueness of addresses is decided by.
public enum EmailKey: Sendable {
    /// Makes one key for the spellings of an address that a person would take for the same.
    ///
    /// Upper and lower case and full-width letters are the same; a dotless `ı` is not an `i`. Combining diacritics,
    /// which would spell `é` in two ways, are not part of an ``EmailAddress`` at all.
    ///
    /// - Parameter address: The address.
    /// - Returns: The key: not an address to send mail to.
    public static func make(_ address: String) -> String {
        if address.utf8.allSatisfy({ $0 < 0x80 }) { return address.lowercased() }
        return String(String.UnicodeScalarView(address.unicodeScalars.map(narrow))).lowercased()
    }

    /// Turns the full-width forms of ASCII (U+FF01 to U+FF5E) into ASCII.
    private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard (0xFF01...0xFF5E).contains(scalar.value) else { return scalar }
        return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    }
}
