internal import Foundation
package import Testing

/// A file of the repository that is made from the code, and that a test keeps true.
///
/// `HEARTH_RECORD=1 swift test` with the filter of the test writes it anew.
package struct RecordedFile {
    private let url: URL

    /// Names a file by its path in the repository.
    package init(_ path: String) {
        // Tests/HearthTestSupport/Platform/RecordedFile.swift
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        url = root.appendingPathComponent(path)
    }

    /// What the file holds.
    package func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: url)) }

    /// Expects the file to hold this text, or writes it if asked.
    package func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        if ProcessInfo.processInfo.environment["HEARTH_RECORD"] == "1" {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: url)
        }
        let recorded = (try? Data(contentsOf: url)).map { String(decoding: $0, as: UTF8.self) }
        #expect(
            recorded == text,
            "\(url.lastPathComponent) is not what the code says: run HEARTH_RECORD=1 swift test and review the change",
            sourceLocation: sourceLocation
        )
    }
}
