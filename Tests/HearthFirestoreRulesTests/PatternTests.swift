import Testing

@testable import HearthFirestoreRules

/// Answers known from the documentation of RE2.
@Suite("Patterns")
struct PatternTests {
    private func matches(_ pattern: String, _ text: String) throws -> Bool {
        var budget = RulesBudget()
        var matcher = PatternMatcher(try PatternProgram(pattern), Array(text.unicodeScalars))
        return try matcher.matchesAll(&budget)
    }

    @Test(
        arguments: [
            ("hello", "hello", true), ("hello", "hello world", false), (".*world", "hello world", true),
            ("[a-z]+[0-9]+", "abc123", true), ("[a-z]+[0-9]+", "abc123!", false),
            (".*@acme\\.com", "alice@acme.com", true), (".*@acme\\.com", "alice@acmeXcom", false),
            ("", "", true), ("", "a", false), ("a|b|", "", true), ("a|bc|d", "bc", true), ("a|bc|d", "abc", false),
            ("(ab)*", "ababab", true), ("(ab)*", "aba", false), ("(a*)*", "aaaa", true), ("(a|a)*b", "aaaab", true),
            ("a{2}", "aa", true), ("a{2}", "aaa", false), ("a{2,}", "aaaa", true), ("a{2,3}", "aaaa", false),
            ("a{,3}", "a{,3}", true), ("a{0}", "", true), ("x{2}{", "xx{", true),
            (".", "\n", false), ("(?s).", "\n", true), ("[^a]", "\n", true), ("(?s:.)x", "\nx", true),
            ("(?i)straße", "STRAßE", true), ("(?i)k", "K", true), ("(?i)[^k]", "K", false), ("(?i:a)b", "Ab", true),
            ("(?i:a)b", "AB", false), ("a(?i)b|c", "aB", true), ("a(?i)b|c", "C", true),
            ("\\d+\\s\\w+", "42 a_1", true), ("\\D\\S\\W", "a!-", true), ("[\\d\\-x]+", "1-x", true),
            ("[^\\D]", "5", true), ("[]a]+", "]a", true), ("[a-]+", "a-", true), ("[-a]+", "a-", true),
            ("[[:alpha:]]+", "abc", true), ("[[:^alpha:]]+", "123", true), ("[[:word:]]", "_", true),
            ("[[a]", "[", true),
            ("\\pL+", "aé漢", true), ("\\p{Lu}", "a", false), ("\\PL", "1", true), ("[\\p{Nd}x]+", "٣x", true),
            ("^a$", "a", true), ("\\Aa\\z", "a", true), ("a\\b.b", "a b", true), ("a\\Bb", "ab", true),
            ("a\\bb", "ab", false), ("(?m)a$\n^b", "a\nb", true), ("a$\n^b", "a\nb", false),
            ("(?P<n>a)(?<m>b)", "ab", true), ("(?:a|b)+?", "abba", true), ("\\x41\\x{1F600}\\101", "A😀A", true),
            ("\\Qa.b*\\E+", "a.b***", true), ("😀", "😀", true), (".", "😀", true), ("..", "😀", false),
            ("e\u{301}", "é", false), ("\\.\\/\\@", "./@", true), ("(?U)a*", "aaa", true), ("(|a)+", "aa", true),
        ] as [(String, String, Bool)]
    )
    func `matches the whole text or not`(_ pattern: String, _ text: String, _ expected: Bool) throws {
        #expect(try matches(pattern, text) == expected)
    }

    @Test(
        arguments: [
            "{2}", "a|{1,}", "a*{2}", "a+?{1,}",
            "(", ")", "a)", "[", "[a", "[z-a]", "*", "+a", "a**", "a+*", "(?=a)", "(?!a)", "(?<=a)", "(?<!a)", "(a)\\1",
            "\\", "\\8", "\\q", "\\p{Foo}", "\\pX", "[[:foo:]]", "a{1001}", "a{3,2}", "((a{1000}){1000})", "(?z)a",
            "\\x{110000}", "\\x{zz}", "(?P<>a)", "\\xg1",
        ]
    )
    func `refuses what RE2 refuses`(_ pattern: String) {
        #expect(throws: PatternError.self) { try PatternProgram(pattern) }
    }

    @Test(
        arguments: [
            ("a", "banana", [1..<2, 3..<4, 5..<6]), ("ana", "banana", [1..<4]), ("a*", "baac", [0..<0, 1..<3, 4..<4]),
            ("", "ab", [0..<0, 1..<1, 2..<2]), ("a|ab", "ab", [0..<1]), ("ab|a", "ab", [0..<2]),
            ("a+?", "aaa", [0..<1, 1..<2, 2..<3]), ("x", "abc", []), ("^a", "aaa", [0..<1]),
            ("\\b", "ab c", [0..<0, 2..<2, 3..<3, 4..<4]),
            ("(a|b)+c|b", "abbd bc", [1..<2, 2..<3, 5..<7]),
        ] as [(String, String, [Range<Int>])]
    )
    func `finds all matches from left to right`(_ pattern: String, _ text: String, _ expected: [Range<Int>]) throws {
        var budget = RulesBudget()
        var matcher = PatternMatcher(try PatternProgram(pattern), Array(text.unicodeScalars))
        #expect(try matcher.allMatches(&budget) == expected)
    }

    @Test(arguments: ["(a+)+b", "(a|a)*b", "(a*)*b", "(a|aa)+b", "(.*)(.*)(.*)(.*)(.*)b"])
    func `takes linear time where backtracking takes exponential time`(_ pattern: String) throws {
        #expect(try !matches(pattern, String(repeating: "a", count: 5000)))
    }

    @Test func `gives up when the steps are used up`() {
        #expect(throws: EvaluationStop.self) {
            try matches(".*(x?){400}y", String(repeating: "x", count: 20_000))
        }
    }
}
