#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The memory of this process.
enum ProcessMemory {
    /// How many bytes are resident; `nil` where the system does not say so in a file.
    static func resident() -> Int? {
        guard let words = try? SystemEnvironment.text(ofFile: "/proc/self/statm").split(separator: " "),
            words.count > 1, let pages = Int(words[1])
        else { return nil }
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}

/// A folder for the time of a measurement.
struct BenchFolder {
    let path: String

    init() {
        let base = SystemEnvironment.variable("TMPDIR") ?? "/tmp"
        path = "\(base)/hearth-bench-\(getpid())"
        unsafe mkdir(path, 0o700)
    }

    /// Removes the folder with the files in it.
    func remove() {
        guard let folder = unsafe opendir(path) else { return }
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { unsafe unlink(path + "/" + name) }
        }
        unsafe closedir(folder)
        unsafe rmdir(path)
    }

    /// Writes a small file.
    static func write(_ bytes: [UInt8], to path: String) throws {
        guard let file = unsafe fopen(path, "w") else { throw CommandFailure("cannot write \(path)") }
        let count = unsafe fwrite(bytes, 1, bytes.count, file)
        guard unsafe fclose(file) == 0, count == bytes.count else { throw CommandFailure("cannot write \(path)") }
    }
}
