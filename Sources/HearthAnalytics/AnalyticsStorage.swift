internal import HearthTelemetry

/// Where events wait and settings are kept.
public struct AnalyticsStorage: Sendable {
    /// The folder; `nil` for memory.
    let folder: String?

    /// Nothing outlives the process.
    public static let memory = AnalyticsStorage(folder: nil)

    /// A folder of yours, created if it is missing.
    ///
    /// Several processes may use it.
    ///
    /// - Parameter path: Where it is.
    /// - Returns: The storage.
    public static func folder(_ path: String) -> AnalyticsStorage {
        AnalyticsStorage(folder: path)
    }

    /// A folder in the user's own directory for the state of programs: `$XDG_STATE_HOME` or `~/.local/state` on Linux,
    /// `~/Library/Application Support` on Apple's systems.
    ///
    /// Where a process has none, memory.
    ///
    /// - Parameter app: The app's name, of letters, digits and `.-_`.
    /// - Returns: The storage.
    public static func standard(app: String) -> AnalyticsStorage {
        let name = String(app.map { $0.isLetter || $0.isNumber || ".-_".contains($0) ? $0 : "_" })
        return AnalyticsStorage(folder: StoreFolder.standard().map { "\($0)/hearth/analytics/\(name)" })
    }
}
