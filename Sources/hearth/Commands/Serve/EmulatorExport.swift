internal import HearthCore
internal import HearthJSON

/// A service whose data travels in the export folder of the official emulators.
///
/// The folder holds `firebase-export-metadata.json`, with a member for each service that has data in it, for example
/// `"auth": {"version": "15.28.1", "path": "auth_export"}`. To be part of it, a service conforms to this protocol and
/// is handed to ``EmulatorExport/load(into:)`` and ``EmulatorExport/save(_:)``.
protocol ExportableService: Sendable {
    /// The name of the service's member in the metadata, for example `auth`.
    var exportName: String { get }

    /// Takes over what an export holds of this service, beside what the service has already.
    ///
    /// - Parameters:
    ///   - folder: The export folder, where the paths of the entry begin.
    ///   - entry: The service's member of the metadata.
    /// - Throws: ``CommandFailure`` if a file is missing, damaged or refused.
    func importData(from folder: Folder, _ entry: JSONObject) async throws

    /// Writes everything that the service has into files below the folder.
    ///
    /// - Parameter folder: The export folder; it is new and empty but for what other services wrote.
    /// - Returns: The service's member of the metadata, without `version`.
    /// - Throws: ``CommandFailure`` if a file cannot be written.
    func exportData(to folder: Folder) async throws -> JSONObject
}

/// What `--import` and `--export-on-exit` ask for.
struct EmulatorExport: Sendable {
    /// The folder to import from before the start.
    let source: Folder?
    /// The folder to export to at the end.
    let target: Folder?

    static let metadataFile = "firebase-export-metadata.json"
    static let valued: Set<String> = ["import", "export-on-exit"]

    /// Lets `--export-on-exit` stand without a folder, which then is the one of `--import`.
    static func spellOut(_ words: [String]) -> [String] {
        let options = words.prefix { $0 != "--" }
        return words.enumerated().map { index, word in
            guard word == "--export-on-exit", index < options.count else { return word }
            let next = words.dropFirst(index + 1).first
            return next == nil || next?.hasPrefix("--") == true ? word + "=" : word
        }
    }

    /// Reads the options, and refuses a folder whose files an export would replace unasked.
    ///
    /// - Throws: ``CommandFailure`` or ``UsageError``.
    init(_ options: Options, of command: String, isEmulator: Bool) throws {
        let from = options.last("import")
        let to = options.last("export-on-exit")
        guard isEmulator || from == nil && to == nil else {
            throw CommandFailure(
                "--import and --export-on-exit are for emulators; for a server in production there are "
                    + "'hearth users import' and 'hearth users export'"
            )
        }
        if to == "", from == nil {
            throw UsageError(
                "--export-on-exit needs a folder, or --import to name it",
                hint: "hearth \(command) --help explains the options"
            )
        }
        target = (to == "" ? from : to).map { Folder($0) }
        let source = from.map { Folder($0) }
        if let source, try !source.exists || Self.isBegun(source) {
            // The first run of a command that imports what its last run exported.
            guard source.path == target?.path else { throw CommandFailure("--import \(source.path): no such folder") }
            self.source = nil
        } else {
            self.source = source
        }
        if let target, target.exists, !Self.isExport(target), try !target.names().isEmpty, try !Self.isBegun(target) {
            throw CommandFailure(
                "--export-on-exit \(target.path): the folder has files and no \(Self.metadataFile)"
                    + (target.folder(Self.oldFiles).exists
                        ? ": \(Self.interruption)" : "; name a new folder, or an earlier export")
            )
        }
    }

    /// Whether a folder holds nothing but what an export wrote that was killed before it replaced anything.
    private static func isBegun(_ folder: Folder) throws -> Bool {
        try folder.exists && folder.names() == [newFiles]
    }

    private static let interruption = "an interrupted export left the files of the one before in \(oldFiles)"

    private static func isExport(_ folder: Folder) -> Bool { Folder(folder.path(of: metadataFile)).exists }

    /// Imports into services what the folder holds for them.
    ///
    /// - Throws: ``CommandFailure`` if the folder is no export, or a service refuses its part.
    func load(into services: [any ExportableService]) async throws {
        guard let source else { return }
        guard Self.isExport(source) else {
            let hint =
                source.folder(Self.oldFiles).exists ? Self.interruption : "it is no export"
            throw CommandFailure("--import \(source.path): there is no \(Self.metadataFile): \(hint)")
        }
        let metadata = try source.object(in: Self.metadataFile)
        for member in metadata.members {
            guard let entry = member.value.object else { continue }
            guard let service = services.first(where: { $0.exportName == member.name }) else {
                Terminal.note("hearth: \(source.path) also holds \(member.name.printable), which is not imported")
                continue
            }
            try await service.importData(from: source, entry)
        }
    }

    // Beside the files that they replace: a folder that is a mounted disk cannot be moved as a whole.
    private static let newFiles = ".new"
    private static let oldFiles = ".old"

    /// Exports what services have, in place of an earlier export; if it fails, the earlier one stays.
    ///
    /// - Throws: ``CommandFailure`` if a file cannot be written.
    func save(_ services: [any ExportableService]) async throws {
        guard let target else { return }
        let draft = target.folder(Self.newFiles)
        try target.make()
        if draft.exists { try draft.remove() }
        try draft.make()
        do {
            var metadata: JSONObject = ["version": .string(Version.current)]
            for service in services {
                var entry: JSONObject = ["version": .string(Version.current)]
                for member in try await service.exportData(to: draft).members { entry[member.name] = member.value }
                metadata[service.exportName] = .object(entry)
            }
            try draft.write(JSON.serialize(.object(metadata), isPretty: true), to: Self.metadataFile)
        } catch {
            try? draft.remove()
            throw error
        }
        try Self.replaceFiles(of: target, with: draft)
        Terminal.note("hearth: exported to \(target.path)")
    }

    /// Puts the files of the draft, which is in the folder, in place of the others.
    private static func replaceFiles(of target: Folder, with draft: Folder) throws {
        let old = target.folder(oldFiles)
        if old.exists { try old.remove() }
        try old.make()
        for name in try target.names() where name != newFiles && name != oldFiles {
            try Folder.move(target.path(of: name), to: old.path(of: name))
        }
        for name in try draft.names() { try Folder.move(draft.path(of: name), to: target.path(of: name)) }
        try draft.remove()
        try old.remove()
    }
}

extension Folder {
    /// Reads a file that holds a JSON object.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be read or holds something else.
    func object(in name: String) throws -> JSONObject {
        let place = path(of: name)
        do {
            guard let object = try JSON.parse(try contents(of: name)).object else {
                throw CommandFailure("\(place): expected an object")
            }
            return object
        } catch let error as JSONError {
            throw CommandFailure("\(place): \(error.reason)")
        }
    }
}
