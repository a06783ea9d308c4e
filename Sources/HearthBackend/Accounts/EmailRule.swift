internal import HearthCore
internal import HearthWire

/// What counts as an e-mail address.
enum EmailRule {
    /// Reads an address: in lower case, or the refusal that the operation gives.
    static func parse(
        _ text: String,
        _ policy: Policy,
        else refusal: APIError.Code = .invalidEmail
    ) throws(APIError) -> String {
        if policy.acceptsMadeUpContacts {
            guard isPlausible(text) else { throw APIError(refusal) }
            return text.lowercased()
        }
        guard let address = EmailAddress(text) else { throw APIError(refusal) }
        return address.text
    }

    /// Something on both sides of one `@`, as the emulator asks; but no space and no control character, which would
    /// end up in a mail's head.
    private static func isPlausible(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && text.utf8.count <= 320
            && text.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0.value >= 0x20 && $0.value != 0x7F }
    }
}
