internal import HearthFirestoreModel
internal import HearthFirestoreStore
internal import HearthHTTP
internal import HearthJSON

/// Serves the emulator's paths that export documents into a folder and import them from one.
struct EmulatorExports {
    /// What a path asks for.
    enum Verb: String {
        case export
        case `import`
    }

    let store: FirestoreStore
    let files: ExportFiles?

    /// What a path, percent-encoded, asks for; `nil` if it is about something else.
    static func verb(of path: Substring) -> Verb? {
        guard path.hasPrefix("/emulator/v1/projects/"), let colon = path.lastIndex(of: ":") else { return nil }
        return Verb(rawValue: String(path[path.index(after: colon)...]))
    }

    /// Exports or imports the database that the body names.
    func run(_ verb: Verb, _ request: HTTPRequest) async throws {
        guard let files else { throw FirestoreError(.unimplemented, "This server has no folder to export to.") }
        guard let body = try? JSON.parse(request.body), let name = body["database"]?.string,
            let folder = (body["export_directory"] ?? body["exportDirectory"])?.string, !folder.isEmpty
        else { throw FirestoreError.invalid("The body must name a database and an export_directory.") }
        let database = try DatabaseName(name)
        let export = DocumentExport(store: store)
        switch verb {
        case .import: _ = try await export.read(folder, database, files)
        case .export:
            let name = (body["export_name"] ?? body["exportName"])?.string ?? "firestore_export"
            guard !name.isEmpty, !name.contains("/") else { throw FirestoreError.invalid("export_name is no name.") }
            _ = try await export.write(database, name, folder + "/" + name, files)
        }
    }
}
