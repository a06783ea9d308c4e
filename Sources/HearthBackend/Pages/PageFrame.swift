internal import HearthHTTP

/// What every page shows beside its own content: the language, the app's name, and the domain.
struct PageFrame: Sendable {
    var language: PageLanguage
    /// The name by which users know the app.
    let appName: String
    /// The host, and the port if it is not the usual one, at which the reader sees the page.
    let domain: String
    let isEmulator: Bool

    init(language: PageLanguage, appName: String, domain: String, isEmulator: Bool) {
        self.language = language
        self.appName = appName
        self.domain = domain
        self.isEmulator = isEmulator
    }

    init(
        language: PageLanguage,
        _ settings: ProjectSettings?,
        _ configuration: BackendConfiguration,
        in call: Call
    ) {
        let settings = settings ?? ProjectSettings()
        let target = Redirect.parse(call.baseURL)
        self.init(
            language: language,
            appName: settings.publicName(of: call.scope.project, configuration),
            domain: target.map { target in target.port.map { "\(target.host):\($0)" } ?? target.host } ?? "",
            isEmulator: configuration.isEmulator
        )
    }

    var words: PageWords { language.words }

    /// A text as markup: each name in braces is replaced by its value, which keeps its own direction of writing.
    ///
    /// `{app}` is always known. A value is never searched for names.
    func fill(_ text: String, _ values: KeyValuePairs<String, String> = [:]) -> HTML {
        Self.replace(in: text, markup: "") { (done: HTML, part) in
            switch part {
            case .text(let text): "\(done)\(Self.unbroken(text))"
            case .name(let name): "\(done)<bdi>\(value(name, values))</bdi>"
            }
        }
    }

    /// A text as markup in which no line ends behind the first letter of "e-mail".
    static func unbroken(_ text: Substring) -> HTML {
        var done: HTML = ""
        var rest = text
        while let word = rest.firstRange(of: "e-mail") ?? rest.firstRange(of: "E-Mail") {
            done = "\(done)\(String(rest[..<word.lowerBound]))<span class=\"word\">\(String(rest[word]))</span>"
            rest = rest[word.upperBound...]
        }
        return "\(done)\(String(rest))"
    }

    /// A text without markup, filled in alike.
    func plain(_ text: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
        Self.replace(in: text, markup: "") { (done: String, part) in
            switch part {
            case .text(let text): done + text
            case .name(let name): done + value(name, values)
            }
        }
    }

    private func value(_ name: Substring, _ values: KeyValuePairs<String, String>) -> String {
        values.first { $0.key == name }?.value ?? (name == "app" ? appName : "")
    }

    private enum Part {
        case text(Substring)
        case name(Substring)
    }

    private static func replace<Output>(
        in text: String,
        markup start: Output,
        _ append: (Output, Part) -> Output
    ) -> Output {
        var output = start
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            output = append(output, .text(rest[..<open]))
            output = append(output, .name(rest[rest.index(after: open)..<close]))
            rest = rest[rest.index(after: close)...]
        }
        return append(output, .text(rest))
    }
}
