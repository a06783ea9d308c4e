import Foundation

/// How the zoo is compiled.
enum Build {
    #if DEBUG
    static let isDebug = ProcessInfo.processInfo.environment["HEARTH_CRASH_ZOO"] == nil
    #else
    static let isDebug = false
    #endif
}
