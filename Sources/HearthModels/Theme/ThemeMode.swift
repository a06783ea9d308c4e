public import HearthFlows

/// Which appearance the user chose.
///
/// The raw values are what apps that kept the choice with `@AppStorage("themeMode")` have stored already.
public enum ThemeMode: String, Sendable, Hashable, CaseIterable {
    /// As the system is set.
    case system = "System"
    /// Light, whatever the system is set to.
    case light = "Light"
    /// Dark, whatever the system is set to.
    case dark = "Dark"

    /// Whether the appearance is dark; `nil` to follow the system.
    public var isDark: Bool? {
        switch self {
        case .system: nil
        case .light: false
        case .dark: true
        }
    }

    /// The name of the choice.
    public var title: Message.Key {
        switch self {
        case .system: .themeSystem
        case .light: .themeLight
        case .dark: .themeDark
        }
    }

    /// The name of a picture for the choice, among Apple's SF Symbols.
    public var symbolName: String {
        switch self {
        case .system: "gear"
        case .light: "sun.max"
        case .dark: "moon"
        }
    }
}
