import HearthJSON
import Testing

@testable import HearthConsole

/// The tables of sentences, and which of them a page loads.
enum TextTables {
    /// The languages of the models' texts, without English, which is in the code.
    static let languages = ["ar", "de", "es", "fr", "ja"]

    /// The tables that are loaded when a page is shown: the first one, and the page's own where it brings one.
    static func loaded(with page: String, in language: String) -> [String] {
        let name = page.split(separator: "/").last?.dropLast(3) ?? ""
        let bringsOwn = WebFiles.pieces["index.js"]?.contains(name) == true
        return ["text/\(language).json"] + (bringsOwn ? ["text/\(language)/\(name).json"] : [])
    }

    static func read(_ name: String) throws -> [String: JSONValue] {
        let object = try #require(try JSON.parse(WebFiles.all[name] ?? []).object, "\(name)")
        return Dictionary(uniqueKeysWithValues: object.members.map { ($0.name, $0.value) })
    }

    /// The pages that `index.js` names.
    static var pages: [String] {
        (WebFiles.pieces["index.js"] ?? []).filter { $0.hasPrefix("./pages/") }.map { String($0.dropFirst(2)) }
    }

    /// What the modules of a page may say: everything between quotation marks, and the titles of flows.
    static func said(on page: String) -> Set<Substring> {
        let modules = WebFiles.modules(of: "index.js").union(WebFiles.modules(of: "parts/palette.js", later: true))
            .union(WebFiles.modules(of: page, later: true))
        let titles = modules.contains("parts/flow.js") ? FlowOutcome.titles.map { Substring($0) } : []
        return modules.reduce(into: Set(titles)) { $0.formUnion(WebFiles.pieces[$1] ?? []) }
    }

    /// The sentences that are given to `t` as they stand.
    static func spoken(on page: String) -> Set<Substring> {
        var found: Set<Substring> = []
        for module in WebFiles.modules(of: page, later: true) {
            let pieces = WebFiles.pieces[module] ?? []
            for (before, piece) in zip(pieces, pieces.dropFirst()) where before.hasSuffix("t(") {
                let isLonger = before.dropLast(2).last.map { $0.isLetter || $0.isNumber } ?? false
                if !isLonger { found.insert(piece) }
            }
        }
        return found
    }

    static func placeholders(of text: some StringProtocol) -> Set<String> {
        Set(String(text).matches(of: /\{\w+\}/).map { String($0.output) })
    }
}

@Suite("Sentences of the console in other languages") struct TextTableTests {
    private static let german = ["text/de.json"] + TextTables.pages.flatMap { TextTables.loaded(with: $0, in: "de") }

    @Test(arguments: TextTables.pages)
    func `a page has all that it says in the tables that it loads`(page: String) throws {
        let loaded = Set(try TextTables.loaded(with: page, in: "de").flatMap { try TextTables.read($0).keys })
        let everywhere = Set(try Set(Self.german).flatMap { try TextTables.read($0).keys })
        let said = TextTables.said(on: page)
        let translated = said.filter { everywhere.contains(String($0)) }
        for sentence in translated.union(TextTables.spoken(on: page)) {
            #expect(loaded.contains(String(sentence)), "\(page): script/console-texts has not dealt “\(sentence)”")
        }
    }

    @Test func `a table has no sentence that no page says`() throws {
        let said = TextTables.pages.reduce(into: Set<Substring>()) { $0.formUnion(TextTables.said(on: $1)) }
        for name in Set(Self.german) {
            for sentence in try TextTables.read(name).keys {
                #expect(said.contains(Substring(sentence)), "\(name): \(sentence)")
            }
        }
    }

    @Test func `every title of a flow has its translation`() throws {
        let tables = try TextTables.loaded(with: "pages/log.js", in: "de").map(TextTables.read)
        for title in FlowOutcome.titles { #expect(tables.contains { $0[title] != nil }, "\(title)") }
    }

    @Test(arguments: TextTables.languages)
    func `languages have the same sentences in the same tables`(language: String) throws {
        let names = WebFiles.all.keys.filter { $0.hasPrefix("text/\(language)") }
        #expect(names.count == Set(Self.german).count)
        for name in Set(Self.german) {
            let own = name.replacing("text/de", with: "text/\(language)")
            #expect(Set(try TextTables.read(own).keys) == Set(try TextTables.read(name).keys), "\(own)")
        }
    }

    /// The categories of CLDR 46 for cardinal numbers.
    private static let categories: [String: Set<String>] = [
        "ar": ["zero", "one", "two", "few", "many", "other"], "de": ["one", "other"], "es": ["one", "many", "other"],
        "fr": ["one", "many", "other"], "ja": ["other"],
    ]

    @Test(arguments: TextTables.languages)
    func `a translation has the placeholders of its sentence, and forms that its language tells apart`(
        language: String
    ) throws {
        for name in WebFiles.all.keys where name.hasPrefix("text/\(language)") {
            for (sentence, text) in try TextTables.read(name) {
                let wanted = TextTables.placeholders(of: sentence)
                guard let forms = text.object else {
                    let text = try #require(text.string, "\(name): \(sentence)")
                    #expect(!text.isEmpty, "\(name): \(sentence)")
                    #expect(TextTables.placeholders(of: text) == wanted, "\(name): \(sentence)")
                    continue
                }
                let other = try #require(forms["other"]?.string, "\(name): \(sentence)")
                #expect(TextTables.placeholders(of: other) == wanted, "\(name): \(sentence)")
                for form in forms.members {
                    #expect(Self.categories[language]?.contains(form.name) == true, "\(name): \(sentence)")
                    let text = try #require(form.value.string, "\(name): \(sentence)")
                    // “Two sessions” may do without the number.
                    #expect(TextTables.placeholders(of: text).isSubset(of: wanted), "\(name): \(sentence)")
                }
            }
        }
    }
}
