import Testing

@testable import hearth

@Suite("Texts in a terminal's columns")
struct TextColumnsTests {
    @Test(
        arguments: [
            ("", 10, [""]),
            ("one two", 7, ["one two"]),
            ("one two", 6, ["one", "two"]),
            ("one two three", 8, ["one two", "three"]),
            ("one  two", 5, ["one", "two"]),
            ("  one two", 7, ["  one", "two"]),
            ("one\n\ntwo three", 5, ["one", "", "two", "three"]),
            // An address that does not fit is not broken: it is there to be copied.
            ("see https://example.com/long/way now", 10, ["see", "https://example.com/long/way", "now"]),
            // Two columns a character, and no line begins with a full stop.
            ("数字を入力。", 8, ["数字を入", "力。"]),
            ("数字を入力。", 10, ["数字を入", "力。"]),
            ("数字を入力。", 12, ["数字を入力。"]),
            ("e\u{301}te\u{301} fini", 8, ["e\u{301}te\u{301} fini"]),
        ] as [(String, Int, [String])]
    )
    func `breaks at spaces, and between characters of East Asia`(_ text: String, _ width: Int, _ lines: [String]) {
        #expect(TextColumns.wrap(text, to: width) == lines)
    }

    @Test func `leaves every line as it is where there is no width`() {
        let long = String(repeating: "word ", count: 100)
        #expect(TextColumns.wrap(long, to: nil) == [long])
    }

    @Test(
        arguments: [
            ("short", 5, "short"), ("longer", 5, "lo…er"), ("longest", 6, "lon…st"), ("longer", 1, "…"),
            ("longer", 2, "l…"), ("数字を入力", 7, "数…力"), ("数字を入力", 10, "数字を入力"),
        ] as [(String, Int, String)]
    )
    func `leaves out the middle of what is too long`(_ text: String, _ width: Int, _ cut: String) {
        #expect(TextColumns.cut(text, to: width) == cut)
        #expect(TextColumns.count(TextColumns.cut(text, to: width)) <= width)
        #expect(TextColumns.cut(text, to: nil) == text)
    }

    @Test func `pads by columns`() {
        #expect(TextColumns.pad("数", to: 4) == "数  " && TextColumns.pad("long", to: 2) == "long")
    }
}
