internal import HearthJSON
internal import HearthWire

/// The list of members that an update changes, as
/// [AIP-161](https://google.aip.dev/161) has it: paths with dots, separated by commas.
struct FieldMask: Sendable {
    private let paths: [[String]]

    /// Reads a mask; names may be in snake case.
    ///
    /// - Parameters:
    ///   - text: The mask.
    ///   - roots: The names with which a path may begin.
    /// - Throws: `APIError` if a path begins with another name.
    init(_ text: String, roots: Set<String>) throws(APIError) {
        paths = text.split(separator: ",").map { path in
            path.split(separator: ".").map { RequestReader.camelCased(String($0)) }
        }
        for path in paths {
            guard let root = path.first, roots.contains(root) else {
                throw .invalidArgument("updateMask: '\(path.joined(separator: "."))' cannot be changed here")
            }
        }
    }

    /// Reads a mask for a message; names may be in snake case.
    ///
    /// - Parameters:
    ///   - text: The mask; `nil`, empty or `*` for every member.
    ///   - type: The message.
    ///   - refusesUnknown: Whether a path to no member is an error, rather than passed over.
    /// - Throws: `APIError` if a path leads to no member.
    init(
        _ text: String?,
        of type: any Message.Type,
        refusesUnknown: Bool
    ) throws(APIError) {
        var paths: [[String]] = []
        if let text, !text.isEmpty, text != "*" {
            for path in text.split(separator: ",") {
                let names = path.split(separator: ".").map { RequestReader.camelCased(String($0)) }
                if let found = MessageShape.resolve(names, in: type) {
                    paths.append(found)
                } else if refusesUnknown {
                    throw .invalidArgument("updateMask: '\(path)' is not a member")
                }
            }
        } else {
            paths = MessageShape.members(of: type).map { [$0] }
        }
        self.paths = paths
    }

    /// Puts what the mask names in place; what the update does not have is removed.
    func apply(_ update: JSONObject, to document: inout JSONObject) {
        for path in paths { Self.copy(path[...], from: update, to: &document) }
    }

    private static func copy(_ path: ArraySlice<String>, from update: JSONObject?, to document: inout JSONObject) {
        guard let name = path.first else { return }
        guard path.count > 1 else {
            document[name] = update?[name]
            return
        }
        var part = document[name]?.object ?? JSONObject()
        copy(path.dropFirst(), from: update?[name]?.object, to: &part)
        document[name] = .object(part)
    }
}
