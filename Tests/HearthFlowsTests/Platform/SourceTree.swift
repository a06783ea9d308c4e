import Foundation
import Testing

/// The files of HearthFlows, as they stand in the repository.
enum SourceTree {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/HearthFlows")

    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: root.appending(path: path)))
    }

    /// Expects a file to hold this text; `HEARTH_RECORD=1` writes it anew.
    static func expect(_ path: String, toHold text: String) throws {
        if ProcessInfo.processInfo.environment["HEARTH_RECORD"] == "1" {
            try Data(text.utf8).write(to: root.appending(path: path))
        }
        #expect(
            String(decoding: try bytes(path), as: UTF8.self) == text,
            "\(path) is not what the catalogue says: run HEARTH_RECORD=1 swift test --filter CatalogueTests"
        )
    }

    /// The Swift files below a folder, each with its text.
    static func swiftFiles() throws -> [(path: String, text: String)] {
        let paths = try #require(FileManager.default.enumerator(atPath: root.path)).compactMap { $0 as? String }
        return try paths.filter { $0.hasSuffix(".swift") }
            .map { ($0, String(decoding: try bytes($0), as: UTF8.self)) }
    }
}
