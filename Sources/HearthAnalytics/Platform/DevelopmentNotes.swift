#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif
internal import HearthAnalyticsModel
internal import HearthCore

/// Tells the developer what is wrong with an event, on standard error of debug builds.
final class DevelopmentNotes: Sendable {
    private struct Note: Hashable {
        let place: AnalyticsCallPlace
        let reason: String
    }

    private let seen = Locked<Set<Note>>([])
    private static let limit = 500

    @Sendable
    func report(_ problem: AnalyticsProblem, at place: AnalyticsCallPlace) {
        #if DEBUG
        let note = Note(place: place, reason: "\(problem)")
        guard seen.withLock({ $0.count < Self.limit && $0.insert(note).inserted }) else { return }
        let line = Array("⚠ HearthAnalytics, \(place): \(problem)\n".utf8)
        _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
        #endif
    }
}
