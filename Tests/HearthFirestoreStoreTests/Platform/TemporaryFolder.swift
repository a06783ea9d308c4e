import Foundation
import Testing

/// A folder of a test's own, removed with its last reference.
final class TemporaryFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)").path

    /// The path of a file in the folder, which does not exist before something creates it.
    func file(_ name: String) -> String {
        "\(path)/\(name)"
    }

    /// The permission bits of a file or folder.
    static func permissions(of path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber).intValue
    }

    /// Creates a file with this content.
    func write(_ text: String, to name: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
