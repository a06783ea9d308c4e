import Foundation

/// How thorough the tests over random cases are.
package enum LongRuns {
    /// So many cases as usual, or as many as the design asks for where `HEARTH_LONG` is set.
    package static func count(_ usual: Int, long: Int) -> Int {
        ProcessInfo.processInfo.environment["HEARTH_LONG"] == nil ? usual : long
    }
}
