internal import HearthAnalytics
internal import HearthAnalyticsModel
internal import HearthCore

/// The analytics of an app, behind the static functions of ``Analytics``.
final class AnalyticsService: Sendable {
    static let key = "HearthAnalyticsCompat"

    private let client: Locked<HearthAnalytics.Analytics>

    init(_ client: HearthAnalytics.Analytics) {
        self.client = Locked(client)
    }

    var analytics: HearthAnalytics.Analytics { client.withLock { $0 } }

    func replace(_ other: HearthAnalytics.Analytics) {
        client.withLock { $0 = other }
    }
}

/// Where events of an app wait that has not said where they go.
struct UndecidedSink: AnalyticsSink {
    func send(_ batch: AnalyticsBatch) async -> AnalyticsDelivery { .later(after: nil) }
}
