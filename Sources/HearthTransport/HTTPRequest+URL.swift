internal import HearthHTTP

extension HTTPRequest {
    /// The request's address as one text.
    ///
    /// - Returns: The origin followed by the target.
    /// - Throws: ``TransportError`` of kind ``TransportError/Kind/invalidRequest`` if the origin is not that of an
    ///   HTTP server, or a byte could end the line that it stands in.
    func absoluteURL() throws(TransportError) -> String {
        guard let origin else { throw TransportError(.invalidRequest, "no origin") }
        guard let host = Self.host(of: origin), !host.isEmpty, host.utf8.allSatisfy(Self.isHostByte) else {
            throw TransportError(.invalidRequest, "not the origin of an HTTP server")
        }
        guard target.utf8.first == UInt8(ascii: "/"), target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x23 })
        else { throw TransportError(.invalidRequest, "not a request target") }
        return origin + target
    }

    /// The fields to be sent, each with a lawful name and a value on one line.
    ///
    /// Framing is the transport's own business: the length of the body is left out here.
    ///
    /// - Returns: The fields.
    /// - Throws: ``TransportError`` of kind ``TransportError/Kind/invalidRequest``.
    func checkedFields() throws(TransportError) -> [HTTPFields.Field] {
        for field in fields.all {
            guard !field.name.isEmpty, field.name.utf8.allSatisfy(Self.isTokenByte),
                field.value.utf8.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 })
            else { throw TransportError(.invalidRequest, "not a header field") }
        }
        return fields.all.filter { !Self.framing.contains($0.name.lowercased()) }
    }

    private static let framing: Set<String> = ["content-length", "transfer-encoding", "connection"]

    private static func host(of origin: String) -> Substring? {
        for scheme in ["https://", "http://"] where origin.hasPrefix(scheme) {
            return origin.dropFirst(scheme.utf8.count)
        }
        return nil
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
