import Testing

@testable import HearthFirestoreRules

/// Random matches, against a search that tries every way to lay them over a path.
@Suite("Paths of matches")
struct PathModelTests {
    private enum Segment {
        case literal(String)
        case one(String)
        case many(String)

        var text: String {
            switch self {
            case .literal(let text): text
            case .one(let name): "{\(name)}"
            case .many(let name): "{\(name)=**}"
            }
        }
    }

    /// What the names are bound to, an earlier glob being as short as it can be; `nil` if nothing fits.
    private static func bindings(
        _ segments: ArraySlice<Segment>,
        _ path: ArraySlice<String>,
        version: Int
    ) -> [String: [String]]? {
        guard let first = segments.first else { return path.isEmpty ? [:] : nil }
        let rest = segments.dropFirst()
        switch first {
        case .literal(let text):
            guard path.first == text else { return nil }
            return bindings(rest, path.dropFirst(), version: version)
        case .one(let name):
            guard let segment = path.first else { return nil }
            return bindings(rest, path.dropFirst(), version: version)?.merging([name: [segment]]) { $1 }
        case .many(let name):
            if version == 1, !rest.isEmpty { return nil }
            let least = version == 1 ? 1 : 0
            guard path.count >= least else { return nil }
            for length in least...path.count {
                if let found = bindings(rest, path.dropFirst(length), version: version) {
                    return found.merging([name: Array(path.prefix(length))]) { $1 }
                }
            }
            return nil
        }
    }

    @Test(arguments: [1, 2]) func `cover what can be laid over, with the names bound`(version: Int) throws {
        var random = SmallRandom(UInt64(version))
        for _ in 0..<300 {
            let segments: [Segment] = (0..<1 + random.below(5)).map { index in
                switch random.below(5) {
                case 0, 1: .literal(random.one(of: ["a", "b"]))
                case 2, 3: .one("x\(index)")
                default: .many("x\(index)")
                }
            }
            // Each segment in a match of its own: a single path may have one glob.
            let path = (0..<2 * (1 + random.below(3))).map { _ in random.one(of: ["a", "b"]) }
            let found = Self.bindings(segments[...], path[...], version: version)
            var conditions = ["true"]
            for (name, bound) in found ?? [:] where !bound.isEmpty {
                let isGlob = segments.contains { if case .many(name) = $0 { true } else { false } }
                conditions.append(
                    isGlob ? "\(name) == path('\(bound.joined(separator: "/"))')" : "\(name) == '\(bound[0])'"
                )
            }
            let inner = "allow get: if \(conditions.joined(separator: " && "));"
            let body = segments.reversed().reduce(inner) { "match /\($1.text) { \($0) }" }
            let source = Rules.file(body).replacing("'2'", with: "'\(version)'")
            let rules = Rules(try Ruleset(source))
            let text = path.joined(separator: "/")
            #expect(rules.get(text).isAllowed == (found != nil), "\(body) over \(text)")
        }
    }
}
