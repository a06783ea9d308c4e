internal import HearthCore

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A file with a key of 32 bytes, in base64: made on first use, for its owner's eyes alone.
enum KeyFile {
    /// Why a key file cannot be used.
    struct Failure: Error {
        let reason: String
    }

    private static let bytes = 32
    /// The text of a key: base64, and the end of the line.
    private static let longest = 64

    /// Reads the key of a file, which is made if it is missing.
    ///
    /// Of several processes that make it at once one wins, and all of them read the winner's.
    static func load(_ path: String, random: RandomSource) throws(Failure) -> Secret<[UInt8]> {
        if let text = try read(path) { return try key(text, path) }
        let draft = "\(path).\(random.alphanumeric(12))"
        let text = Base64.encode(random.bytes(bytes), .standard) + "\n"
        try write(Array(text.utf8), draft)
        defer { _ = unsafe unlink(draft) }
        // A link is there with its whole content, or not at all, and never replaces a file.
        guard unsafe link(draft, path) == 0 || errno == EEXIST else { throw failure("make", path) }
        guard let text = try read(path) else { throw failure("read", path) }
        return try key(text, path)
    }

    private static func key(_ text: [UInt8], _ path: String) throws(Failure) -> Secret<[UInt8]> {
        let line = text.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard let key = Base64.decode(line, .standard), key.count == bytes else {
            throw Failure(reason: "\(path) holds no key of \(bytes) bytes in base64")
        }
        return Secret(key)
    }

    /// The content of a file, or `nil` if there is none.
    private static func read(_ path: String) throws(Failure) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("read", path)
        }
        defer { close(file) }
        var content = [UInt8](repeating: 0, count: longest)
        let count = unsafe content.withUnsafeMutableBytes { unsafe Self.read(file, $0) }
        guard count >= 0 else { throw failure("read", path) }
        return Array(content.prefix(count))
    }

    private static func read(_ file: CInt, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Glibc)
        unsafe Glibc.read(file, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
        unsafe Musl.read(file, buffer.baseAddress, buffer.count)
        #elseif canImport(Darwin)
        unsafe Darwin.read(file, buffer.baseAddress, buffer.count)
        #endif
    }

    private static func write(_ content: [UInt8], _ path: String) throws(Failure) {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure("make", path) }
        defer { close(file) }
        let count = unsafe content.withUnsafeBytes { unsafe Self.write(file, $0) }
        guard count == content.count, fsync(file) == 0 else { throw failure("write", path) }
    }

    private static func write(_ file: CInt, _ buffer: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
        unsafe Glibc.write(file, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
        unsafe Musl.write(file, buffer.baseAddress, buffer.count)
        #elseif canImport(Darwin)
        unsafe Darwin.write(file, buffer.baseAddress, buffer.count)
        #endif
    }

    private static func failure(_ verb: String, _ path: String) -> Failure {
        Failure(reason: "cannot \(verb) \(path): \(unsafe String(cString: strerror(errno)))")
    }
}
