/// A language that pages speak: those of the client's screens.
enum PageLanguage: String, Sendable, CaseIterable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"
    case japanese = "ja"
    case arabic = "ar"

    /// Finds the language of a tag such as `de`, `de-AT` or `de_AT`
    /// ([BCP 47](https://www.rfc-editor.org/rfc/rfc5646)).
    init?(tag: some StringProtocol) {
        let primary = tag.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
        guard (2...3).contains(primary.count) else { return nil }
        self.init(rawValue: String(decoding: primary, as: UTF8.self).lowercased())
    }

    /// The language of a page: the link's, else the first that the browser accepts, else English.
    ///
    /// - Parameters:
    ///   - link: The language that the link names.
    ///   - accepted: The header field `Accept-Language`.
    init(link: String?, accepted: String?) {
        self = link.flatMap { Self(tag: $0) } ?? accepted.flatMap { Self.preferred(in: $0) } ?? .english
    }

    /// The direction in which the language is written, as HTML names it.
    var direction: String { self == .arabic ? "rtl" : "ltr" }

    var words: PageWords {
        switch self {
        case .english: .english
        case .german: .german
        case .french: .french
        case .spanish: .spanish
        case .japanese: .japanese
        case .arabic: .arabic
        }
    }

    private static let maximumRanges = 32

    /// The language that an `Accept-Language` ranks first among those that there are
    /// ([RFC 9110 §12.5.4](https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4)).
    private static func preferred(in field: String) -> PageLanguage? {
        var best: (language: PageLanguage, weight: Int)?
        for range in field.split(separator: ",").prefix(maximumRanges) {
            let parts = range.split(separator: ";").map { part in part.filter { $0 != " " && $0 != "\t" } }
            guard let tag = parts.first, let language = PageLanguage(tag: tag) else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { thousandths($0.dropFirst(2)) } ?? 1000
            if weight > best?.weight ?? 0 { best = (language, weight) }
        }
        return best?.language
    }

    /// A weight from 0 to 1 with up to three decimals, in thousandths; 0 for anything else.
    private static func thousandths(_ text: Substring) -> Int {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first.flatMap({ Int($0) }), (0...1).contains(whole) else { return 0 }
        let decimals = parts.count > 1 ? parts[1] : ""
        guard decimals.utf8.count <= 3, decimals.utf8.allSatisfy({ (48...57).contains($0) }) else { return 0 }
        let fraction = Int(decimals + String(repeating: "0", count: 3 - decimals.utf8.count)) ?? 0
        return min(whole * 1000 + fraction, 1000)
    }
}
