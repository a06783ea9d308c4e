import HearthFirestoreModel

/// A path of the rules language, for example `/databases/(default)/documents/users/alice`.
struct RulesPath: Sendable {
    let segments: [String]
    /// What `bind` put in place of names.
    var bindings = RulesMap(ascending: [])

    init(_ segments: [String]) {
        self.segments = segments
    }

    /// The path of a document, which leaves the project out.
    init(_ name: ResourceName) {
        self.init(database: name.database.database, path: name.path)
    }

    init(database: String, path: ResourcePath) {
        segments = ["databases", database, "documents"] + path.segments
    }

    /// Reads text; a slash at the start does not matter.
    ///
    /// - Parameter text: Segments separated by slashes; the result is `nil` if one is empty.
    init?(text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let segments = parts.first?.isEmpty == true ? parts.dropFirst() : parts[...]
        guard !segments.isEmpty, segments.allSatisfy({ !$0.isEmpty }) else { return nil }
        self.segments = segments.map { String(Substring($0)) }
    }

    /// Where in a database a document of this name is; `nil` if the path is none of a document of the database.
    func document(in database: String) -> ResourcePath? {
        guard segments.count > 4, segments.count % 2 == 1, segments[0] == "databases",
            segments[1].hasSameBytes(as: database), segments[2] == "documents"
        else { return nil }
        return ResourcePath(Array(segments[3...]))
    }

    var text: String {
        segments.map { "/" + $0 }.joined()
    }

    /// Replaces segments of the form `{name}`.
    ///
    /// - Parameter map: Strings by name.
    /// - Returns: The path, or `nil` if a name has no string.
    func bind(_ map: RulesMap) -> RulesPath? {
        var bound: [String] = []
        for segment in segments {
            guard segment.hasPrefix("{"), segment.hasSuffix("}"), segment.utf8.count > 2 else {
                bound.append(segment)
                continue
            }
            let value = map[String(segment.dropFirst().dropLast())]
            guard case .string(let text)? = value, !text.isEmpty, !text.utf8.contains(UInt8(ascii: "/")) else {
                return nil
            }
            bound.append(text)
        }
        var path = RulesPath(bound)
        path.bindings = map
        return path
    }
}
