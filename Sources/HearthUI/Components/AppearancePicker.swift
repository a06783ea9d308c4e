#if canImport(SwiftUI)
internal import HearthFlows
public import HearthModels
public import SwiftUI

/// Lets the user choose an appearance: the system's, light or dark.
public struct AppearancePicker: View {
    @Bindable private var theme: Theme
    @Environment(\.localizer) private var localizer

    /// Creates the view.
    ///
    /// - Parameter theme: The choice.
    public init(_ theme: Theme) {
        _theme = Bindable(theme)
    }

    /// The choices.
    public var body: some View {
        Picker(localizer(.appearance), selection: $theme.mode) {
            ForEach(ThemeMode.allCases, id: \.self) { mode in
                Label(localizer(mode.title), systemImage: mode.symbolName).tag(mode)
            }
        }
    }
}
#endif
