public import Observation

/// Keeps the choice of an appearance for as long as the process runs.
@MainActor @Observable
public final class InMemoryThemeStore: ThemeStore {
    /// What is kept.
    public var storedMode: String?

    /// Creates a store.
    ///
    /// - Parameter storedMode: What is kept at first. Defaults to nothing.
    public init(storedMode: String? = nil) {
        self.storedMode = storedMode
    }
}
