internal import HearthCore
internal import HearthWire

/// What counts as a telephone number.
enum PhoneRule {
    /// Reads a number, or refuses it.
    static func parse(_ text: String, _ policy: Policy) throws(APIError) -> PhoneNumber {
        let number = policy.acceptsMadeUpContacts ? PhoneNumber(lenient: text) : PhoneNumber(text)
        guard let number else { throw APIError(.invalidPhoneNumber, "Invalid format.") }
        return number
    }
}
