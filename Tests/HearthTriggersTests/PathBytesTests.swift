import HearthTriggers
import Testing

/// Names of documents are bytes: what looks alike, or hides a slash from Swift's characters, is another name.
@Suite("Patterns of paths and bytes")
struct PathBytesTests {
    @Test(
        arguments: [
            // A mark that joins the slash before it to one character.
            ("users/{user}", "users/\u{301}x", ["user": "\u{301}x"]), ("users/*", "users/\u{20E3}", [:]),
            ("users/{user}", "users\u{301}/x", nil),
            ("{c}/{d}", "\u{301}a/\u{301}b", ["c": "\u{301}a", "d": "\u{301}b"]),
            ("users/{rest=**}", "users/\u{301}a/\u{301}b", ["rest": "\u{301}a/\u{301}b"]),
            ("\u{301}x/{d}", "\u{301}x/\u{301}", ["d": "\u{301}"]), ("users/\u{301}x", "users/\u{301}x", [:]),
            // The same letter in one code point and in two.
            ("users/\u{E9}", "users/\u{E9}", [:]), ("users/\u{E9}", "users/e\u{301}", nil),
            ("users/e\u{301}*", "users/e\u{301}tude", [:]), ("users/\u{E9}*", "users/e\u{301}tude", nil),
            // A star stands for bytes, within a character too.
            ("users/e*", "users/e\u{301}tude", [:]), ("users/*\u{301}", "users/e\u{301}", [:]),
            ("users/a*b", "users/ab", [:]), ("users/a*a", "users/a", nil), ("users/a*a", "users/aa", [:]),
            ("users/*a*", "users/bab", [:]), ("users/*a*a*", "users/bab", nil), ("users/*ab*b", "users/ab", nil),
            ("users/*ab*b", "users/abb", [:]),
            // A family is five code points and one character; a flag is two.
            ("users/{u}", "users/👩‍👩‍👧", ["u": "👩‍👩‍👧"]), ("users/🇩*", "users/🇩🇪", [:]), ("users/👩*", "users/👩‍👩‍👧", [:]),
            ("users/{u}", "users/\0", ["u": "\0"]), ("users/{u}", "users/a\r\nb", ["u": "a\r\nb"]),
            ("users/a\r*", "users/a\r\nb", [:]),
        ] as [(String, String, [String: String]?)]
    )
    func `a pattern is matched byte by byte`(_ text: String, _ path: String, _ params: [String: String]?) throws {
        let found = try PathPattern(text).match(path)
        #expect(found?.mapValues { Array($0.utf8) } == params?.mapValues { Array($0.utf8) })
    }

    @Test(
        arguments: [
            ("{all=**}", "", ["all": ""]), ("{all=**}", "a", ["all": "a"]), ("a/{all=**}", "a", ["all": ""]),
            ("a/{all=**}/b", "a/b", ["all": ""]), ("a/{all=**}/b", "a", nil),
            ("a/{all=**}/b", "a/x/y/b", ["all": "x/y"]),
            ("a/{all=**}/{x}", "a/1/2", ["all": "1", "x": "2"]), ("{x}/{all=**}/{y}", "1", nil),
            ("a/b", "a/b/c", nil), ("a/b/c", "a/b", nil), ("*/b", "a/b", [:]), ("*", "", nil),
        ] as [(String, String, [String: String]?)]
    )
    func `two stars stand for any number of segments, none included`(
        _ text: String,
        _ path: String,
        _ params: [String: String]?
    ) throws {
        #expect(try PathPattern(text).match(path) == params)
    }

    @Test(arguments: [
        "/", "a/", "a//b", "{}", "{a", "a}", "{a}b", "b{a}", "{a=}", "{a=***}", "{a==*}", "{a=*=*}", "{ä}", "{a b}",
        "{a/b}",
        "{a}/{a}", "{a=**}/{b=**}", "a**", "***", "**a", "{a}}", "{{a}",
    ])
    func `what is no pattern is refused with its text`(_ text: String) {
        let error = #expect(throws: PathPattern.Malformed.self) { try PathPattern(text) }
        #expect(error?.text == text && error?.description.contains("'\(text)'") == true)
    }

    @Test(arguments: [("a/b", 2), ("a/{b}/c/{d}", 4), ("*", 1), ("{a=**}", nil), ("a/**/b", nil)] as [(String, Int?)])
    func `the number of segments is known unless it varies`(_ text: String, _ count: Int?) throws {
        #expect(try PathPattern(text).segmentCount == count)
    }
}
