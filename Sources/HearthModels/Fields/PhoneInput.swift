/// Telephone numbers as people write them.
enum PhoneInput {
    /// The number without what only makes it easier to read; what is no part of a number stays, to be refused.
    @Sendable static func tidy(_ text: String) -> String {
        var number = withASCIIDigits(text).filter { !$0.isWhitespace && !punctuation.contains($0) }
        if number.first == "\u{FF0B}" { number = "+" + number.dropFirst() }
        // The trunk prefix is dialled within the country only.
        if number.hasPrefix("+"), let trunk = number.firstRange(of: "(0)") { number.removeSubrange(trunk) }
        return number.filter { $0 != "(" && $0 != ")" }
    }

    /// The text with the digits of every script as those that the service reads.
    static func withASCIIDigits(_ text: String) -> String {
        String(
            text.map { character in
                guard character.unicodeScalars.count == 1, let digit = character.unicodeScalars.first?.properties,
                    digit.generalCategory == .decimalNumber, let value = character.wholeNumberValue
                else { return character }
                return Character("\(value)")
            }
        )
    }

    // A hyphen, the dashes that keyboards put in its place, and the marks of direction that come with copied numbers.
    private static let punctuation: Set<Character> = [
        "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}", ".", "/", "\u{200E}", "\u{200F}",
        "\u{202A}", "\u{202C}", "\u{2066}", "\u{2068}", "\u{2069}",
    ]
}
