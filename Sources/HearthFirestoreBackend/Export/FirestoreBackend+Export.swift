public import HearthFirestoreModel
internal import HearthFirestoreStore
internal import HearthFirestoreWire

/// The files of a folder, for exports and imports.
public struct ExportFiles: Sendable {
    /// Reads a whole file, by its path.
    public var read: @Sendable (_ path: String) throws -> [UInt8]
    /// Writes a whole file, with the folders that it is in.
    public var write: @Sendable (_ path: String, _ bytes: [UInt8]) throws -> Void

    /// Names the functions.
    ///
    /// - Parameters:
    ///   - read: Reads a whole file.
    ///   - write: Writes a whole file, with the folders that it is in.
    public init(
        read: @escaping @Sendable (_ path: String) throws -> [UInt8],
        write: @escaping @Sendable (_ path: String, _ bytes: [UInt8]) throws -> Void
    ) {
        self.read = read
        self.write = write
    }
}

extension FirestoreBackend {
    /// Writes a database into an export of the official emulator's form.
    ///
    /// All documents are of one moment. The export is held in memory.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - name: The name of the export.
    ///   - folder: The export's own folder.
    ///   - files: Writes files.
    /// - Returns: The path of the file that an import is pointed to.
    /// - Throws: `FirestoreError`, or what the files throw.
    @discardableResult
    public func exportDocuments(
        of database: DatabaseName,
        named name: String,
        to folder: String,
        _ files: ExportFiles
    ) async throws -> String {
        try await DocumentExport(store: store).write(database, name, folder, files)
    }

    /// Reads an export of the official emulator's or of production's form into a database, beside what is there.
    ///
    /// A document that is in both becomes that of the export. Listeners are told as of any other commit; a commit is
    /// of 500 documents.
    ///
    /// - Parameters:
    ///   - path: The path of the export's `.overall_export_metadata`.
    ///   - database: The database.
    ///   - files: Reads files.
    /// - Returns: How many documents were read.
    /// - Throws: `FirestoreError` in the official emulator's words if a file is damaged, or what the files throw.
    @discardableResult
    public func importDocuments(
        from path: String,
        into database: DatabaseName,
        _ files: ExportFiles
    ) async throws -> Int {
        try await DocumentExport(store: store).read(path, database, files)
    }

    /// The databases that have been used, in the order of their names.
    public var databases: [DatabaseName] {
        get async throws { try await store.databases() }
    }
}

/// Takes documents out of a store and into it.
struct DocumentExport {
    let store: FirestoreStore

    /// How many documents a commit of an import is of.
    private static let batch = 500

    func write(_ database: DatabaseName, _ name: String, _ folder: String, _ files: ExportFiles) async throws -> String
    {
        let root = ResourceName(database: database, path: .root)
        let all = Query(parent: root, source: Query.Source("", allDescendants: true))
        let (documents, _, time) = try await store.results(of: try all.prepared())
        for (path, bytes) in ExportFolder.files(documents, named: name, at: time) {
            try files.write(folder + "/" + path, bytes)
        }
        return folder + "/" + ExportFolder.metadataFile(of: name)
    }

    func read(_ path: String, _ database: DatabaseName, _ files: ExportFiles) async throws -> Int {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        var count = 0
        for part in try ExportFolder.parts(in: try files.read(path)) {
            try Self.checkInside(part)
            for output in try ExportFolder.outputs(in: try files.read(folder + part), at: part) {
                try Self.checkInside(output)
                count += try await readEntities(try files.read(folder + output), database)
            }
        }
        return count
    }

    private func readEntities(_ bytes: [UInt8], _ database: DatabaseName) async throws -> Int {
        var records = ExportLog.Reader(bytes)
        var writes: [Write] = []
        var count = 0
        while let record = try records.next() {
            let document = try ExportEntity.document(in: record, for: database)
            writes.append(Write(document.name, .update(document.fields, mask: nil)))
            if writes.count == Self.batch {
                _ = try await store.commit(writes, in: database)
                count += writes.count
                writes = []
            }
        }
        _ = try await store.commit(writes, in: database)
        return count + writes.count
    }

    /// An export names its own files only.
    private static func checkInside(_ path: String) throws(FirestoreError) {
        guard !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else {
            throw .invalid("Failed to parse overall export metadata file")
        }
    }
}
