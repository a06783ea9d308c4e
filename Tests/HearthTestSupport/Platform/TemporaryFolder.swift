internal import Foundation
internal import Testing

/// A folder of a test's own, empty at first and removed with its last reference.
package final class TemporaryFolder: Sendable {
    package let path = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)").path

    package init() {
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in the folder, whether there is one or not.
    package func file(_ name: String) -> String { path + "/" + name }

    /// The names of what is directly in the folder, sorted.
    package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    /// Every file in the folder and below, by its path from here, sorted.
    package var files: [String] {
        (FileManager.default.subpaths(atPath: path) ?? []).filter { name in
            (try? attributes(of: name))?[.type] as? FileAttributeType == .typeRegular
        }.sorted()
    }

    /// The bytes of all files together.
    package var size: Int {
        files.reduce(0) { sum, name in sum + (((try? attributes(of: name))?[.size] as? NSNumber)?.intValue ?? 0) }
    }

    /// The content of a file.
    package func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
    }

    /// The text of a file; `nil` if there is none.
    package func text(of name: String) -> String? {
        FileManager.default.contents(atPath: file(name)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Creates a file, and the folders that it is in, or replaces it.
    package func write(_ bytes: [UInt8], to name: String) throws {
        let url = URL(fileURLWithPath: file(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    /// Creates a file with a text, or replaces it.
    package func write(_ text: String, to name: String) throws {
        try write(Array(text.utf8), to: name)
    }

    /// Creates files by name and text.
    package func write(_ files: [String: String]) throws {
        for (name, text) in files { try write(text, to: name) }
    }

    /// The permission bits of a file or folder.
    package func permissions(of name: String) throws -> Int {
        try #require(attributes(of: name)[.posixPermissions] as? NSNumber).intValue
    }

    /// Sets the permission bits of a file or folder.
    package func setPermissions(_ mode: Int, of name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: NSNumber(value: mode)], ofItemAtPath: file(name))
    }

    private func attributes(of name: String) throws -> [FileAttributeKey: Any] {
        try FileManager.default.attributesOfItem(atPath: file(name))
    }
}
