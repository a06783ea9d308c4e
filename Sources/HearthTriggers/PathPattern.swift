/// Which paths a trigger is for, and what it calls their parts.
///
/// `users/{user}/orders/{order}`: `{name}` stands for one segment, `{name=**}` for any number of them, `*` and `**` for
/// the same without a name; within a segment, `*` stands for any text.
public struct PathPattern: Sendable, Hashable {
    /// A pattern that cannot be read.
    public struct Malformed: Error, Sendable, Hashable, CustomStringConvertible {
        /// The pattern.
        public let text: String

        /// What is wrong and what to write, for the developer.
        public var description: String {
            "'\(text)' is no pattern of paths. Write for example 'users/{user}', with at most one '**'."
        }
    }

    private enum Part: Sendable, Hashable {
        /// A literal, in which stars stand for any text.
        case segment(String)
        case one(String)
        case any(String)
    }

    /// The pattern as it was written.
    public let text: String
    /// How many segments a path of this pattern has; `nil` if that is not always the same.
    public let segmentCount: Int?
    private let parts: [Part]

    /// Reads a pattern.
    ///
    /// - Parameter text: The pattern.
    /// - Throws: ``Malformed``.
    public init(_ text: String) throws(Malformed) {
        var parts: [Part] = []
        for segment in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let part = Self.part(Substring(segment)) else { throw Malformed(text: text) }
            parts.append(part)
        }
        let anys = parts.count { if case .any = $0 { true } else { false } }
        let names = parts.compactMap { part -> String? in
            switch part {
            case .one(let name), .any(let name): name.isEmpty ? nil : name
            case .segment: nil
            }
        }
        guard anys <= 1, Set(names).count == names.count else { throw Malformed(text: text) }
        self.text = text
        self.parts = parts
        segmentCount = anys == 0 ? parts.count : nil
    }

    /// What the names of the pattern stand for in a path; `nil` if the path is not one of the pattern.
    ///
    /// - Parameter path: The path.
    /// - Returns: The parts by their names.
    public func match(_ path: String) -> [String: String]? {
        // By bytes: a segment may begin with a mark that Swift's characters take together with the slash before it.
        Self.match(parts[...], path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }[...])
    }

    private static func match(_ parts: ArraySlice<Part>, _ path: ArraySlice<Substring>) -> [String: String]? {
        guard let part = parts.first else { return path.isEmpty ? [:] : nil }
        let rest = parts.dropFirst()
        switch part {
        case .segment(let text):
            guard let first = path.first, matches(text.utf8[...], first.utf8) else { return nil }
            return match(rest, path.dropFirst())
        case .one(let name):
            guard let first = path.first, var found = match(rest, path.dropFirst()) else { return nil }
            if !name.isEmpty { found[name] = String(first) }
            return found
        case .any(let name):
            // There is one of this kind: the parts after it are matched at the path's end.
            let count = path.count - rest.count
            guard count >= 0, var found = match(rest, path.dropFirst(count)) else { return nil }
            if !name.isEmpty { found[name] = path.prefix(count).joined(separator: "/") }
            return found
        }
    }

    /// Whether a text is one of a literal with stars.
    private static func matches(_ pattern: Substring.UTF8View, _ text: Substring.UTF8View) -> Bool {
        let pieces = pattern.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
        guard pieces.count > 1 else { return pattern.elementsEqual(text) }
        guard let first = pieces.first, let last = pieces.last, text.count >= first.count + last.count,
            text.starts(with: first), text.suffix(last.count).elementsEqual(last)
        else { return false }
        var rest = text.dropFirst(first.count).dropLast(last.count)
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let found = rest.firstRange(of: piece) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }

    private static func part(_ segment: Substring) -> Part? {
        switch segment {
        case "": return nil
        case "*": return .one("")
        case "**": return .any("")
        default: break
        }
        guard segment.hasPrefix("{") else {
            return segment.contains("{") || segment.contains("}") || segment.contains("**")
                ? nil : .segment(String(segment))
        }
        guard segment.hasSuffix("}") else { return nil }
        let halves = segment.dropFirst().dropLast().split(separator: "=", omittingEmptySubsequences: false)
        let name = String(halves[0])
        guard !name.isEmpty, name.utf8.allSatisfy(isNameByte) else { return nil }
        switch halves.count == 2 ? halves[1] : "*" {
        case "*" where halves.count <= 2: return .one(name)
        case "**" where halves.count == 2: return .any(name)
        default: return nil
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
