internal import HearthCore
internal import HearthFirestoreBackend
internal import HearthFirestoreModel
internal import HearthJSON

/// The documents of a project's default database as the export folder of the official emulators keeps them.
struct ExportedFirestore: ExportableService {
    let backend: FirestoreBackend
    let project: ProjectID

    let exportName = "firestore"

    private static let folder = "firestore_export"

    private var database: DatabaseName { DatabaseName(project: project.rawValue) }

    func importData(from folder: Folder, _ entry: JSONObject) async throws {
        guard let file = entry["metadata_file"]?.string, !file.split(separator: "/").contains("..") else {
            throw CommandFailure("\(folder.path): the metadata names no file of documents")
        }
        do {
            try await backend.importDocuments(from: folder.path(of: file), into: database, .disk)
        } catch let error as FirestoreError {
            throw CommandFailure("\(folder.path(of: file)): \(error.message)")
        }
    }

    func exportData(to folder: Folder) async throws -> JSONObject {
        let path = try await backend.exportDocuments(
            of: database,
            named: Self.folder,
            to: folder.path(of: Self.folder),
            .disk
        )
        return ["path": .string(Self.folder), "metadata_file": .string(String(path.dropFirst(folder.path.count + 1)))]
    }
}
