public import HearthAnalytics
internal import HearthAnalyticsModel
public import HearthCrash
internal import HearthCrashWire

/// The shop's telemetry by Hearth: events are counted, errors reported, and every event is a breadcrumb of a crash.
public struct HearthTelemetryService: TelemetryService {
    private let analytics: Analytics
    private let crash: CrashReporter

    /// Puts the two together.
    ///
    /// - Parameters:
    ///   - analytics: Counts events; made with `breadcrumbs: crash`.
    ///   - crash: Reports errors and crashes.
    public init(analytics: Analytics, crash: CrashReporter) {
        self.analytics = analytics
        self.crash = crash
    }

    /// A screen is shown; reports tell which one.
    ///
    /// - Parameter name: The screen's name.
    public func screenWasShown(_ name: String) {
        analytics.logScreenView(name)
        crash.setValue(.string(name), forKey: "screen")
    }

    /// Counts an event.
    ///
    /// - Parameter event: The event.
    public func log(_ event: ShopEvent) {
        switch event {
        case .searched(let term):
            analytics.logEvent(.search, [.searchTerm: .string(term)])
        case .bought(let order):
            analytics.logPurchase(
                value: order.total,
                currency: order.currency,
                transactionID: order.id,
                items: order.lines.map { line in
                    AnalyticsItem(id: line.product, name: line.name, price: line.price, quantity: line.quantity)
                }
            )
        }
    }

    /// Names the user of what follows.
    ///
    /// - Parameter account: The account's identifier; `nil` for no user.
    public func userDidChange(to account: String?) {
        analytics.setUserID(account)
        crash.setUserID(account)
    }

    /// Counts an error and reports it.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - step: What the user was doing.
    public func record(_ error: any Error, during step: String) {
        analytics.logEvent("app_error", ["error_context": .string(step)])
        crash.record(error, info: ["step": .string(step)])
    }
}
