import Foundation

/// Symbolic links, which a store must not follow.
enum StoreLink {
    /// Makes a link.
    ///
    /// - Returns: Whether it worked.
    static func make(_ path: String, to target: String) -> Bool {
        (try? FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)) != nil
    }
}
