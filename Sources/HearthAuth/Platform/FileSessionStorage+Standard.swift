#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension FileSessionStorage {
    /// The storage of a project in the user's own directory for the state of programs.
    ///
    /// That is `$XDG_STATE_HOME/hearth`, or `~/.local/state/hearth`; on Apple's systems
    /// `~/Library/Application Support/hearth`. Where a process has no home directory, nothing outlives it.
    ///
    /// - Parameter configuration: The project. Each project and each server has a file of its own.
    /// - Returns: The storage.
    public static func standard(for configuration: AuthConfiguration) -> any SessionStorage {
        guard let directory = stateDirectory() else { return InMemorySessionStorage() }
        return FileSessionStorage(directory: directory + "/hearth", name: name(for: configuration))
    }

    private static func stateDirectory() -> String? {
        #if !canImport(Darwin)
        if let state = variable("XDG_STATE_HOME") { return state }
        return variable("HOME").map { $0 + "/.local/state" }
        #else
        return variable("HOME").map { $0 + "/Library/Application Support" }
        #endif
    }

    private static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.hasPrefix("/") ? text : nil
    }
}
