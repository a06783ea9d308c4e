/// The forms that a counted word has in one language or another, by Unicode's names.
enum PluralCategory: String, Sendable, Hashable, CaseIterable {
    case zero, one, two, few, many, other
}

extension Language {
    /// Which form a whole number takes.
    ///
    /// The rules are those of the [Unicode CLDR](https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html).
    func category(of count: Int) -> PluralCategory {
        switch self {
        case .japanese: .other
        case .arabic: Self.arabicCategory(of: count)
        case .french where count.magnitude <= 1: .one
        case .french where Self.isMillions(count), .spanish where Self.isMillions(count): .many
        default: count == 1 ? .one : .other
        }
    }

    /// The forms that occur in the language.
    var categories: Set<PluralCategory> {
        switch self {
        case .japanese: [.other]
        case .arabic: Set(PluralCategory.allCases)
        case .french, .spanish: [.one, .many, .other]
        default: [.one, .other]
        }
    }

    private static func arabicCategory(of count: Int) -> PluralCategory {
        switch (count, count.magnitude % 100) {
        case (0, _): .zero
        case (1, _): .one
        case (2, _): .two
        case (_, 3...10): .few
        case (_, 11...99): .many
        default: .other
        }
    }

    private static func isMillions(_ count: Int) -> Bool {
        count != 0 && count.isMultiple(of: 1_000_000)
    }
}
