import HearthTestSupport
import Testing

@testable import HearthAuth

@Suite("Attempts without an answer")
struct UnansweredAttemptsTests {
    @Test func `are known again until the service answers`() {
        let attempts = UnansweredAttempts()
        let attempt = Attempt("createUser", ["", "eve@example.com", "correct horse"])
        #expect(!attempts.begin(attempt))
        #expect(attempts.begin(attempt))
        #expect(attempts.begin(Attempt("createUser", ["", "eve@example.com", "correct horse"])))
        attempts.end(attempt)
        #expect(!attempts.begin(attempt))
        attempts.end(Attempt("link", []))
        #expect(attempts.begin(attempt))
    }

    @Test func `differ by everything that was sent, wherever it was cut`() {
        let parts: [(String, [String])] = [
            ("link", ["ab", "c"]), ("link", ["a", "bc"]), ("link", ["abc"]), ("link", ["abc", ""]),
            ("link", ["", "abc"]),
            ("linka", ["bc"]), ("link", ["ab", "c", ""]), ("link", []), ("link", ["1:a"]), ("link", ["1", "a"]),
            // Canonically the same text, and other bytes.
            ("link", ["\u{E9}"]), ("link", ["e\u{301}"]), ("link", ["\0"]), ("link", ["\0\0"]),
        ]
        #expect(Set(parts.map { Attempt($0.0, $0.1) }).count == parts.count)
    }

    @Test func `are sixteen at most, of which the oldest are forgotten`() {
        let attempts = UnansweredAttempts()
        for number in 0..<16 { #expect(!attempts.begin(Attempt("link", ["\(number)"]))) }
        for number in 0..<16 { #expect(attempts.begin(Attempt("link", ["\(number)"]))) }
        #expect(!attempts.begin(Attempt("link", ["16"])))
        #expect(attempts.begin(Attempt("link", ["1"])))
        #expect(!attempts.begin(Attempt("link", ["0"])))
    }

    @Test func `are one among many that begin at once`() async {
        let attempts = UnansweredAttempts()
        let first = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 { group.addTask { !attempts.begin(Attempt("link", ["a"])) } }
            return await group.reduce(into: 0) { if $1 { $0 += 1 } }
        }
        #expect(first == 1)
    }
}
