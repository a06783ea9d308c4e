import HearthJSON
import HearthTestSupport
import Testing

@testable import HearthBackend

/// The texts of a language by name.
private func texts(_ language: PageLanguage) -> [(name: String, text: String)] {
    Mirror(reflecting: language.words).children.compactMap { child in
        child.label.flatMap { name in (child.value as? String).map { (name, $0) } }
    }
}

/// The names in braces, sorted.
private func names(in text: String) -> [String] {
    text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap {
        $0.split(separator: "}").first.map(String.init)
    }.sorted()
}

@Suite("The words of the pages")
struct PageWordsTests {
    @Test func `are in the languages of the client's screens`() throws {
        let bytes = try RecordedFile("Sources/HearthFlows/Resources/Localizable.xcstrings").bytes()
        let strings = try #require(try JSON.parse(bytes)["strings"]?.object)
        let email = try #require(strings["email"]?["localizations"]?.object)
        #expect(Set(email.names) == Set(PageLanguage.allCases.map(\.rawValue)))
    }

    @Test(arguments: PageLanguage.allCases)
    func `have something to say, and fill in what the English ones do`(_ language: PageLanguage) {
        let english = Dictionary(uniqueKeysWithValues: texts(.english).map { ($0.name, $0.text) })
        let words = texts(language)
        #expect(words.count == english.count && words.count > 80)
        for (name, text) in words {
            #expect(!text.isEmpty, "\(name)")
            #expect(names(in: text) == names(in: english[name] ?? ""), "\(name): \(text)")
            #expect(text.first?.isWhitespace == false && text.last?.isWhitespace == false, "\(name)")
            #expect(!text.contains("  ") && !text.contains("\n") && !text.contains("<"), "\(name)")
        }
    }

    @Test(arguments: PageLanguage.allCases.filter { $0 != .english })
    func `are translated`(_ language: PageLanguage) {
        let english = Dictionary(uniqueKeysWithValues: texts(.english).map { ($0.name, $0.text) })
        // Words that another language writes alike.
        let alike: Set<String> = ["emulator", "name", "optional"]
        for (name, text) in texts(language) where !alike.contains(name) {
            #expect(text != english[name], "\(name)")
        }
    }

    @Test func `a value is text whatever stands in it, and is never filled in itself`() {
        let frame = PageFrame(language: .english, appName: "<b>{email}</b>", domain: "", isEmulator: false)
        let filled = frame.fill("For {app}: {email} {unknown} {", ["email": "{app}<script>"])
        #expect(
            filled.text == "For <bdi>&lt;b&gt;{email}&lt;/b&gt;</bdi>: <bdi>{app}&lt;script&gt;</bdi> <bdi></bdi> {"
        )
        #expect(frame.plain("{app}|{email}", ["email": "{app}"]) == "<b>{email}</b>|{app}")
    }
}

@Suite("The style of the pages")
struct PageStyleTests {
    @Test func `has the console's colours and type`() throws {
        let console = String(
            decoding: try RecordedFile("Sources/HearthConsole/Web/app.css").bytes(),
            as: UTF8.self
        )
        let own = tokens(PageStyle.text)
        let theirs = tokens(console)
        #expect(own.count > 40)
        // Both schemes are lists of declarations: each of the pages stands in the console's, in the same order.
        for token in own where !theirs.contains(token) { Issue.record("\(token) is not the console's") }
    }

    @Test func `says neither left nor right`() {
        #expect(!PageStyle.text.contains("left") && !PageStyle.text.contains("right"))
    }

    /// The declarations of tokens, such as `--paper: #faf8f5`.
    private func tokens(_ style: String) -> [String] {
        let roots =
            style.split(separator: ":root {", omittingEmptySubsequences: false).dropFirst().compactMap {
                $0.split(separator: "}").first
            }
        return roots.flatMap { $0.split(separator: ";") }.map {
            $0.split { $0.isWhitespace }.joined(separator: " ")
        }
        .filter { $0.hasPrefix("--") }
    }
}
