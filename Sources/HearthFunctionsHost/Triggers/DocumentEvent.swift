public import HearthCore
public import HearthJSON
internal import HearthTriggers

/// A change of a document that a function acts on.
public struct DocumentEvent: Sendable {
    /// What happened to the document.
    public enum Change: String, Sendable, Hashable, CaseIterable {
        /// It did not exist before.
        case created
        /// It exists, and is another one than before.
        case updated
        /// It does not exist any more.
        case deleted
    }

    /// Tells this event from every other, also when it is delivered again.
    public let id: String
    /// What happened.
    public let change: Change
    /// The document's path below the database.
    public let path: String
    /// The database, usually `(default)`.
    public let database: String
    /// What the names of the pattern stand for.
    public let params: [String: String]
    /// When it happened.
    public let time: UnixTime
    /// The document's fields before; `nil` if it did not exist.
    ///
    /// Plain JSON: moments are text of RFC 3339, bytes are Base64, references are the full names of documents.
    public let before: JSONObject?
    /// The document's fields after; `nil` if it does not exist any more.
    public let after: JSONObject?

    /// The document before, as a type of yours.
    ///
    /// - Parameter type: The type.
    /// - Returns: The value; `nil` if the document did not exist.
    /// - Throws: `JSONError` if the fields have another shape.
    public func before<Value: Decodable>(as type: Value.Type) throws(JSONError) -> Value? {
        guard let before else { return nil }
        return try JSON.decode(type, from: .object(before))
    }

    /// The document after, as a type of yours.
    ///
    /// - Parameter type: The type.
    /// - Returns: The value; `nil` if the document does not exist any more.
    /// - Throws: `JSONError` if the fields have another shape.
    public func after<Value: Decodable>(as type: Value.Type) throws(JSONError) -> Value? {
        guard let after else { return nil }
        return try JSON.decode(type, from: .object(after))
    }

    init?(_ event: TriggerEvent, _ pattern: PathPattern) {
        guard let change = Change(kind: event.kind), let payload = try? JSON.parse(event.payload),
            let path = payload["path"]?.string, let params = pattern.match(path)
        else { return nil }
        id = event.id
        time = event.time
        self.change = change
        self.path = path
        self.params = params
        database = payload["database"]?.string ?? "(default)"
        before = payload["before"]?.object
        after = payload["after"]?.object
    }
}

extension DocumentEvent.Change {
    private static let prefix = "google.cloud.firestore.document.v1."

    /// The change of a kind of events.
    init?(kind: String) {
        guard kind.hasPrefix(Self.prefix) else { return nil }
        self.init(rawValue: String(kind.dropFirst(Self.prefix.count)))
    }

    var kind: String { Self.prefix + rawValue }
}

extension FunctionsHost {
    /// Adds a function that acts on changes of documents.
    ///
    /// Every change is delivered at least once, those of one document in their order. A write that changes nothing is no
    /// change.
    ///
    /// - Parameters:
    ///   - name: Its name. Changes wait under it: keep it when the program is started anew.
    ///   - changes: What it acts on. Defaults to every change.
    ///   - pattern: Which documents, for example `users/{user}`; see `PathPattern`.
    ///   - database: The database. Defaults to `(default)`.
    ///   - retryFor: How long a change is tried again after failures. Defaults to not at all.
    ///   - options: How it runs. Defaults to the usual.
    ///   - body: What it does. It may see a change twice.
    /// - Throws: ``FunctionRegistrationError``.
    public func onDocument(
        _ name: String,
        _ changes: Set<DocumentEvent.Change> = Set(DocumentEvent.Change.allCases),
        of pattern: String,
        database: String = "(default)",
        retryFor: Duration? = nil,
        options: FunctionOptions = .init(),
        _ body: @escaping @Sendable (DocumentEvent) async throws -> Void
    ) throws(FunctionRegistrationError) {
        // Without `**`, every other segment is a document.
        guard let documents = try? PathPattern(pattern), (documents.segmentCount ?? 0) % 2 == 0,
            let subjects = try? PathPattern("\(project)/\(database)/\(pattern)")
        else { throw FunctionRegistrationError(.invalidPattern, pattern) }
        let declaration = TriggerDeclaration(
            function: name,
            kinds: Set(changes.map(\.kind)),
            subjects: subjects,
            retryFor: retryFor
        )
        try add(declaration, options) { event in
            guard let event = DocumentEvent(event, documents) else { return }
            try await body(event)
        }
    }
}
