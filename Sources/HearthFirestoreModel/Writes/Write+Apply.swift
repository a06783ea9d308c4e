/// What a write did, or would do.
public struct WriteOutcome: Sendable, Hashable {
    /// The document afterwards; `nil` if it does not exist.
    public var document: Document?
    /// When the document was changed last, for the answer; `nil` after a delete.
    public var updateTime: Timestamp?
    /// One value for each transform.
    public var transformResults: [Value]
}

extension Write {
    /// Applies the write to a document.
    ///
    /// A document that the write leaves as it was, kinds of numbers included, keeps its update time.
    ///
    /// - Parameters:
    ///   - current: The document as it is stored, with its times; `nil` if it is missing.
    ///   - commitTime: When the commit happens.
    /// - Returns: What became of the document.
    /// - Throws: ``FirestoreError`` if the precondition does not hold, or the document becomes too large or too deep.
    public func apply(to current: Document?, commitTime: Timestamp) throws(FirestoreError) -> WriteOutcome {
        try precondition?.check(current, name)
        var fields = current?.fields ?? [:]
        switch operation {
        case .delete:
            return WriteOutcome(document: nil, updateTime: nil, transformResults: [])
        case .verify:
            // Of a missing document it is known that it was missing just before.
            let missing = Timestamp(microseconds: commitTime.microseconds - 1)
            return WriteOutcome(document: current, updateTime: current?.updateTime ?? missing, transformResults: [])
        case .update(let given, nil): fields = given
        case .update(let given, let mask?):
            for path in mask {
                if let value = given[path] { fields.set(value, at: path) } else { fields.remove(at: path) }
            }
        case .transform: break
        }
        var results: [Value] = []
        for transform in transforms {
            let (value, result) = transform.operation.apply(to: fields[transform.path], commitTime: commitTime)
            fields.set(value, at: transform.path)
            results.append(result)
        }
        if let current, current.fields == fields {
            return WriteOutcome(document: current, updateTime: current.updateTime, transformResults: results)
        }
        let document = Document(
            name: name,
            fields: fields,
            createTime: current?.createTime ?? commitTime,
            updateTime: commitTime
        )
        if isPartial { try DocumentCheck.check(fields) }
        try Self.checkSize(of: document)
        return WriteOutcome(document: document, updateTime: commitTime, transformResults: results)
    }

    /// Whether fields come together that were not checked together.
    private var isPartial: Bool {
        if case .update(_, nil) = operation { return !transforms.isEmpty }
        return true
    }
}
