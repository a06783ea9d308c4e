internal import HearthFirestoreModel

/// Data of a write, taken apart: plain values, and what the server is asked to compute.
struct ParsedData {
    var fields = Fields()
    var transforms: [FieldTransform] = []
    /// The paths of all plain values; maps are descended, an empty one is a value.
    var leaves: [ModelPath] = []
    var deletions: [ModelPath] = []

    /// Takes the data of a document apart.
    ///
    /// - Parameters:
    ///   - data: The fields.
    ///   - mayDelete: Whether fields may be removed, as in data that is merged.
    /// - Throws: ``FirestoreError`` for what cannot be written.
    init(_ data: [String: any FirestoreConvertible], mayDelete: Bool) throws(FirestoreError) {
        for (name, value) in data.sorted(by: { $0.key < $1.key }) {
            try add(value.firestoreValue, at: try FieldPath([name]).model(), mayDelete: mayDelete)
        }
        transforms.sort { $0.path < $1.path }
    }

    /// Takes the data of an update apart, whose names may be paths.
    ///
    /// - Parameter updates: Paths and values.
    /// - Throws: ``FirestoreError`` for what cannot be written.
    init(updates: [(path: ModelPath, value: FirestoreValue)]) throws(FirestoreError) {
        guard !updates.isEmpty else { throw .invalid("An update needs at least one field.") }
        let paths = updates.map(\.path).sorted()
        for (path, next) in zip(paths, paths.dropFirst()) where next.isAtOrBelow(path) {
            throw .invalid("“\(path.text)” and “\(next.text)” cannot be updated together: one is within the other.")
        }
        for (path, value) in updates {
            if value == .fieldValue(.delete()) {
                deletions.append(path)
            } else {
                try add(value, at: path, mayDelete: false)
            }
        }
        transforms.sort { $0.path < $1.path }
    }

    private mutating func add(_ value: FirestoreValue, at path: ModelPath, mayDelete: Bool) throws(FirestoreError) {
        switch value {
        case .fieldValue(let computed):
            guard let operation = try computed.operation() else {
                guard mayDelete else {
                    throw .invalid(
                        "FieldValue.delete() at “\(path.text)” needs updateData, or setData with merge: true."
                    )
                }
                deletions.append(path)
                return
            }
            transforms.append(FieldTransform(path, operation))
        case .map(let members) where !members.isEmpty:
            for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                guard !name.isEmpty else { throw .invalid("A map at “\(path.text)” has an empty name.") }
                try add(member, at: path.appending(name), mayDelete: mayDelete)
            }
        default:
            fields.set(try value.model(), at: path)
            leaves.append(path)
        }
    }
}

extension FieldValue {
    /// What the server is asked to do; `nil` for removing the field.
    func operation() throws(FirestoreError) -> FieldTransform.Operation? {
        switch kind {
        case .delete: nil
        case .serverTimestamp: .setToRequestTime
        case .increment(let operand): .increment(try operand.model())
        case .maximum(let operand): .maximum(try operand.model())
        case .minimum(let operand): .minimum(try operand.model())
        case .union(let elements): .appendMissingElements(try elements.models())
        case .removal(let elements): .removeAllFromArray(try elements.models())
        case .refused(let error): throw error
        }
    }
}

extension Write {
    /// A write that is checked as the server would check it.
    func verified() throws(FirestoreError) -> Write {
        try checked { () throws(ModelError) in try check() }
        return self
    }

    /// Replaces or merges a document.
    static func set(
        _ name: ResourceName,
        _ data: [String: any FirestoreConvertible],
        _ merge: MergeMode,
        precondition: HearthFirestoreModel.Precondition? = nil
    ) throws(FirestoreError) -> Write {
        let parsed = try ParsedData(data, mayDelete: merge != .none)
        let operation: Operation
        var transforms = parsed.transforms
        switch merge {
        case .none: operation = .update(parsed.fields, mask: nil)
        case .all: operation = .update(parsed.fields, mask: (parsed.leaves + parsed.deletions).sorted())
        case .fields(let paths):
            for path in paths where !parsed.holds(path) {
                throw .invalid("“\(path.text)” is to be merged and is not in the data.")
            }
            for (path, next) in zip(paths.sorted(), paths.sorted().dropFirst()) where next.isAtOrBelow(path) {
                throw .invalid("“\(path.text)” and “\(next.text)” cannot be merged together: one is within the other.")
            }
            transforms.removeAll { transform in !paths.contains { transform.path.isAtOrBelow($0) } }
            let mask = paths.filter { path in !transforms.contains { $0.path == path } }
            operation = .update(parsed.fields.keeping(mask), mask: mask)
        }
        return try Write(name, operation, transforms: transforms, precondition: precondition).verified()
    }

    /// Changes fields of a document that exists.
    static func update(
        _ name: ResourceName,
        _ updates: [(path: ModelPath, value: FirestoreValue)],
        precondition: HearthFirestoreModel.Precondition = .exists(true)
    ) throws(FirestoreError) -> Write {
        let parsed = try ParsedData(updates: updates)
        // A map stands for all that is below its path: what it does not name is removed.
        let computed = parsed.transforms.map(\.path)
        let mask = updates.map(\.path).filter { !computed.contains($0) }.sorted()
        return try Write(
            name,
            .update(parsed.fields, mask: mask),
            transforms: parsed.transforms,
            precondition: precondition
        ).verified()
    }
}

extension ParsedData {
    fileprivate func holds(_ path: ModelPath) -> Bool {
        fields[path] != nil || deletions.contains { $0.isAtOrBelow(path) }
            || transforms.contains { $0.path.isAtOrBelow(path) }
    }
}

/// Which fields of a document a write of data leaves alone.
enum MergeMode: Sendable, Equatable {
    /// None: the document becomes the data.
    case none
    /// Those that the data does not name.
    case all
    /// All but these.
    case fields([ModelPath])

    static func only(_ fields: [any FieldPathConvertible]) throws(FirestoreError) -> MergeMode {
        var paths: [ModelPath] = []
        for field in fields { paths.append(try field.modelPath()) }
        return .fields(paths)
    }
}

extension [String: any FirestoreConvertible] {
    /// The fields of an update: dots in names lead into maps.
    func updates() throws(FirestoreError) -> [(path: ModelPath, value: FirestoreValue)] {
        var updates: [(path: ModelPath, value: FirestoreValue)] = []
        for (name, value) in self { updates.append((try name.modelPath(), value.firestoreValue)) }
        return updates
    }
}

extension [FieldPath: any FirestoreConvertible] {
    /// The fields of an update.
    func updates() throws(FirestoreError) -> [(path: ModelPath, value: FirestoreValue)] {
        var updates: [(path: ModelPath, value: FirestoreValue)] = []
        for (path, value) in self { updates.append((try path.model(), value.firestoreValue)) }
        return updates
    }
}
