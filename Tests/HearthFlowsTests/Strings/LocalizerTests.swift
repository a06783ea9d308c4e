import Testing

@testable import HearthFlows

@Suite("Localizer")
struct LocalizerTests {
    @Test(arguments: [
        (["de"], Language.german), (["DE-at"], .german), (["de_CH.UTF-8"], .german), (["es-419"], .spanish),
        (["fr-Latn-CA"], .french), (["ja-JP"], .japanese), (["ar-EG"], .arabic), (["en-GB"], .english),
        (["pt-BR", "fr"], .french), (["tlh", "xx"], .english), ([], .english), (["", "-", "de"], .german),
    ])
    func `speaks the first language that it knows`(_ tags: [String], _ language: Language) {
        #expect(Localizer(preferring: tags).language == language)
    }

    @Test func `writes Arabic alone from right to left`() {
        #expect(Language.allCases.filter(\.isRightToLeft) == [.arabic])
        #expect(Localizer(.arabic).isRightToLeft)
    }

    @Test(arguments: Language.allCases) func `says something for every key`(_ language: Language) {
        let localizer = Localizer(language)
        for key in Message.Key.allCases {
            #expect(
                !localizer(key).isEmpty && localizer(key) != key.rawValue || key.rawValue == localizer(key).lowercased()
            )
        }
    }

    @Test(arguments: [
        (Language.english, 1, "Send again in 1 second"), (.english, 0, "Send again in 0 seconds"),
        (.german, 1, "Erneut senden in 1 Sekunde"), (.german, 30, "Erneut senden in 30 Sekunden"),
        (.french, 0, "Renvoyer dans 0 seconde"), (.french, 2, "Renvoyer dans 2 secondes"),
        (.spanish, 1, "Enviar de nuevo en 1 segundo"), (.japanese, 1, "1秒後に再送信できます"),
        (.arabic, 1, "إعادة الإرسال بعد ثانية واحدة"), (.arabic, 2, "إعادة الإرسال بعد ثانيتين"),
        (.arabic, 5, "إعادة الإرسال بعد 5 ثوانٍ"), (.arabic, 30, "إعادة الإرسال بعد 30 ثانية"),
    ])
    func `counts as the language does`(_ language: Language, _ seconds: Int, _ text: String) {
        #expect(Localizer(language)(.resendAfter(seconds: seconds)) == text)
    }

    @Test(arguments: [
        (Language.arabic, [(0, PluralCategory.zero), (1, .one), (2, .two), (3, .few), (10, .few), (11, .many)]),
        (.arabic, [(99, .many), (100, .other), (102, .other), (103, .few), (111, .many), (200, .other)]),
        (.french, [(0, .one), (1, .one), (2, .other), (1_000_000, .many), (1_000_001, .other)]),
        (.spanish, [(0, .other), (1, .one), (2, .other), (2_000_000, .many)]),
        (.english, [(0, .other), (1, .one), (-1, .other), (1_000_000, .other)]),
        (.german, [(0, .other), (1, .one), (21, .other)]), (.japanese, [(0, .other), (1, .other)]),
    ])
    func `chooses the form that Unicode's rules choose`(_ language: Language, _ cases: [(Int, PluralCategory)]) {
        for (count, category) in cases {
            #expect(language.category(of: count) == category, "\(count)")
        }
    }

    @Test(arguments: [
        ("Hello %@!", ["Eve"], "Hello Eve!"), ("%2$@ of %1$@", ["a", "b"], "b of a"),
        ("%1$lld of %2$lld", ["1", "3"], "1 of 3"), ("%lld%%", ["7"], "7%"), ("%@ and %@", ["a"], "a and "),
        ("no blank", ["a"], "no blank"), ("100 %", [], "100 "), ("%9$@", ["a"], ""), ("%0$@", ["a"], ""),
        ("%@", ["100% %@"], "100% %@"),
    ])
    func `fills the blanks and nothing else`(_ text: String, _ values: [String], _ result: String) {
        #expect(Phrase.fill(text, with: values) == result)
    }

    @Test func `names the sign-in methods, and leaves alone the names that it does not know`() {
        #expect(Localizer(.german)(.continueWith("google.com")) == "Weiter mit Google")
        #expect(Localizer(.german)(.continueWith("phone")) == "Weiter mit Telefon")
        #expect(Localizer(.german)(.continueWith("oidc.acme")) == "Weiter mit oidc.acme")
    }

    @Test func `keeps an address readable in a text of the other direction`() {
        let text = Localizer(.arabic)(.emailLinkSent(to: "eve@example.com"))
        #expect(text.contains("\u{2068}eve@example.com\u{2069}"))
        #expect(Localizer(.english)(.emailLinkSent(to: "eve@example.com")).contains(" eve@example.com."))
    }

    @Test func `prints no address`() {
        let message = Message.resetSent(to: "eve@example.com")
        var dumped = ""
        dump(message, to: &dumped)
        #expect(!(dumped + "\(message)" + String(reflecting: message)).contains("eve"))
    }
}
