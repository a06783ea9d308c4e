import Foundation

/// A folder of a test's own, removed with its last reference.
final class TemporaryFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)").path

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes files, making the folders that they are in.
    func write(_ files: [String: String]) throws {
        for (name, text) in files {
            let url = URL(fileURLWithPath: path).appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: url)
        }
    }

    /// The text of a file; `nil` if there is none.
    func text(of name: String) -> String? {
        FileManager.default.contents(atPath: path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Every file, by its path from here.
    var files: [String] {
        (FileManager.default.subpaths(atPath: path) ?? []).filter { name in
            let kind = try? FileManager.default.attributesOfItem(atPath: path + "/" + name)[.type] as? FileAttributeType
            return kind == .typeRegular
        }.sorted()
    }
}
