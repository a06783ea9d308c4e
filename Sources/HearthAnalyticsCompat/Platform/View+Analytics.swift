#if canImport(SwiftUI)
public import SwiftUI

extension View {
    /// Logs a screen view each time that the view appears.
    ///
    /// - Parameters:
    ///   - name: The screen.
    ///   - class: The kind of view. Defaults to `View`; an empty text is left out.
    ///   - extraParameters: Further parameters of the event. Defaults to none.
    /// - Returns: The view.
    public func analyticsScreen(
        name: String,
        class: String = "View",
        extraParameters: [String: Any] = [:]
    ) -> some View {
        onAppear {
            var parameters = extraParameters
            parameters[AnalyticsParameterScreenName] = name
            if !`class`.isEmpty { parameters[AnalyticsParameterScreenClass] = `class` }
            Analytics.logEvent(AnalyticsEventScreenView, parameters: parameters)
        }
    }
}
#endif
