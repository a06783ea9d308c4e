internal import HearthCore
internal import HearthWire

/// What counts as a telephone number.
enum PhoneRule {
    /// Reads a number, or refuses it.
    static func parse(_ text: String, _ policy: Policy) throws(APIError) -> String {
        if let number = PhoneNumber(text) { return number.text }
        // The emulator takes everything that begins with a plus sign; its users rely on it for made-up numbers.
        let isPlausible =
            text.hasPrefix("+") && text.utf8.count <= 64 && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        guard policy.acceptsMadeUpContacts, isPlausible else { throw APIError(.invalidPhoneNumber, "Invalid format.") }
        return text
    }
}
