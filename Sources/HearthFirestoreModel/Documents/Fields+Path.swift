extension Fields {
    /// The value at a path; `nil` if a name is missing on the way, or anything but a map is.
    ///
    /// - Parameter path: The path.
    public subscript(path: FieldPath) -> Value? {
        value(path.segments[...])
    }

    private func value(_ segments: ArraySlice<String>) -> Value? {
        guard let first = segments.first, let value = self[first] else { return nil }
        let rest = segments.dropFirst()
        if rest.isEmpty { return value }
        guard case .map(let members) = value else { return nil }
        return members.value(rest)
    }

    /// Puts a value at a path; what is no map on the way is replaced by one.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - path: The path.
    public mutating func set(_ value: Value, at path: FieldPath) {
        set(value, path.segments[...])
    }

    private mutating func set(_ value: Value, _ segments: ArraySlice<String>) {
        guard let first = segments.first else { return }
        let rest = segments.dropFirst()
        if rest.isEmpty {
            self[first] = value
            return
        }
        update(first) { present in
            var members = Fields()
            if case .map(let found) = present { members = found }
            members.set(value, rest)
            present = .map(members)
        }
    }

    /// Removes what is at a path; the maps on the way stay, even if they become empty.
    ///
    /// - Parameter path: The path; nothing happens if it leads nowhere.
    public mutating func remove(at path: FieldPath) {
        remove(path.segments[...])
    }

    private mutating func remove(_ segments: ArraySlice<String>) {
        guard let first = segments.first else { return }
        let rest = segments.dropFirst()
        if rest.isEmpty {
            self[first] = nil
        } else if case .map(var members)? = self[first] {
            members.remove(rest)
            self[first] = .map(members)
        }
    }

    /// Only what is at or below some paths, as a read mask wants it.
    ///
    /// - Parameter paths: The paths.
    /// - Returns: The smaller document; a path that leads nowhere adds nothing.
    public func keeping(_ paths: [FieldPath]) -> Fields {
        var kept = Fields()
        for path in paths {
            if let value = self[path] { kept.set(value, at: path) }
        }
        return kept
    }
}
