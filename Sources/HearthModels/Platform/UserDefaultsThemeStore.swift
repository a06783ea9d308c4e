#if canImport(Darwin)
public import Foundation
public import Observation

/// Keeps the choice of an appearance in the user's defaults, as `@AppStorage` does.
@MainActor @Observable
public final class UserDefaultsThemeStore: ThemeStore {
    private let defaults: UserDefaults
    private let key: String

    /// What is kept.
    public var storedMode: String? {
        didSet { if storedMode != oldValue { defaults.set(storedMode, forKey: key) } }
    }

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - defaults: The defaults. Defaults to the app's own.
    ///   - key: The name in them. Defaults to `themeMode`.
    public init(_ defaults: UserDefaults = .standard, key: String = "themeMode") {
        self.defaults = defaults
        self.key = key
        storedMode = defaults.string(forKey: key)
    }
}
#endif
