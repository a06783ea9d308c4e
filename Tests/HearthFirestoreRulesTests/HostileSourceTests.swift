import FirestoreSamples
import HearthFirestoreModel
import Testing

@testable import HearthFirestoreRules

@Suite("Hostile sources")
struct HostileSourceTests {
    private static let seedSource = """
        rules_version = '2';
        function all(a, b) { let c = a && b; return c; }
        service cloud.firestore {
          match /databases/{database}/documents {
            match /users/{user}/{rest=**} {
              function self() { return request.auth != null && request.auth.uid == user; }
              allow read, write: if self() || 'a\\x41b'.matches('^(a|b)+[c-d]{1,3}$') ? true : !false;
              allow get: if get(/databases/$(database)/documents/a/$(user)).data.x[0:2].size() in [1, 2.5e3, b'\\xff'];
              allow list: if resource.data.diff({'a': {b: 1}}).affectedKeys().hasOnly(['a'].toSet()) is bool;
              allow update: if timestamp.date(2020, 1, 2) + duration.value(1, 'd') > request.time /* c */ // d
                && hashing.md5('x').toHexString() == '' && -math.abs(1 - 2 * 3 / 4 % 5) <= 0;
            }
          }
        }
        """

    private static let fragments = [
        "{", "}", "(", ")", "[", "]", ";", ",", ":", "?", "&&", "||", "!", "==", "=", "/", "//", "/*", "*/", "$(", "$",
        "'", "\"",
        "\\", "b'", "0", "9", ".", "1e", "in", "is", "let", "return", "match", "allow", "if", "service", "function",
        "null",
        "true", "{x=**}", "/{a}", "\n", "\u{0}", "é", "😀", "\u{301}", "((((((((", "]]]]", "a.b.c(", "!!!!!!!!",
        "- - - ",
    ]

    /// Neither crashes nor hangs; what is accepted prints to the same tree, and its rules come to an end.
    private func survives(_ source: String) throws {
        let (file, issues) = Parser.parse(source)
        guard !issues.hasErrors else {
            #expect(throws: RulesetError.self) { try Ruleset(source) }
            return
        }
        let (again, others) = Parser.parse(Printer.print(file))
        #expect(!others.hasErrors && again == file, "\(source)\n→\n\(Printer.print(file))\n\(others.sorted)")
        guard let ruleset = try? Ruleset(source) else { return }
        var rules = Rules(ruleset)
        rules.coverage = ruleset.makeCoverage()
        _ = rules.get("users/alice/b/c", ["x": [1, 2]])
        _ = rules.update("users/alice", from: ["a": 1], to: ["a": 2])
        _ = try rules.list(.init("posts", below: "users/alice", group: true))
        _ = rules.coverage?.report()
    }

    @Test func `survives any change of a source`() throws {
        let original = Array(Self.seedSource.unicodeScalars)
        var accepted = 0
        for seed in 0..<UInt64(LongRuns.count(3000, long: 100_000)) {
            var random = RuleGenerator(seed: seed)
            var scalars = original
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let position = Int.random(in: 0..<scalars.count, using: &random)
                let end = min(scalars.count, position + Int.random(in: 0..<6, using: &random))
                switch Int.random(in: 0..<4, using: &random) {
                case 0: scalars.removeSubrange(position..<end)
                case 1: scalars.insert(contentsOf: random.pick(Self.fragments).unicodeScalars, at: position)
                case 2: scalars.replaceSubrange(position..<end, with: random.pick(Self.fragments).unicodeScalars)
                default:
                    let from = Int.random(in: 0..<scalars.count, using: &random)
                    let to = min(scalars.count, from + 20)
                    scalars.insert(contentsOf: Array(scalars[from..<to]), at: position)
                }
            }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            try survives(String(text))
            if !Parser.parse(String(text)).issues.hasErrors { accepted += 1 }
        }
        #expect(accepted > 50)
    }

    @Test func `survives random text`() throws {
        for seed in 0..<UInt64(LongRuns.count(1000, long: 20_000)) {
            var random = RuleGenerator(seed: seed)
            let text = (0..<Int.random(in: 1..<60, using: &random)).map { _ in random.pick(Self.fragments) }.joined()
            try survives(text)
            try survives(Rules.file("match /a/{b} { allow read: if \(text); }"))
        }
    }

    @Test func `survives random regular expressions`() throws {
        let pieces = [
            "a", "b", ".", "*", "+", "?", "{2}", "{1,}", "{0,3}", "(", ")", "(?:", "(?i)", "|", "[", "]", "[^", "-",
            "\\d",
            "\\b", "\\", "^", "$", "[[:alpha:]]", "\\pL", "\\x{1F600}", "\\Q", "\\E", "é", "(?s-i:",
        ]
        for seed in 0..<UInt64(LongRuns.count(3000, long: 50_000)) {
            var random = RuleGenerator(seed: seed)
            let text = (0..<Int.random(in: 1..<14, using: &random)).map { _ in random.pick(pieces) }.joined()
            guard let program = try? PatternProgram(text) else { continue }
            var budget = RulesBudget()
            var matcher = PatternMatcher(program, Array("aab ab1é😀\nba".unicodeScalars))
            _ = try? matcher.matchesAll(&budget)
            _ = try? matcher.allMatches(&budget)
        }
    }
}
