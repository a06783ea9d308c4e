#if canImport(SwiftUI)
internal import Foundation
public import HearthFlows
public import SwiftUI

extension EnvironmentValues {
    /// What finds the words of the screens; by default in the language that the user likes best.
    public var localizer: Localizer {
        get { self[LocalizerKey.self] }
        set { self[LocalizerKey.self] = newValue }
    }
}

private struct LocalizerKey: EnvironmentKey {
    static var defaultValue: Localizer { Localizer(preferring: Locale.preferredLanguages) }
}

extension View {
    /// Shows the screens inside in a language, and in its direction.
    ///
    /// - Parameter language: The language.
    /// - Returns: The view.
    public func language(_ language: Language) -> some View {
        environment(\.localizer, Localizer(language))
            .environment(\.locale, Locale(identifier: language.rawValue))
            .environment(\.layoutDirection, language.isRightToLeft ? .rightToLeft : .leftToRight)
    }
}
#endif
