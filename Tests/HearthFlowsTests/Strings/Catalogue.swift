import HearthAuth
import HearthJSON
import Testing

@testable import HearthFlows

/// `Localizable.xcstrings`, as a translator edits it.
struct Catalogue {
    struct Entry {
        let comment: String
        let isTranslated: Bool
        let phrases: [Language: Phrase]
    }

    let entries: [String: Entry]
    let sourceLanguage: String?

    init() throws {
        let document = try JSON.parse(try SourceTree.bytes("Resources/Localizable.xcstrings"))
        sourceLanguage = document["sourceLanguage"]?.string
        let members = try #require(document["strings"]?.object).members
        entries = try Dictionary(uniqueKeysWithValues: members.map { ($0.name, try Entry($0.value)) })
    }

    /// The Swift table of one language.
    func table(of language: Language) -> String {
        // The English texts of errors stand in HearthAuth.
        let errors = language == .english ? Set(AuthError.Sentence.all.map(\.key)) : []
        let lines = entries.sorted { $0.key < $1.key }.filter { !errors.contains($0.key) }.compactMap { key, entry in
            entry.phrases[language].map { "        .\(key): \(Self.literal($0))," }
        }
        return """
            // Made from Resources/Localizable.xcstrings by `HEARTH_RECORD=1 swift test --filter CatalogueTests`.
            // swift-format-ignore-file
            extension Language {
                static let \(language)Phrases: [Message.Key: Phrase] = [
            \(lines.joined(separator: "\n"))
                ]
            }

            """
    }

    private static func literal(_ phrase: Phrase) -> String {
        switch phrase {
        case .text(let text): return literal(text)
        case .plural(let forms):
            let forms = forms.sorted { $0.key.rawValue < $1.key.rawValue }
            return ".plural([" + forms.map { ".\($0.key): \(literal($0.value))" }.joined(separator: ", ") + "])"
        }
    }

    private static func literal(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\", "\"": "\\\(scalar)"
            // What cannot be seen should not hide in source code.
            case _ where scalar.properties.generalCategory == .format:
                "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: String(scalar)
            }
        }
        return "\"" + escaped.joined() + "\""
    }
}

extension Catalogue.Entry {
    init(_ value: JSONValue) throws {
        comment = value["comment"]?.string ?? ""
        isTranslated = value["shouldTranslate"]?.bool ?? true
        let members = try #require(value["localizations"]?.object).members
        phrases = try Dictionary(
            uniqueKeysWithValues: members.map { member in
                (try #require(Language(rawValue: member.name)), try #require(Phrase(member.value)))
            }
        )
    }
}

extension Phrase {
    init?(_ value: JSONValue) {
        if let text = value["stringUnit"]?["value"]?.string {
            self = .text(text)
        } else if let forms = value["variations"]?["plural"]?.object?.members {
            var texts: [PluralCategory: String] = [:]
            for form in forms {
                guard let category = PluralCategory(rawValue: form.name) else { return nil }
                texts[category] = form.value["stringUnit"]?["value"]?.string
            }
            self = .plural(texts)
        } else {
            return nil
        }
    }

    /// Every text, with the category that it is for.
    var texts: [(category: PluralCategory?, text: String)] {
        switch self {
        case .text(let text): [(nil, text)]
        case .plural(let forms): forms.map { ($0.key, $0.value) }
        }
    }
}
