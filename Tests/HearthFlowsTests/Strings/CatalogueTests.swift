import HearthAuth
import Testing

@testable import HearthFlows

@Suite("Resources/Localizable.xcstrings")
struct CatalogueTests {
    let catalogue: Catalogue

    init() throws {
        catalogue = try Catalogue()
    }

    @Test(arguments: Language.allCases) func `is what was compiled in`(_ language: Language) throws {
        let name = "\(language)".prefix(1).uppercased() + "\(language)".dropFirst()
        try SourceTree.expect("Strings/Tables/\(name).swift", toHold: catalogue.table(of: language))
    }

    @Test func `has exactly the texts that there are keys for, each explained to the translator`() {
        #expect(catalogue.sourceLanguage == Language.english.rawValue)
        #expect(Set(catalogue.entries.keys) == Set(Message.Key.allCases.map(\.rawValue)))
        #expect(catalogue.entries.values.allSatisfy { !$0.comment.isEmpty })
    }

    @Test func `shows translators the English texts of errors as the client says them`() {
        #expect(AuthError.Sentence.all.count > 40)
        for sentence in AuthError.Sentence.all {
            #expect(entry(sentence.key)?.texts.map(\.text) == [sentence.english], "\(sentence.key)")
        }
    }

    private func entry(_ key: String) -> Phrase? { catalogue.entries[key]?.phrases[.english] }

    @Test(arguments: Language.allCases) func `has every text in every language`(_ language: Language) {
        for (key, entry) in catalogue.entries where entry.isTranslated || language == .english {
            #expect(entry.phrases[language] != nil, "\(key)")
        }
    }

    @Test(arguments: Language.allCases) func `has no empty text, and none that begins or ends with a space`(
        _ language: Language
    ) {
        for (key, entry) in catalogue.entries {
            for (_, text) in entry.phrases[language]?.texts ?? [] {
                #expect(
                    !text.isEmpty && text.first?.isWhitespace == false && text.last?.isWhitespace == false,
                    "\(key)"
                )
            }
        }
    }

    @Test(arguments: Language.allCases) func `has the blanks of the English text in every language`(
        _ language: Language
    ) throws {
        for (key, entry) in catalogue.entries {
            let english = try #require(entry.phrases[.english]?.texts.first { $0.category ?? .other == .other }?.text)
            for (category, text) in entry.phrases[language]?.texts ?? [] {
                // “One second” may be said without a digit.
                let mayLeaveOut = category.map { [.zero, .one, .two].contains($0) } ?? false
                #expect(
                    Self.blanks(text) == Self.blanks(english) || mayLeaveOut && Self.blanks(text).isEmpty,
                    "\(key), \(text)"
                )
            }
        }
    }

    @Test(arguments: Language.allCases) func `has the plural forms of each language, and no others`(
        _ language: Language
    ) {
        for (key, entry) in catalogue.entries {
            guard case .plural(let forms) = entry.phrases[language] else { continue }
            #expect(Set(forms.keys) == language.categories, "\(key)")
        }
    }

    @Test func `leaves names of companies alone, and translates everything else`() {
        let names = catalogue.entries.filter { !$0.value.isTranslated }.map(\.key)
        #expect(Set(names) == ["google", "apple", "facebook", "gitHub", "microsoft", "twitter", "yahoo"])
    }

    private static func blanks(_ text: String) -> [String] {
        text.matches(of: /%(?:\d\$)?(?:@|lld)/).map { String($0.output) }.sorted()
    }
}
