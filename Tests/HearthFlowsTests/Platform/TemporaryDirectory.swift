import Foundation

/// A directory of one test.
struct TemporaryDirectory {
    let path = NSTemporaryDirectory() + "hearth-flows-" + UUID().uuidString

    /// What is in it, sorted.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    func text(of name: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path + "/" + name) ?? Data(), as: UTF8.self)
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
