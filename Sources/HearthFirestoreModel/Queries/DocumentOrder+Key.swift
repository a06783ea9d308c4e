extension DocumentOrder {
    /// Bytes whose order is the order of results.
    ///
    /// - Parameter document: The document.
    /// - Returns: The key; `nil` if the document lacks a field of the order.
    public func key(of document: Document) -> [UInt8]? {
        guard let values = values(of: document) else { return nil }
        return key(of: values, in: document.name.database)
    }

    /// The beginning that the keys of those documents have whose first values are these.
    ///
    /// - Parameters:
    ///   - values: Values for the first keys of the order.
    ///   - database: The database of the documents.
    /// - Returns: Bytes that compare with keys of documents as the values do.
    public func key(of values: [Value], in database: DatabaseName) -> [UInt8] {
        var bytes: [UInt8] = []
        for (order, value) in zip(orders, values) {
            var writer = KeyWriter()
            if case .reference(let name) = value, order.path.isDocumentName {
                writer.append(documentName: name, in: database)
            } else {
                writer.append(value)
            }
            bytes += order.isDescending ? writer.bytes.map { ~$0 } : writer.bytes
        }
        return bytes
    }
}

extension KeyWriter {
    /// Appends the path of a document and an end that lies below every longer path.
    fileprivate mutating func append(documentName name: ResourceName, in database: DatabaseName) {
        let root = ResourceName(database: database, path: .root)
        // Names of other databases lie before or behind all names of this one.
        switch ResourceName(database: name.database, path: .root).compare(to: root) {
        case .less: append(byte: 0x00)
        case .greater: append(byte: 0xFF)
        case .equal:
            for segment in name.path.segments { append(segment: segment) }
            append(byte: Label.endOfReference)
        }
    }
}
