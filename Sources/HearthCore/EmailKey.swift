/// The key of an address that is at hand as text.
public enum EmailKey: Sendable {
    /// The ``EmailAddress/key`` of an address; for text that is no address, a key that no address has.
    ///
    /// Compare keys that may not come from ``EmailAddress`` by their bytes.
    ///
    /// - Parameter address: The address.
    /// - Returns: The key: not an address to send mail to.
    public static func make(_ address: String) -> String {
        EmailAddress(address)?.key ?? fallback(address)
    }

    /// The key of text that is no address.
    static func fallback(_ text: String) -> String {
        guard text.utf8.count <= 2048 else { return text }
        let folded = CanonicalText.text(CanonicalText.folded(text.unicodeScalars.map(\.value)))
        // With `＠` for `@` it would become the key of an address that it is not.
        return EmailAddress(folded) == nil ? folded : text
    }
}
