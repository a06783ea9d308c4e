internal import HearthJSON

/// Masks addresses and numbers for administrators who may count users and not write to them.
enum Masking {
    private static let members: Set<String> = [
        "email", "newEmail", "initialEmail", "phoneNumber", "phoneInfo", "unobfuscatedPhoneInfo", "rawId",
        "federatedId",
        "screenName",
    ]

    /// A document with its addresses and numbers masked.
    static func apply(to value: JSONValue) -> JSONValue {
        switch value {
        case .array(let values): return .array(values.map(apply))
        case .object(let object):
            var shown = JSONObject()
            for member in object.members {
                if members.contains(member.name), let text = member.value.string {
                    shown[member.name] = .string(mask(text))
                } else {
                    shown[member.name] = apply(to: member.value)
                }
            }
            return .object(shown)
        default: return value
        }
    }

    /// `a…@example.com` for an address, the last two digits of a number, nothing of anything else.
    static func mask(_ text: String) -> String {
        if let at = text.lastIndex(of: "@") { return "\(text.prefix(1))…\(text[at...])" }
        return text.hasPrefix("+") ? "+…\(text.suffix(2))" : "…"
    }
}
