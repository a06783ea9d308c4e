#if canImport(Darwin)
internal import Foundation
#endif

/// The name of the running program.
public enum ProgramName: Sendable {
    /// The bundle's identifier of an app, or the file name of an executable.
    public static var current: String {
        #if canImport(Darwin)
        if let bundle = Bundle.main.bundleIdentifier { return bundle }
        #endif
        let path = CommandLine.arguments.first ?? "program"
        return path.split(separator: "/").last.map(String.init) ?? "program"
    }
}
