import Foundation

/// The rules beside the example.
enum RulesFile {
    static func source() throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: folder.appending(path: "firestore.rules"), encoding: .utf8)
    }
}
