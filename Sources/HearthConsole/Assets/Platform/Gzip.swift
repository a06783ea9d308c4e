internal import CZlib

/// Compresses by zlib.
enum Gzip {
    /// The bytes in the gzip form ([RFC 1952](https://www.rfc-editor.org/rfc/rfc1952)); `nil` if zlib refuses.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = unsafe z_stream()
        guard unsafe czlib_begin_gzip(&stream) == Z_OK else { return nil }
        defer { unsafe deflateEnd(&stream) }
        let bound = unsafe Int(deflateBound(&stream, UInt(bytes.count)))
        var input = bytes
        let output = unsafe [UInt8](unsafeUninitializedCapacity: bound) { space, count in
            unsafe input.withUnsafeMutableBufferPointer { source in
                unsafe stream.next_in = source.baseAddress
                unsafe stream.avail_in = UInt32(source.count)
                unsafe stream.next_out = space.baseAddress
                unsafe stream.avail_out = UInt32(bound)
                let status = unsafe deflate(&stream, Z_FINISH)
                count = unsafe status == Z_STREAM_END ? Int(stream.total_out) : 0
            }
        }
        return output.isEmpty ? nil : output
    }
}
