import Foundation
@testable import HearthAuth

/// What a test wants to know of files, and do to them.
enum FileFacts {
    /// Where the stored formats of past versions are.
    static var golden: String {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path + "/Golden"
    }

    static func read(_ path: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path).map { Array($0) }
    }

    static func write(_ bytes: [UInt8], to path: String) {
        try? Data(bytes).write(to: URL(filePath: path))
    }

    static func remove(_ path: String) {
        try? FileManager.default.removeItem(atPath: path)
    }

    static func mode(_ path: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.posixPermissions] as? NSNumber)?.intValue
    }

    static func names(_ path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}
