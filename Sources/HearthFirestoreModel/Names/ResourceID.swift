/// The rules for ids of collections and documents.
enum ResourceID {
    /// The longest id, in bytes of UTF-8.
    static let maximumLength = 1500

    /// The number in an id of the form `__id5__`, which only documents that came from Datastore have.
    static func number(of id: String) -> Int64? {
        let bytes = id.utf8
        guard bytes.count >= 7, bytes.starts(with: "__id".utf8) else { return nil }
        guard let number = Int64(id.dropFirst(4).dropLast(2)), text(of: number).hasSameBytes(as: id) else { return nil }
        return number
    }

    static func text(of number: Int64) -> String { "__id\(number)__" }

    /// Whether an id is of the form `__…__`, which the server keeps for itself.
    static func isReserved(_ id: String) -> Bool {
        let bytes = id.utf8
        return bytes.count >= 4 && bytes.starts(with: "__".utf8) && bytes.suffix(2).elementsEqual("__".utf8)
    }

    /// Refuses what is no id of a document, dots aside: the message for those names the place.
    static func checkDocument(_ id: String) throws(FirestoreError) {
        guard id.utf8.count <= maximumLength else {
            throw .invalid("The key path element name is longer than \(maximumLength) bytes.")
        }
        guard isReserved(id), number(of: id) == nil else { return }
        guard id.utf8.starts(with: "__id".utf8) else { throw reserved("Resource", id) }
        throw .invalid(
            "A long document ID string must be formatted like '__id{LONG}__', where LONG is a 64-bit integer. "
                + "Found: '\(id)'."
        )
    }

    /// Refuses what is no id of a collection, dots aside.
    static func checkCollection(_ id: String) throws(FirestoreError) {
        guard id.utf8.count <= maximumLength else {
            throw .invalid("The key path element kind is longer than \(maximumLength) bytes.")
        }
        if isReserved(id) { throw reserved("Resource", id) }
    }

    static func reserved(_ kind: String, _ id: String) -> FirestoreError {
        .invalid("\(kind) id \"\(id)\" is invalid because it is reserved.")
    }
}

extension ResourcePath {
    /// Checks an id that stands alone, as the collection of a query or of a document to be created.
    ///
    /// - Parameter id: The id.
    /// - Throws: ``FirestoreError`` with code `invalidArgument` if it is empty, holds a slash, or is reserved.
    public static func checkCollectionID(_ id: String) throws(FirestoreError) {
        try checkLoneID(id, "Collection")
        try ResourceID.checkCollection(id)
    }

    /// Checks the id of a document to be created.
    ///
    /// - Parameter id: The id.
    /// - Throws: ``FirestoreError`` with code `invalidArgument` if it is empty, holds a slash, or is reserved.
    public static func checkDocumentID(_ id: String) throws(FirestoreError) {
        try checkLoneID(id, "Document")
        try ResourceID.checkDocument(id)
    }

    private static func checkLoneID(_ id: String, _ kind: String) throws(FirestoreError) {
        if id.isEmpty { throw .invalid("\(kind) id \"\" is invalid because it is empty.") }
        if id.utf8.contains(UInt8(ascii: "/")) {
            throw .invalid("\(kind) id \"\(id)\" is invalid because it contains \"/\".")
        }
        if id == "." || id == ".." { throw .invalid("\(kind) id \"\(id)\" is invalid because it is \"\(id)\".") }
        if kind == "Collection", ResourceID.isReserved(id) { throw ResourceID.reserved(kind, id) }
    }
}
