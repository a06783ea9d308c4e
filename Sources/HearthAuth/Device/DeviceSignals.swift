/// What was seen on a device that is not seen on most.
///
/// Signals, not a verdict: each has innocent reasons, and who controls the device can hide them all. Send them along
/// with what matters, and let a server decide what it asks for then.
public struct DeviceSignals: Sendable, Hashable {
    /// A thing that was seen, open to new values.
    public struct Signal: RawRepresentable, Sendable, Hashable {
        /// The spelling used in logs.
        public let rawValue: String

        /// Creates a signal from its spelling.
        ///
        /// - Parameter rawValue: The spelling used in logs.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A debugger follows the process.
        public static let debugger = Signal(rawValue: "debugger")
        /// Libraries were put into the process that the app did not bring.
        public static let injectedLibraries = Signal(rawValue: "injectedLibraries")
        /// There are files that only tools of a jailbreak bring.
        public static let jailbreakFiles = Signal(rawValue: "jailbreakFiles")
    }

    /// What was seen, each with what it was seen by: paths, names of variables.
    public let seen: [Signal: [String]]

    /// Whether nothing was seen, which proves nothing.
    public var isEmpty: Bool { seen.isEmpty }

    /// What is looked at; the system's own answers come from `DeviceSignals.current()`.
    struct Observation: Sendable {
        var isTraced = false
        var existingFiles: [String] = []
        var setVariables: [String] = []
        var loadedLibraries: [String] = []
    }

    init(_ observation: Observation) {
        var seen: [Signal: [String]] = [:]
        if observation.isTraced { seen[.debugger] = ["tracer"] }
        let libraries = observation.loadedLibraries.filter { library in
            Self.suspectLibraries.contains { library.contains($0) }
        }
        let injected = observation.setVariables + libraries
        if !injected.isEmpty { seen[.injectedLibraries] = injected }
        if !observation.existingFiles.isEmpty { seen[.jailbreakFiles] = observation.existingFiles }
        self.seen = seen
    }

    /// Variables that put libraries into a process.
    static let suspectVariables = ["DYLD_INSERT_LIBRARIES", "LD_PRELOAD"]

    /// Files that no app can see on an iPhone as it was sold.
    static let suspectFiles = [
        "/Applications/Cydia.app", "/Applications/Sileo.app", "/Library/MobileSubstrate/MobileSubstrate.dylib",
        "/private/var/lib/apt", "/usr/libexec/cydia", "/usr/sbin/frida-server", "/var/jb",
    ]

    /// What the names of libraries contain that hook into other programs.
    static let suspectLibraries = [
        "MobileSubstrate", "SubstrateLoader", "libhooker", "ElleKit", "TweakInject", "FridaGadget", "frida-agent",
    ]

    /// Whether someone traces the process of which `/proc/self/status` tells.
    static func isTraced(status: String) -> Bool {
        let line = status.split(separator: "\n").first { $0.hasPrefix("TracerPid:") }
        let number = line?.split(whereSeparator: \.isWhitespace).last
        return number.map { $0 != "0" && $0 != "TracerPid:" } ?? false
    }
}
