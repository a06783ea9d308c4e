public import Observation

/// The appearance that the user chose, kept between two runs of the app.
///
/// Every theme over the same store is the same theme: what one changes, the others show.
@MainActor @Observable
public final class Theme {
    private let store: any ThemeStore

    /// Creates a theme.
    ///
    /// - Parameter store: Where the choice is kept.
    public init(store: any ThemeStore) {
        self.store = store
    }

    /// The choice; ``ThemeMode/system`` where nothing is kept, or something that no choice is called.
    public var mode: ThemeMode {
        get { store.storedMode.flatMap(ThemeMode.init(rawValue:)) ?? .system }
        set { store.storedMode = newValue.rawValue }
    }

    /// Whether the appearance is dark; `nil` to follow the system.
    public var isDark: Bool? { mode.isDark }

    /// Turns a dark appearance into a light one, and any other into a dark one.
    ///
    /// - Parameter systemIsDark: What the system shows now, which counts while the system is followed. Defaults to a
    ///   light one.
    public func toggle(systemIsDark: Bool = false) {
        mode = isDark ?? systemIsDark ? .light : .dark
    }
}
