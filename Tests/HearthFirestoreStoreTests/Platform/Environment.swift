import Foundation

/// How thorough the random tests are.
enum Thoroughness {
    /// Whether the long tests were asked for.
    static var isLong: Bool { ProcessInfo.processInfo.environment["HEARTH_LONG"] != nil }
}
