package import HearthFirestoreModel
internal import HearthProtobuf

/// The files of an export, in the layout of the official emulator and of production.
package enum ExportFolder {
    private static let kinds = "all_namespaces/all_kinds/"
    private static let kindsMetadata = kinds + "all_namespaces_all_kinds.export_metadata"
    private static let output = "output-0"
    /// The first record of the overall metadata.
    private static let version: [UInt8] = [0x33]

    /// The name of the file that an import is pointed to.
    package static func metadataFile(of name: String) -> String { name + ".overall_export_metadata" }

    /// Writes an export.
    ///
    /// - Parameters:
    ///   - documents: The documents.
    ///   - name: The name of the export, which its folder has too.
    ///   - start: When the export began.
    /// - Returns: Contents by path, below the export's own folder.
    package static func files(
        _ documents: some Sequence<Document>,
        named name: String,
        at start: Timestamp
    ) -> [(path: String, bytes: [UInt8])] {
        var entities = ExportLog.Writer()
        var count: Int64 = 0
        for document in documents {
            entities.append(ExportEntity.record(document))
            count += 1
        }
        var overall = ProtobufWriter()
        overall.nested(1) { entry in
            entry.nested(1) { format in
                format.integer(1, 2)
                format.integer(3, 3)
            }
            entry.string(2, kindsMetadata)
            entry.integer(3, count)
            entry.integer(4, Int64(entities.bytes.count))
        }
        var metadata = ExportLog.Writer()
        metadata.append(version)
        metadata.append(overall.bytes)
        var outputs = ProtobufWriter()
        outputs.nested(1) { export in
            export.string(1, name)
            export.integer(2, start.microseconds)
            export.integer(3, start.microseconds)
        }
        outputs.nested(2) { file in
            file.string(1, "")
            file.string(2, output)
        }
        return [
            (metadataFile(of: name), metadata.bytes), (kindsMetadata, outputs.bytes), (kinds + output, entities.bytes),
        ]
    }

    /// The paths of the metadata of an export's parts, from the overall metadata.
    package static func parts(in overall: [UInt8]) throws(FirestoreError) -> [String] {
        do {
            var records = ExportLog.Reader(overall)
            guard try records.next() == version else {
                throw FirestoreError.invalid("Overall export metadata file version not supported")
            }
            var paths: [String] = []
            while let record = try records.next() { paths += try texts(in: record, field: 1, member: 2) }
            return paths
        } catch let error as FirestoreError where error.message.contains("version") {
            throw error
        } catch {
            throw .invalid("Failed to parse overall export metadata file")
        }
    }

    /// The paths of the files of entities, from the metadata of a part.
    package static func outputs(in part: [UInt8], at path: String) throws(FirestoreError) -> [String] {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        do {
            return try texts(in: part, field: 2, member: 2).map { folder + $0 }
        } catch {
            throw .invalid("Failed parse entity file:\(path)")
        }
    }

    /// The texts of one member of all messages of a field.
    private static func texts(in message: [UInt8], field: Int, member: Int) throws(ProtobufError) -> [String] {
        var reader = ProtobufReader(message)
        var texts: [String] = []
        while let (number, type) = try reader.tag() {
            guard number == field, type == .lengthDelimited else {
                try reader.skip(type)
                continue
            }
            var inner = ProtobufReader(try reader.byteArray())
            while let (number, type) = try inner.tag() {
                guard number == member, type == .lengthDelimited else {
                    try inner.skip(type)
                    continue
                }
                texts.append(try inner.string())
            }
        }
        return texts
    }
}
