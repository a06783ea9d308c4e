internal import HearthFirestoreModel
internal import HearthHTTP

/// What stands behind `/v1/` in the path of a request about documents.
struct RESTPath {
    /// The name of the database, as text.
    let database: String
    /// The ids behind `documents`, percent-decoded one by one; empty ones stand for slashes too many.
    let segments: [String]
    /// What follows the last colon of a POST.
    let verb: String?

    /// Reads a path that is still percent-encoded; `nil` if it is not about documents.
    ///
    /// A colon is part of an id unless one of the verbs follows it.
    init?(_ path: Substring, verbs: Set<String>) throws(FirestoreError) {
        var parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        guard parts.count >= 7, parts[0].isEmpty, parts[1] == "v1" || parts[1] == "v1beta1", parts[2] == "projects",
            parts[4] == "databases"
        else { return nil }
        var verb: String?
        if let last = parts.last, let colon = last.lastIndex(of: ":") {
            let word = String(last[last.index(after: colon)...])
            if verbs.contains(word) {
                verb = word
                parts[parts.count - 1] = String(last[..<colon])
            }
        }
        guard parts[6] == "documents" else { return nil }
        var decoded: [String] = []
        for part in parts.dropFirst(2) {
            guard let text = PercentEncoding.decode(part) else { throw .invalid("The path is not UTF-8.") }
            if text.utf8.contains(UInt8(ascii: "/")) {
                throw .invalid("Resource id \"\(text)\" is invalid because it contains \"/\".")
            }
            decoded.append(text)
        }
        database = decoded[0..<4].joined(separator: "/")
        segments = Array(decoded.dropFirst(5))
        self.verb = verb
    }

    /// The root of the documents, as text.
    var root: String { database + "/documents" }

    /// Everything that the path names, as text.
    var name: String { ([root] + segments).joined(separator: "/") }

    /// What a list is of, if the path names a collection, or ends with a slash behind a document or the root.
    var collection: (parent: String, id: String)? {
        guard let last = segments.last, segments.count % 2 == 1 else { return nil }
        let parents = segments.dropLast()
        guard parents.allSatisfy({ !$0.isEmpty }) else { return nil }
        return (([root] + parents).joined(separator: "/"), last)
    }

    /// Whether the path names a document.
    var isDocument: Bool { !segments.isEmpty && segments.count % 2 == 0 }
}
