#if canImport(SwiftUI)
public import HearthModels
public import SwiftUI

extension View {
    /// Shows everything inside in the appearance that the user chose.
    ///
    /// - Parameter theme: The choice.
    /// - Returns: The view.
    public func theme(_ theme: Theme) -> some View {
        preferredColorScheme(theme.isDark.map { $0 ? .dark : .light })
    }
}
#endif
