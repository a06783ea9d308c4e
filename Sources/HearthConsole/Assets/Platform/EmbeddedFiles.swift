internal import CConsole

/// The files that were put into the binary when it was built.
enum EmbeddedFiles {
    /// Every file's path below `Web`, and its bytes.
    static func all() -> [(name: String, bytes: [UInt8])] {
        (0..<cconsole_count()).compactMap { position in
            guard let file = unsafe cconsole_at(position)?.pointee, let name = unsafe file.name,
                let bytes = unsafe file.bytes
            else { return nil }
            return unsafe (String(cString: name), Array(UnsafeBufferPointer(start: bytes, count: file.count)))
        }
    }
}
