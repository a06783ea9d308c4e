import Testing

@testable import HearthCore

@Suite("The guesses for a password")
struct GuessCountTests {
    private static func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

    private static func count(_ text: String, own: [String] = []) -> GuessCount.Estimate {
        GuessCount(scalars(text), own: WordTree(own.map(scalars), isPersonal: true)).best
    }

    // Worked out by hand: letters 20, digits 10, what stands between words 4, `!` 8, other scripts 40.
    @Test(
        arguments: [
            ("", 1), ("q", 20), ("zq", 400), ("7", 10), ("70", 100), (" ", 4), ("-_.", 64), ("!", 8), ("é", 40),
            ("#", 20),
            // Three in a row: 20 for which, and how many. Two are two.
            ("xx", 400), ("xxx", 60), ("xxxxxxxxxx", 200), ("###", 60),
            // A sequence of scalars: 15 for which, and how many.
            ("hij", 45), ("jih", 45), ("acegi", 75), ("бвгде", 75), ("hi", 400),
            // A year, and days of eight digits and of six.
            ("1923", 60), ("2039", 60), ("2040", 10_000), ("17031923", 40_000), ("19230317", 40_000),
            ("170331", 40_000),
            ("173399", 1_000_000),
        ] as [(String, Double)]
    )
    func `are counted piece by piece`(_ text: String, _ guesses: Double) {
        #expect(Self.count(text).guesses == guesses)
    }

    @Test func `are those of the cheapest way through the text`() {
        // The word and a letter, and not eight letters.
        #expect(Self.count("zwartjesq", own: ["zwartjes"]).guesses == 4 * 20)
        #expect(Self.count("zw4rtjes", own: ["zwartjes"]).guesses == 8)
        #expect(Self.count("zwartjeszwartjes", own: ["zwartjes"]).guesses == 16)
        // Of two words of which one begins the other, the one that leaves less.
        #expect(Self.count("zwartjes", own: ["zwart", "zwartjes"]).guesses == 4)
        #expect(Self.count("zwartjes", own: ["zwart"]).guesses == 4 * 20 * 20 * 20)
    }

    @Test func `say what was guessed`() {
        #expect(Self.count("zwartjes", own: ["zwartjes"]).kinds == .personal)
        #expect(Self.count("password").kinds == .listed)
        #expect(Self.count("qzxjkvw").kinds == [])
        #expect(Self.count("zwartjespassword", own: ["zwartjes"]).kinds == [.personal, .listed])
        #expect(Self.count("").kinds == [])
    }

    @Test func `grow with every letter that is added to a text without pieces`() {
        let letters = Self.scalars("xkqvzpwmgrbthq")
        var before = 0.0
        for length in 1...letters.count {
            let guesses = GuessCount(Array(letters[..<length]), own: WordTree([], isPersonal: true)).best.guesses
            #expect(guesses > before)
            #expect(guesses <= (0..<length).reduce(1.0) { product, _ in product * 20 })
            before = guesses
        }
    }

    @Test(arguments: ["password", "dragon", "sunshine", "liverpool", "chocolate", "admin", "welcome", "iloveyou"])
    func `hardly grow with what people do to a word`(_ word: String) {
        let changes = [
            word, word.uppercased(), word.capitalized(), word + "1", word + "123", word + "!", "1" + word, word + word,
            String(word.reversed()), word + "2024", word.capitalized() + "2024!",
        ]
        for password in changes { #expect(CommonPasswords.verdict(password) == .common, "\(password)") }
    }

    @Test func `are enough for random letters`() {
        var walk = Walk(state: 800_63)
        let characters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        let context = CommonPasswords.Context(email: "ada@example.com", displayName: "Ada Lovelace")
        for _ in 0..<300 {
            let password = String((0..<16).map { _ in characters[walk.below(characters.count)] })
            #expect(CommonPasswords.verdict(password, context: context) == .acceptable, "\(password)")
            // The same password gets the same answer.
            #expect(CommonPasswords.verdict(password, context: context) == .acceptable)
        }
    }

    @Test func `are counted for what other scripts write, too`() {
        #expect(CommonPasswords.verdict("ПАРОЛЬ") == .common)
        #expect(CommonPasswords.verdict("ＰＡＳＳＷＯＲＤ") == .common)
        #expect(CommonPasswords.verdict("ééééééééééé") == .pattern)
        #expect(CommonPasswords.verdict("e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}") == .pattern)
    }
}

extension String {
    /// The word with its first letter in upper case.
    fileprivate func capitalized() -> String { prefix(1).uppercased() + dropFirst() }
}

@Suite("Words by their letters")
struct WordTreeTests {
    private static func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

    /// What is found at a place: the word's end, its rank, and whether it is disguised.
    private static func matches(_ words: [String], _ text: String, from start: Int = 0) -> Set<String> {
        var found: Set<String> = []
        let tree = WordTree(words.map(scalars), isPersonal: false)
        tree.matches(in: scalars(text), from: start) {
            found.insert("\($0.end) \($0.rank)\($0.isDisguised ? " disguised" : "")")
        }
        return found
    }

    @Test(
        arguments: [
            (["cat"], "cat", 0, ["3 0"]), (["cat", "ca", "catalog"], "catalogue", 0, ["2 1", "3 0", "7 2"]),
            (["cat"], "a cat", 2, ["5 0"]), (["cat"], "ca", 0, []), (["cat"], "dog", 0, []), (["cat"], "", 0, []),
            // The first of two equal words counts: it is the more usual one.
            (["cat", "dog", "cat"], "cat", 0, ["3 0"]), (["", "cat"], "cat", 0, ["3 1"]), ([], "cat", 0, []),
            (["c4t"], "c4t", 0, ["3 0"]), (["пар"], "пароль", 0, ["3 0"]),
        ] as [([String], String, Int, Set<String>)]
    )
    func `are found where they begin`(_ words: [String], _ text: String, _ start: Int, _ found: Set<String>) {
        #expect(Self.matches(words, text, from: start) == found)
    }

    @Test(
        arguments: [
            (["cat"], "c4t", ["3 0 disguised"]), (["cat"], "(@+", ["3 0 disguised"]),
            (["cat"], "c@t", ["3 0 disguised"]),
            // `1` is written for two letters, and both words are found.
            (["hit", "hlt"], "h1t", ["3 0 disguised", "3 1 disguised"]),
            (["hit", "hlt"], "h|7", ["3 0 disguised", "3 1 disguised"]),
            // As it is, and as another word in disguise.
            (["h1t", "hit"], "h1t", ["3 0", "3 1 disguised"]), (["boss"], "8055", ["4 0 disguised"]),
            (["gas"], "6a5", ["3 0 disguised"]), (["cat"], "c5t", []), (["c4t"], "cat", []),
        ] as [([String], String, Set<String>)]
    )
    func `are found behind digits and symbols`(_ words: [String], _ text: String, _ found: Set<String>) {
        #expect(Self.matches(words, text) == found)
    }

    @Test func `are found in a tree as wide as a text of ones`() {
        // Each way to read ones as i and l: a walk that took every way for every place would not end.
        let words = (0..<4096).map { number in
            String((0..<12).map { bit in number >> bit & 1 == 0 ? "i" : "l" })
        }
        #expect(Self.matches(words, String(repeating: "1", count: 64)).count == 4096)
    }
}
