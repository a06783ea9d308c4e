public import HearthAnalyticsModel

extension Analytics {
    /// Logs that a screen is shown.
    ///
    /// - Parameters:
    ///   - name: The screen's name.
    ///   - screenClass: The type that shows it. Defaults to none.
    ///   - parameters: More parameters. Defaults to none.
    ///   - fileID: The file that logs it, for reports of problems.
    ///   - line: The line in it.
    /// - Returns: What is wrong with it; empty for a good event.
    @discardableResult
    public func logScreenView(
        _ name: String,
        class screenClass: String? = nil,
        _ parameters: AnalyticsParameters = [:],
        fileID: String = #fileID,
        line: Int = #line
    ) -> [AnalyticsProblem] {
        var all: AnalyticsParameters = [.screenName: .string(name)]
        all[.screenClass] = screenClass.map { .string($0) }
        all.merge(defaults: parameters)
        return logEvent(.screenView, all, fileID: fileID, line: line)
    }

    /// Logs a purchase.
    ///
    /// - Parameters:
    ///   - value: What was paid.
    ///   - currency: The currency: three capital letters of ISO 4217.
    ///   - transactionID: The order's identifier; purchases of the same one count once.
    ///   - items: What was bought, at most 200.
    ///   - parameters: More parameters, for example `AnalyticsParameter.tax`. Defaults to none.
    ///   - fileID: The file that logs it, for reports of problems.
    ///   - line: The line in it.
    /// - Returns: What is wrong with it; empty for a good event.
    @discardableResult
    public func logPurchase(
        value: Double,
        currency: String,
        transactionID: String,
        items: [AnalyticsItem],
        _ parameters: AnalyticsParameters = [:],
        fileID: String = #fileID,
        line: Int = #line
    ) -> [AnalyticsProblem] {
        var all: AnalyticsParameters = [
            .transactionID: .string(transactionID), .value: .double(value), .currency: .string(currency),
            .items: .items(items),
        ]
        all.merge(defaults: parameters)
        return logEvent(.purchase, all, fileID: fileID, line: line)
    }

    /// Logs that the user signed in.
    ///
    /// - Parameters:
    ///   - method: How, for example `password` or `google.com`.
    ///   - fileID: The file that logs it, for reports of problems.
    ///   - line: The line in it.
    /// - Returns: What is wrong with it; empty for a good event.
    @discardableResult
    public func logLogin(method: String, fileID: String = #fileID, line: Int = #line) -> [AnalyticsProblem] {
        logEvent(.login, [.method: .string(method)], fileID: fileID, line: line)
    }

    /// Logs that the user made an account.
    ///
    /// - Parameters:
    ///   - method: How, for example `password` or `google.com`.
    ///   - fileID: The file that logs it, for reports of problems.
    ///   - line: The line in it.
    /// - Returns: What is wrong with it; empty for a good event.
    @discardableResult
    public func logSignUp(method: String, fileID: String = #fileID, line: Int = #line) -> [AnalyticsProblem] {
        logEvent(.signUp, [.method: .string(method)], fileID: fileID, line: line)
    }
}
