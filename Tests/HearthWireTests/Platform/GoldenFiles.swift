import Foundation

/// The files of `Golden`, as the test bundle carries them.
enum GoldenFiles {
    /// The names of all files.
    static func names() throws -> [String] {
        guard let folder = Bundle.module.url(forResource: "Golden", withExtension: nil) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }

    /// The content of a file, or `nil` if there is none of this name.
    static func bytes(_ name: String) throws -> [UInt8]? {
        guard let file = Bundle.module.url(forResource: "Golden/\(name)", withExtension: "json") else { return nil }
        return [UInt8](try Data(contentsOf: file))
    }
}
