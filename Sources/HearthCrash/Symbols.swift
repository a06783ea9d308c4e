/// Names of the compiler, as grouping and readers need them.
enum SymbolName {
    /// The module of a mangled name of Swift, for example `Shop` of `$s4Shop4CartC…`; `nil` for other names.
    static func module(of mangled: String) -> String? {
        guard let prefix = ["$s", "$S", "_$s"].first(where: { mangled.hasPrefix($0) }) else { return nil }
        var rest = mangled.dropFirst(prefix.count)
        // The standard library has letters in place of a name.
        guard let first = rest.first, first.isNumber else { return "Swift" }
        let digits = rest.prefix { $0.isNumber }
        rest = rest.dropFirst(digits.count)
        guard let length = Int(digits), length > 0, length <= rest.utf8.count else { return nil }
        return String(rest.prefix(length))
    }

    /// Whether a function belongs to the system, the runtime or this library, and not to the app.
    static func isLibrary(_ mangled: String) -> Bool {
        guard let module = module(of: mangled) else {
            return ["swift_", "ccrash_", "_start", "__libc_"].contains { mangled.hasPrefix($0) }
        }
        return libraries.contains(module) || module.hasPrefix("_")
    }

    /// Whether a function is one of those that record errors.
    static func isReporter(_ mangled: String) -> Bool {
        ["HearthCrash", "HearthCrashCompat"].contains(module(of: mangled))
    }

    private static let libraries: Set<String> = [
        "Swift", "SC", "So", "Runtime", "Foundation", "FoundationEssentials", "Dispatch", "Synchronization", "CCrash",
        "HearthCrash", "HearthCrashWire", "HearthCrashCompat", "HearthTelemetry",
    ]
}
