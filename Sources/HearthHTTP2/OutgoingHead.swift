internal import HearthHTTP
internal import HearthServer

/// The fields of an answer's head or trailers, fit to be sent over HTTP/2.
struct OutgoingHead {
    /// Names in lower case, and values, one behind the other.
    private(set) var bytes: [UInt8] = []
    /// How long each name and value is.
    private(set) var lengths: [(name: Int, value: Int)] = []

    /// Makes a head; there is none if a field could not be read back as it is meant.
    ///
    /// - Parameters:
    ///   - status: The status code; trailers have none.
    ///   - fields: The fields. Those about the connection are left out: HTTP/2 knows none.
    init?(status: Int?, _ fields: HTTPFields = HTTPFields()) {
        if let status {
            guard (100...999).contains(status) else { return nil }
            append(":status", String(status))
        }
        for field in fields.all where !Self.isConnections(field.name) {
            let value = Array(field.value.utf8)
            guard !field.name.isEmpty, field.name.utf8.allSatisfy(Bytes.isToken), value.allSatisfy(Bytes.isFieldByte),
                value.first.map(Bytes.isBlank) != true, value.last.map(Bytes.isBlank) != true
            else { return nil }
            append(field.name, field.value)
        }
    }

    /// Adds a field.
    mutating func append(_ name: String, _ value: String) {
        let start = bytes.count
        bytes.append(contentsOf: name.utf8.lazy.map(Bytes.lowered))
        let middle = bytes.count
        bytes.append(contentsOf: value.utf8)
        lengths.append((middle - start, bytes.count - middle))
    }

    /// Whether a field is about a connection of HTTP/1.1, or the server's own to write.
    private static func isConnections(_ name: String) -> Bool {
        switch name.utf8.count {
        case 7: name.lowercased() == "upgrade"
        case 10: name.lowercased() == "connection" || name.lowercased() == "keep-alive"
        case 14: name.lowercased() == "content-length"
        case 16: name.lowercased() == "proxy-connection"
        case 17: name.lowercased() == "transfer-encoding"
        default: false
        }
    }
}
