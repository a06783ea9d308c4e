/// A text of one language, with its blanks: one for all numbers, or one for each form that numbers need.
enum Phrase: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The text of a message that counts nothing.
    case text(String)
    /// The texts of a message that counts; ``PluralCategory/other`` is always there.
    case plural([PluralCategory: String])

    init(stringLiteral value: String) {
        self = .text(value)
    }

    /// The text for a number; of one that counts nothing, the only one.
    func form(for count: Int?, in language: Language) -> String {
        switch self {
        case .text(let text): text
        case .plural(let forms): forms[language.category(of: count ?? 0)] ?? forms[.other] ?? ""
        }
    }

    /// Fills the blanks of a text, which are spelled as in Apple's catalogues: `%@`, `%lld`, with a position `%2$@`.
    static func fill(_ text: String, with values: [String]) -> String {
        var result = ""
        var rest = text[...]
        var next = 0
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            if rest.first == "%" {
                result += "%"
                rest = rest.dropFirst()
                continue
            }
            let digits = rest.prefix(while: \.isNumber)
            if let position = Int(digits), rest.dropFirst(digits.count).first == "$" {
                next = position - 1
                rest = rest.dropFirst(digits.count + 1)
            }
            rest = rest.dropFirst(rest.hasPrefix("lld") ? 3 : 1)
            if values.indices.contains(next) { result += values[next] }
            next += 1
        }
        return result + rest
    }
}
