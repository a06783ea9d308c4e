/// An e-mail address that was looked at: one `@`, no white space or control character, 320 bytes at most.
///
/// ``text`` is what the user typed, in lower case, as Firebase stores it. Uniqueness is decided by ``EmailKey``.
public struct EmailAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address in lower case.
    public let text: String

    /// Accepts an address of the form `local@domain.tld`.
    ///
    /// Limits: 64 bytes before the `@` and 255 after it
    /// ([RFC 5321 §4.5.3.1](https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1)).
    ///
    /// - Parameter text: What the user typed, in any case.
    public init?(_ text: String) {
        let lowered = text.lowercased()
        let parts = lowered.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let local = parts[0]
        let domain = parts[1]
        guard (1...64).contains(local.utf8.count), (1...255).contains(domain.utf8.count) else { return nil }
        guard lowered.unicodeScalars.allSatisfy(Self.isAllowed) else { return nil }
        guard Self.isDomain(domain) else { return nil }
        self.text = lowered
    }

    /// The address in lower case.
    public var description: String { text }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return scalar.value > 0x20 && scalar.value < 0x7F && !"<>()[]\\,;:\"".unicodeScalars.contains(scalar)
        }
        // Combining diacritics would give one address several spellings.
        guard !(0x300...0x36F).contains(scalar.value) else { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .unassigned,
            .privateUse:
            return false
        default:
            return true
        }
    }

    private static func isDomain(_ domain: Substring) -> Bool {
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            }
    }
}
