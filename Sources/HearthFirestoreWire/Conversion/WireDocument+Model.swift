package import HearthFirestoreModel

extension WireDocument {
    /// The message of a document.
    package init(_ document: Document) {
        self.init()
        name = document.name.text
        fields = document.fields
        createTime = document.createTime
        updateTime = document.updateTime
    }
}

extension WireMask {
    /// The message of a mask.
    package init(_ paths: [FieldPath]) {
        self.init()
        fieldPaths = paths.map(\.text)
    }

    /// The paths of the mask.
    package func paths() throws(FirestoreError) -> [FieldPath] {
        var paths: [FieldPath] = []
        for text in fieldPaths { paths.append(try FieldPath(text)) }
        return paths
    }

    /// A document with only those fields that the mask names; a mask without names keeps all.
    package func keeping(_ document: Document) throws(FirestoreError) -> Document {
        guard !fieldPaths.isEmpty else { return document }
        var document = document
        document.fields = document.fields.keeping(try paths().filter { !$0.isDocumentName })
        return document
    }
}

extension WirePrecondition {
    /// The message of a precondition.
    package init(_ precondition: Precondition) {
        self.init()
        switch precondition {
        case .exists(let exists): self.exists = exists
        case .updateTime(let moment): updateTime = moment
        }
    }

    /// The precondition; none if the message has no member.
    package var precondition: Precondition? {
        exists.map(Precondition.exists) ?? updateTime.map(Precondition.updateTime)
    }
}

extension WireStatus {
    /// The message of an error.
    package init(_ error: FirestoreError) {
        self.init()
        code = Int32(error.code.rawValue)
        message = error.message
    }

    /// The error; none for success.
    package var error: FirestoreError? {
        code == 0 ? nil : FirestoreError(FirestoreError.Code(rawValue: Int(code)) ?? .unknown, message)
    }
}
