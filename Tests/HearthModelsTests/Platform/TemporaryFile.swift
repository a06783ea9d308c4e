import Foundation

/// A path for a file of a test, in a directory that does not exist yet.
func temporaryPath() -> String {
    FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString)/theme").path
}

/// Puts text into a file, with its directory.
func write(_ text: String, to path: String) throws {
    let file = URL(filePath: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
}
