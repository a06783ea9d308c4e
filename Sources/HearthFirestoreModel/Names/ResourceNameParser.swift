internal import HearthCore

/// Reads names, and tells at which byte of the whole name one is wrong.
struct ResourceNameParser {
    private let text: String
    private let kind: String
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String, kind: String) {
        self.text = text
        self.kind = kind
        bytes = Array(text.utf8)
    }

    /// Reads `projects/{project}/databases/{database}`.
    mutating func database() throws(FirestoreError) -> DatabaseName {
        try literal("projects")
        try slash()
        let project = try id("a project id")
        try slash()
        try literal("databases")
        try slash()
        return DatabaseName(project: project, database: try id("a database id"))
    }

    /// Reads the name of a database and `/documents`.
    mutating func documents() throws(FirestoreError) -> DatabaseName {
        let database = try database()
        try slash()
        try literal("documents")
        return database
    }

    /// Reads the path of a document.
    mutating func path(mayBeRoot: Bool) throws(FirestoreError) -> ResourcePath {
        var segments: [String] = []
        if mayBeRoot, position == bytes.count { return .root }
        repeat {
            try separator()
            let collection = try segment("a collection id")
            try ResourceID.checkCollection(collection)
            try separator()
            let document = try segment("a resource id")
            try ResourceID.checkDocument(document)
            segments.append(collection)
            segments.append(document)
        } while position < bytes.count
        guard bytes.count <= ResourceName.maximumLength else {
            throw .invalid("\(kind) is longer than \(ResourceName.maximumLength) bytes.")
        }
        guard segments.count / 2 <= ResourceName.maximumDepth else {
            throw .invalid("\(kind) has more than \(ResourceName.maximumDepth) levels of collections.")
        }
        return ResourcePath(segments)
    }

    /// Refuses what follows a whole name.
    func finish() throws(FirestoreError) {
        guard position == bytes.count else { throw failure("has more than a database's name at index \(position)") }
    }

    private mutating func literal(_ word: String) throws(FirestoreError) {
        let end = position + word.utf8.count
        guard bytes[position...].starts(with: word.utf8), end == bytes.count || bytes[end] == UInt8(ascii: "/") else {
            throw failure("lacks \"\(word)\" at index \(position)")
        }
        position = end
    }

    private mutating func slash() throws(FirestoreError) {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "/") else {
            throw failure("lacks \"/\" at index \(position)")
        }
        position += 1
    }

    /// A slash that something follows.
    private mutating func separator() throws(FirestoreError) {
        try slash()
        if position == bytes.count { throw failure("has invalid trailing \"/\"") }
    }

    private mutating func id(_ what: String) throws(FirestoreError) -> String {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "/") { position += 1 }
        guard position > start, let id = String(utf8Bytes: bytes[start..<position]) else {
            throw failure("lacks \(what) at index \(start)")
        }
        return id
    }

    private mutating func segment(_ what: String) throws(FirestoreError) -> String {
        let start = position
        let segment = try id(what)
        if segment == "." || segment == ".." {
            throw failure("contains a resource id \"\(segment)\" at index \(start)")
        }
        return segment
    }

    private func failure(_ what: String) -> FirestoreError {
        .invalid("\(kind) \"\(text)\" \(what).")
    }
}
