package import HearthFirestoreModel

extension WireWrite {
    /// The change that is asked for.
    ///
    /// - Parameter database: The database that it must be in.
    /// - Returns: The change, checked as far as it can be without what is stored.
    /// - Throws: ``FirestoreError`` with code `invalidArgument`.
    package func write(in database: DatabaseName) throws(FirestoreError) -> Write {
        var write: Write
        if let update {
            let mask = try updateMask?.paths()
            write = Write(try Self.name(update.name, in: database), .update(update.fields, mask: mask))
        } else if let delete {
            write = Write(try Self.name(delete, in: database), .delete)
        } else if let verify {
            write = Write(try Self.name(verify, in: database), .verify)
            if updateMask != nil { throw .invalid("a verify must not specify a document mask.") }
        } else if let transform {
            write = Write(try Self.name(transform.document, in: database), .transform)
            write.transforms = try Self.transforms(transform.fieldTransforms)
        } else {
            throw .invalid("Write has no operation.")
        }
        write.transforms += try Self.transforms(updateTransforms)
        write.precondition = currentDocument?.precondition
        try write.check()
        return write
    }

    private static func name(_ text: String, in database: DatabaseName) throws(FirestoreError) -> ResourceName {
        try ResourceName(document: text, in: database)
    }

    private static func transforms(_ messages: [WireFieldTransform]) throws(FirestoreError) -> [FieldTransform] {
        var transforms: [FieldTransform] = []
        for message in messages { transforms.append(try message.transform()) }
        return transforms
    }
}

extension ResourceName {
    /// Reads the name of a document that must be in a database.
    ///
    /// - Throws: ``FirestoreError`` with code `invalidArgument`.
    package init(document text: String, in database: DatabaseName) throws(FirestoreError) {
        let name = try ResourceName(document: text)
        guard name.database == database else {
            throw .invalid("Document \"\(text)\" is not in database \"\(database.text)\".")
        }
        self = name
    }
}

extension WireFieldTransform {
    /// The transform that is asked for.
    package func transform() throws(FirestoreError) -> FieldTransform {
        let path = try FieldPath(fieldPath)
        if let increment { return FieldTransform(path, .increment(try increment.required())) }
        if let maximum { return FieldTransform(path, .maximum(try maximum.required())) }
        if let minimum { return FieldTransform(path, .minimum(try minimum.required())) }
        if let appendMissingElements {
            return FieldTransform(path, .appendMissingElements(try appendMissingElements.required()))
        }
        if let removeAllFromArray {
            return FieldTransform(path, .removeAllFromArray(try removeAllFromArray.required()))
        }
        guard setToServerValue == 1 else { throw .invalid("Unknown transform of the field \(fieldPath).") }
        return FieldTransform(path, .setToRequestTime)
    }

    /// The message of a transform.
    package init(_ transform: FieldTransform) {
        self.init()
        fieldPath = transform.path.text
        switch transform.operation {
        case .setToRequestTime: setToServerValue = 1
        case .increment(let value): increment = WireValue(value)
        case .maximum(let value): maximum = WireValue(value)
        case .minimum(let value): minimum = WireValue(value)
        case .appendMissingElements(let elements): appendMissingElements = WireArray(elements)
        case .removeAllFromArray(let elements): removeAllFromArray = WireArray(elements)
        }
    }
}

extension WireWrite {
    /// The message of a change.
    package init(_ write: Write) {
        self.init()
        switch write.operation {
        case .update(let fields, let mask):
            var document = WireDocument()
            document.name = write.name.text
            document.fields = fields
            update = document
            updateMask = mask.map(WireMask.init)
        case .delete: delete = write.name.text
        case .verify: verify = write.name.text
        case .transform:
            var message = WireDocumentTransform()
            message.document = write.name.text
            message.fieldTransforms = write.transforms.map(WireFieldTransform.init)
            transform = message
        }
        if case .transform = write.operation {
        } else {
            updateTransforms = write.transforms.map(WireFieldTransform.init)
        }
        currentDocument = write.precondition.map(WirePrecondition.init)
    }
}

extension WireWriteResult {
    /// The message of what a write did.
    package init(_ outcome: WriteOutcome) {
        self.init()
        updateTime = outcome.updateTime
        transformResults = outcome.transformResults.map(WireValue.init)
    }
}
