internal import HearthCore
internal import HearthWire

/// What counts as an e-mail address.
enum EmailRule {
    /// Reads an address, or refuses it as the operation does.
    static func parse(
        _ text: String,
        _ policy: Policy,
        else refusal: APIError.Code = .invalidEmail
    ) throws(APIError) -> EmailAddress {
        let address = policy.acceptsMadeUpContacts ? EmailAddress(lenient: text) : EmailAddress(text)
        guard let address else { throw APIError(refusal) }
        return address
    }
}
