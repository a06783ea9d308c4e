#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The files of the tz database on this machine.
enum ZoneFile {
    private static let folders = ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo", "/usr/lib/zoneinfo"]
    /// No file is larger, in bytes.
    private static let limit = 64 << 10

    /// Reads the file of a zone, from the folder in `TZDIR` or where systems have it.
    ///
    /// - Parameter name: The zone, for example `Europe/Berlin`.
    /// - Returns: The bytes; `nil` if there is no such zone, or the database is not installed.
    static func read(_ name: String) -> [UInt8]? {
        guard isName(name) else { return nil }
        let chosen = ProcessEnvironment.variable("TZDIR").map { [$0] } ?? folders
        return chosen.lazy.compactMap { bytes(of: $0 + "/" + name) }.first
    }

    /// Whether a name stays within the folder.
    private static func isName(_ name: String) -> Bool {
        name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
            part.first?.isLetter == true
                && part.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                        UInt8(ascii: "+"):
                        true
                    default: false
                    }
                }
        }
    }

    private static func bytes(of path: String) -> [UInt8]? {
        guard let file = unsafe fopen(path, "rb") else { return nil }
        defer { unsafe fclose(file) }
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            unsafe count = fread(buffer.baseAddress, 1, limit, file)
        }
        return bytes.isEmpty ? nil : bytes
    }
}
