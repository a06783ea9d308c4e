internal import HearthAuth

/// A language that Hearth's texts are written in.
public enum Language: String, Sendable, Hashable, CaseIterable {
    /// English, in which every text exists.
    case english = "en"
    /// German, with the polite address.
    case german = "de"
    /// Spanish, with the polite address.
    case spanish = "es"
    /// French, with the polite address.
    case french = "fr"
    /// Japanese, in the polite form.
    case japanese = "ja"
    /// Modern standard Arabic.
    case arabic = "ar"

    /// Finds the language of a tag, as long as it is one of ours.
    ///
    /// Parts are taken off the tag's end until the rest is known
    /// ([RFC 4647 §3.4](https://www.rfc-editor.org/rfc/rfc4647#section-3.4)): `de-AT` is German.
    ///
    /// - Parameter tag: A language tag such as `pt-BR`, in any case; `de_AT.UTF-8`, as systems write it, is read too.
    public init?(tag: String) {
        let tag = tag.prefix { $0 != "." && $0 != "@" }
        guard let primary = tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).first else { return nil }
        self.init(rawValue: primary.lowercased())
    }

    /// The English texts, with those of errors, which HearthAuth has.
    private static let allEnglishPhrases = englishPhrases.merging(
        AuthError.Sentence.all.compactMap { sentence in
            Message.Key(rawValue: sentence.key).map { ($0, .text(sentence.english)) }
        }
    ) { own, _ in own }

    /// Whether the language is written from right to left.
    public var isRightToLeft: Bool { self == .arabic }

    var phrases: [Message.Key: Phrase] {
        switch self {
        case .english: Self.allEnglishPhrases
        case .german: Self.germanPhrases
        case .spanish: Self.spanishPhrases
        case .french: Self.frenchPhrases
        case .japanese: Self.japanesePhrases
        case .arabic: Self.arabicPhrases
        }
    }
}
