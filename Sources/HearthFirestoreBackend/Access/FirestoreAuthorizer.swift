package import HearthFirestoreModel
package import HearthFirestoreStore

/// Decides what callers other than administrators may do; security rules are one.
///
/// The checks run inside of a transaction of the store: they look only at what they are given, and do not wait. What is
/// refused is thrown, as ``FirestoreError`` with code `permissionDenied`.
package protocol FirestoreAuthorizer: Sendable {
    /// Grows whenever what is allowed may have changed for all requests, so that open streams ask again.
    var revision: Int { get }

    /// Whether a document may be read; it is as it is answered, or missing.
    func checkGet(
        _ name: ResourceName,
        _ document: Document?,
        _ caller: FirestoreCaller,
        _ read: DocumentReader
    ) throws

    /// Whether everything that a query can find may be read.
    func checkList(_ query: PreparedQuery, _ caller: FirestoreCaller, _ read: DocumentReader) throws

    /// Whether changes may be made, all of them together.
    func checkChanges(_ changes: [PendingChange], _ caller: FirestoreCaller, _ read: DocumentReader) throws
}

extension FirestoreAuthorizer {
    package var revision: Int { 0 }
}

extension FirestoreError {
    /// What a caller is told who may not do what it asks.
    package static let denied = FirestoreError(.permissionDenied, "Missing or insufficient permissions.")
}

/// Allows everything: an emulator without rules.
package struct OpenAuthorizer: FirestoreAuthorizer {
    package init() {}

    package func checkGet(
        _ name: ResourceName,
        _ document: Document?,
        _ caller: FirestoreCaller,
        _ read: DocumentReader
    ) throws {}
    package func checkList(_ query: PreparedQuery, _ caller: FirestoreCaller, _ read: DocumentReader) throws {}
    package func checkChanges(_ changes: [PendingChange], _ caller: FirestoreCaller, _ read: DocumentReader) throws {}
}

/// Allows nothing: a server that has no rules yet serves administrators alone.
package struct AdministratorsOnly: FirestoreAuthorizer {
    package init() {}

    package func checkGet(
        _ name: ResourceName,
        _ document: Document?,
        _ caller: FirestoreCaller,
        _ read: DocumentReader
    ) throws { throw FirestoreError.denied }
    package func checkList(_ query: PreparedQuery, _ caller: FirestoreCaller, _ read: DocumentReader) throws {
        throw FirestoreError.denied
    }
    package func checkChanges(_ changes: [PendingChange], _ caller: FirestoreCaller, _ read: DocumentReader) throws {
        throw FirestoreError.denied
    }
}
