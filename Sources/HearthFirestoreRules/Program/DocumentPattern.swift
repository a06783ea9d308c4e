import HearthFirestoreModel

/// A segment of the path that a pattern is laid over.
enum PathElement {
    case known(String)
    /// Any single segment.
    case unknown
}

/// Lays the pattern of a block over a path.
struct DocumentPattern: Sendable {
    let segments: [PatternSegment]
    /// The version of the language: in version 1 a glob matches at least one segment and ends the pattern.
    let version: Int
    private let globCount: Int

    init(_ segments: [PatternSegment], version: Int) {
        self.segments = segments
        self.version = version
        globCount = segments.count { $0.isGlob }
    }

    /// Whether a pattern begins with `/databases/{database}/documents`; others have no effect.
    static func leadsToDocuments(_ pattern: [PatternSegment]) -> Bool {
        guard pattern.count > 3, case .literal("databases") = pattern[0].kind,
            case .literal("documents") = pattern[2].kind
        else { return false }
        return !pattern[1].isGlob
    }

    /// Matches a path.
    ///
    /// - Returns: What the names of the pattern are bound to, from left to right; `nil` if the path does not match. If
    ///   a pattern with several globs matches in several ways, an earlier glob is the shorter one.
    func bindings(for path: [PathElement]) -> [Outcome]? {
        guard globCount > 0 || segments.count == path.count else { return nil }
        var failed: Set<Int> = []
        guard let lengths = lengths(path, 0, 0, &failed) else { return nil }
        var bindings: [Outcome] = []
        var position = 0
        for (segment, length) in zip(segments, lengths) {
            switch segment.kind {
            case .literal: break
            case .wildcard:
                if case .known(let text) = path[position] { bindings.append(.value(.string(text))) }
                if case .unknown = path[position] { bindings.append(.unknown) }
            case .glob: bindings.append(Self.path(path[position..<position + length]))
            }
            position += length
        }
        return bindings
    }

    /// How many segments of the path each segment of the pattern takes.
    private func lengths(_ path: [PathElement], _ index: Int, _ position: Int, _ failed: inout Set<Int>) -> [Int]? {
        guard index < segments.count else { return position == path.count ? [] : nil }
        let state = index * (path.count + 1) + position
        guard !failed.contains(state) else { return nil }
        if segments[index].isGlob {
            if version == 2 || index == segments.count - 1 {
                var length = version == 2 ? 0 : 1
                while position + length <= path.count {
                    if let rest = lengths(path, index + 1, position + length, &failed) { return [length] + rest }
                    length += 1
                }
            }
        } else if position < path.count, takes(segments[index], path[position]),
            let rest = lengths(path, index + 1, position + 1, &failed)
        {
            return [1] + rest
        }
        // A path is looked at twice from one place only if several globs may have led there.
        if globCount > 1 { failed.insert(state) }
        return nil
    }

    private func takes(_ segment: PatternSegment, _ element: PathElement) -> Bool {
        guard case .literal(let expected) = segment.kind else { return true }
        guard case .known(let text) = element else { return false }
        return text.hasSameBytes(as: expected)
    }

    private static func path(_ elements: ArraySlice<PathElement>) -> Outcome {
        var segments: [String] = []
        for element in elements {
            guard case .known(let text) = element else { return .unknown }
            segments.append(text)
        }
        return .value(.path(RulesPath(segments)))
    }

    /// Matches every path that begins and ends in a given way, whatever is between.
    ///
    /// - Parameters:
    ///   - prefix: The path of a query's parent, from `/databases` on.
    ///   - tail: The collection and the document, of which at least the document is unknown.
    /// - Returns: What the names are bound to; `nil` if there is such a path that does not match. Only version 2
    ///   authorises such queries.
    func bindings(forAllBelow prefix: [PathElement], endingIn tail: [PathElement]) -> [Outcome]? {
        guard version == 2 else { return nil }
        for index in segments.indices where segments[index].isGlob {
            // This glob takes whatever is between the parent and the collection.
            let before = DocumentPattern(Array(segments[..<index]), version: version)
            let after = DocumentPattern(Array(segments[(index + 1)...]), version: version)
            guard let left = (0...prefix.count).lazy.compactMap({ before.bindings(for: Array(prefix[..<$0])) }).first,
                let right = (0...tail.count).lazy.compactMap({ after.bindings(for: Array(tail[$0...])) }).first
            else { continue }
            if globCount == 1 { return left + [.unknown] + right }
            // With several globs a path may be bound in several ways, but for the names before the first one.
            let fixed = segments.prefix { !$0.isGlob }.count { $0.boundName != nil }
            let count = segments.count { $0.boundName != nil }
            return left.prefix(fixed) + Array(repeating: .unknown, count: count - fixed)
        }
        return nil
    }
}
