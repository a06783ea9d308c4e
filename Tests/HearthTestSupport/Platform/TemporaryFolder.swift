internal import Foundation

/// A directory of one test.
package struct TemporaryDirectory {
    package let path = NSTemporaryDirectory() + "hearth-" + UUID().uuidString

    package init() {}

    /// What is in it, sorted.
    package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    package func text(of name: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path + "/" + name) ?? Data(), as: UTF8.self)
    }

    package func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
