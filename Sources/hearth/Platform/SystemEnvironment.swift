#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What the process was started with.
enum SystemEnvironment {
    /// A variable of the environment, if it is set and not empty.
    static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// Whether there is a file that can be read.
    static func fileExists(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

    /// Reads a whole file as text.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be read, or is not UTF-8.
    static func text(ofFile path: String) throws -> String {
        guard let text = String(validating: try Folder.contents(ofFile: path), as: UTF8.self) else {
            throw CommandFailure("\(path): is not UTF-8")
        }
        return text
    }
}
