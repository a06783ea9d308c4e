import Testing

@testable import HearthBackend

@Suite("The language of a page")
struct PageLanguageTests {
    @Test(
        arguments: [
            ("de", nil, .german), ("de-AT", nil, .german), ("de_CH", "fr", .german), ("DE", nil, .german),
            // A link in a language that pages do not speak leaves the choice to the browser.
            ("pt-BR", "es-ES,es;q=0.9", .spanish), ("pt-BR", nil, .english), ("", "ja", .japanese),
            (nil, "ar-EG", .arabic), (nil, nil, .english), (nil, "", .english), ("x", "de", .german),
            ("german", "fr", .french), ("\u{1F525}", nil, .english),
        ] as [(String?, String?, PageLanguage)]
    )
    func `is the link's, then the browser's, then English`(
        _ link: String?,
        _ accepted: String?,
        _ language: PageLanguage
    ) {
        #expect(PageLanguage(link: link, accepted: accepted) == language)
    }

    // Weights are those of RFC 9110 §12.4.2.
    @Test(
        arguments: [
            ("fr;q=0.5, de;q=0.8, en;q=0.1", .german), ("fr, de", .french), ("pt, it;q=0.9, es;q=0.1", .spanish),
            ("de;q=0, fr;q=0.001", .french), ("de;q=0", .english), ("*", .english), ("*;q=0.1,ja", .japanese),
            ("de;q=1.000,fr", .german), ("de;q=2,fr;q=0.1", .french), ("de;q=x,fr;q=0.1", .french),
            ("de;q=-1,fr;q=0.2", .french), ("de;q=0.1234,fr;q=0.1", .french), (";;;,,,q=1", .english),
            ("zh-Hans-CN, de-DE ; q=0.7 , en", .english), ("de;level=1;q=0.1,fr;q=0.2", .french),
        ] as [(String, PageLanguage)]
    )
    func `is the one that the browser ranks first`(_ field: String, _ language: PageLanguage) {
        #expect(PageLanguage(link: nil, accepted: field) == language)
    }

    @Test func `a field without an end costs no more than a long one`() {
        let field = String(repeating: "pt,", count: 100_000) + "de"
        #expect(PageLanguage(link: nil, accepted: field) == .english)
    }
}
