internal import Foundation
internal import HearthCore

/// Says on standard error, once, what a developer got wrong.
final class ComplaintOnce: Sendable {
    static let analytics = ComplaintOnce()
    private let isSaid = Locked(false)

    func say(_ text: String) {
        let isFirst = isSaid.withLock { isSaid in
            defer { isSaid = true }
            return !isSaid
        }
        if isFirst { FileHandle.standardError.write(Data("⚠ HearthAnalyticsCompat: \(text)\n".utf8)) }
    }
}
