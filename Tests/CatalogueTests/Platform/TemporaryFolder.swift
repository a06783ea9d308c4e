import Foundation

/// A folder that is removed with this object.
final class TemporaryFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("catalogue-\(UUID().uuidString)").path

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
