public import HearthFirestoreModel

/// Where rules find the documents that `get` and `exists` ask for.
///
/// Asked synchronously, because rules are evaluated inside the transaction that they guard: what they read cannot change
/// before the write happens. Each document is asked for once per request.
public protocol DocumentLookup {
    /// The error that ends the evaluation if a document cannot be read.
    associatedtype Failure: Error

    /// The document as it is before the request.
    ///
    /// - Parameter path: The path of a document in the database of the request.
    /// - Returns: The document, or `nil` if there is none.
    /// - Throws: What ends the evaluation.
    func document(at path: ResourcePath) throws(Failure) -> Document?

    /// The document as it will be when all writes of the request are done; for reads, as it is.
    ///
    /// - Parameter path: The path of a document in the database of the request.
    /// - Returns: The document, or `nil` if there will be none.
    /// - Throws: What ends the evaluation.
    func documentAfterCommit(at path: ResourcePath) throws(Failure) -> Document?
}

/// A lookup in a dictionary, for tests and for rules that read nothing.
public struct DocumentTable: DocumentLookup, Sendable {
    private let stored: [ResourcePath: Document]
    private let committed: [ResourcePath: Document]

    /// Holds documents.
    ///
    /// - Parameters:
    ///   - stored: The documents before the request. Defaults to none.
    ///   - committed: The documents after the request. Defaults to those before it.
    public init(_ stored: [Document] = [], afterCommit committed: [Document]? = nil) {
        self.stored = Self.byPath(stored)
        self.committed = committed.map(Self.byPath) ?? self.stored
    }

    private static func byPath(_ documents: [Document]) -> [ResourcePath: Document] {
        Dictionary(documents.map { ($0.name.path, $0) }) { _, last in last }
    }

    /// The document before the request.
    public func document(at path: ResourcePath) throws(Never) -> Document? { stored[path] }

    /// The document after the request.
    public func documentAfterCommit(at path: ResourcePath) throws(Never) -> Document? { committed[path] }
}
