import Foundation

/// How thorough the tests over random cases are.
enum LongRuns {
    /// Some thousands of cases, or as many as the design asks for where `HEARTH_LONG` is set.
    static func count(_ usual: Int, long: Int) -> Int {
        ProcessInfo.processInfo.environment["HEARTH_LONG"] == nil ? usual : long
    }
}
