internal import Foundation
internal import HearthAnalyticsCompat
internal import HearthCrashCompat

/// The same telemetry as an app has it that comes from Firebase: only the imports were changed.
public struct FirebaseStyleTelemetryService: TelemetryService {
    /// Speaks for the default app: call `FirebaseApp.configure()` before.
    public init() {}

    /// A screen is shown; reports tell which one.
    ///
    /// - Parameter name: The screen's name.
    public func screenWasShown(_ name: String) {
        Analytics.logEvent(
            AnalyticsEventScreenView,
            parameters: [AnalyticsParameterScreenName: name, AnalyticsParameterScreenClass: "\(name)Screen"]
        )
        Crashlytics.crashlytics().setCustomValue(name, forKey: "screen")
    }

    /// Counts an event.
    ///
    /// - Parameter event: The event.
    public func log(_ event: ShopEvent) {
        switch event {
        case .searched(let term):
            Analytics.logEvent(AnalyticsEventSearch, parameters: [AnalyticsParameterSearchTerm: term])
        case .bought(let order):
            let items: [[String: Any]] = order.lines.map { line in
                [
                    AnalyticsParameterItemID: line.product, AnalyticsParameterItemName: line.name,
                    AnalyticsParameterPrice: line.price, AnalyticsParameterQuantity: line.quantity,
                ]
            }
            Analytics.logEvent(
                AnalyticsEventPurchase,
                parameters: [
                    AnalyticsParameterValue: order.total, AnalyticsParameterCurrency: order.currency,
                    AnalyticsParameterTransactionID: order.id, AnalyticsParameterItems: items,
                ]
            )
        }
    }

    /// Names the user of what follows.
    ///
    /// - Parameter account: The account's identifier; `nil` for no user.
    public func userDidChange(to account: String?) {
        Analytics.setUserID(account)
        Crashlytics.crashlytics().setUserID(account)
    }

    /// Counts an error and reports it.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - step: What the user was doing.
    public func record(_ error: any Error, during step: String) {
        Analytics.logEvent("app_error", parameters: ["error_context": step])
        Crashlytics.crashlytics().record(error: error, userInfo: ["step": step])
    }

    /// Reports what is no `Error` of the app's own.
    ///
    /// - Parameter message: What happened.
    public func record(message: String) {
        let error = NSError(domain: "CustomError", code: -1, userInfo: [NSLocalizedDescriptionKey: message])
        Crashlytics.crashlytics().record(error: error)
    }
}
