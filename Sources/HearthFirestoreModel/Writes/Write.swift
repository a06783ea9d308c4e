/// One change of one document.
public struct Write: Sendable, Hashable {
    /// What is done to the document before its transforms.
    public enum Operation: Sendable, Hashable {
        /// The fields replace those of the document, which is created if it is missing; with a mask only those that
        /// the mask names are replaced, and removed if the fields lack them.
        case update(Fields, mask: [FieldPath]?)
        /// The document goes, if it is there.
        case delete
        /// Nothing; only the precondition is checked.
        case verify
        /// Nothing but the transforms; the document is created if it is missing.
        case transform
    }

    /// The document.
    public var name: ResourceName
    /// What is done to it.
    public var operation: Operation
    /// What is done to its fields afterwards, in this order.
    public var transforms: [FieldTransform]
    /// What must hold before.
    public var precondition: Precondition?

    /// Describes a change.
    ///
    /// - Parameters:
    ///   - name: The document.
    ///   - operation: What is done to it.
    ///   - transforms: What is done to its fields afterwards. Defaults to nothing.
    ///   - precondition: What must hold before. Defaults to nothing.
    public init(
        _ name: ResourceName,
        _ operation: Operation,
        transforms: [FieldTransform] = [],
        precondition: Precondition? = nil
    ) {
        self.name = name
        self.operation = operation
        self.transforms = transforms
        self.precondition = precondition
    }

    /// Refuses a write that is wrong whatever is stored.
    ///
    /// - Throws: ``FirestoreError`` with code `invalidArgument`.
    public func check() throws(FirestoreError) {
        if case .update(let fields, let mask) = operation {
            if let mask { try Self.check(mask: mask) }
            try DocumentCheck.check(fields)
            if mask == nil { try Self.checkSize(of: Document(name: name, fields: fields)) }
        }
        if case .verify = operation {
            if precondition == nil { throw .invalid("a verify must contain a precondition") }
            if !transforms.isEmpty { throw .invalid("a verify must not specify a update transform.") }
        }
        if case .delete = operation, !transforms.isEmpty {
            throw .invalid("a delete must not specify a update transform.")
        }
        guard transforms.count <= DocumentLimits.transforms else {
            throw .invalid(
                "A document cannot have more than \(DocumentLimits.transforms) field transforms in a commit."
            )
        }
        for transform in transforms { try transform.check() }
    }

    private static func check(mask: [FieldPath]) throws(FirestoreError) {
        for path in mask {
            for segment in path.segments { try DocumentCheck.checkName(segment) }
        }
        // Sorted, a path stands directly before those below it.
        let sorted = mask.sorted()
        for (path, next) in zip(sorted, sorted.dropFirst()) where next.isAtOrBelow(path) {
            throw .invalid("The update mask contains conflicting paths: \"\(path.text)\" and \"\(next.text)\".")
        }
    }

    static func checkSize(of document: Document) throws(FirestoreError) {
        guard document.storageSize <= DocumentLimits.documentSize else {
            throw .invalid("maximum entity size is \(DocumentLimits.documentSize) bytes")
        }
    }
}
