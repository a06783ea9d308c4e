import Foundation

/// A folder of a test's own, removed with its last reference.
final class TemporaryFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)").path

    /// The paths of all files in the folder and below.
    var files: [String] {
        let names = FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []
        return names.map { "\(path)/\($0)" }.filter { name in
            var isFolder: ObjCBool = false
            return unsafe FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }

    /// The bytes of all files together.
    var size: Int {
        files.reduce(0) { sum, file in
            let attributes = try? FileManager.default.attributesOfItem(atPath: file)
            return sum + ((attributes?[.size] as? NSNumber)?.intValue ?? 0)
        }
    }

    /// The content of a file.
    func read(_ file: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    }

    /// Creates a file with this content, or replaces it.
    func write(_ bytes: [UInt8], to file: String) throws {
        let url = URL(fileURLWithPath: file)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
