internal import HearthTelemetry

/// Where reports wait.
public struct CrashStorage: Sendable {
    let folder: String

    /// A folder of yours, created if it is missing.
    ///
    /// Several processes may use it. It grows to 5 MiB at most.
    ///
    /// - Parameter path: Where it is.
    /// - Returns: The storage.
    public static func folder(_ path: String) -> CrashStorage {
        CrashStorage(folder: path)
    }

    /// A folder in the user's own directory for the state of programs: `$XDG_STATE_HOME` or `~/.local/state` on Linux,
    /// `~/Library/Application Support` on Apple's systems.
    ///
    /// Where a process has none, one below `/tmp`.
    ///
    /// - Parameter app: The app's name, of letters, digits and `.-_`.
    /// - Returns: The storage.
    public static func standard(app: String) -> CrashStorage {
        let name = String(app.map { $0.isLetter || $0.isNumber || ".-_".contains($0) ? $0 : "_" })
        return CrashStorage(folder: "\(StoreFolder.standard() ?? "/tmp")/hearth/crashes/\(name)")
    }
}
