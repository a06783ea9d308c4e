import Foundation

/// Whether a run is to take its time: `HEARTH_LONG=1 swift test`.
enum LongRun {
    static let isWanted = ProcessInfo.processInfo.environment["HEARTH_LONG"] != nil
}
