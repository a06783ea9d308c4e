internal import HearthHTTP
internal import HearthServer

/// The fields of a request's head as they are decoded, one after the other.
struct HeaderBlock {
    private(set) var method = ""
    private(set) var path = ""
    private(set) var authority: String?
    private(set) var fields = HTTPFields()
    /// Whether there is more than the server takes.
    private(set) var isTooLarge = false
    private var size = 0
    private var count = 0

    /// Adds a field, unless there are too many.
    ///
    /// - Parameters:
    ///   - size: What the field counts: 32 more than its bytes
    ///     ([RFC 9113 §6.5.2](https://www.rfc-editor.org/rfc/rfc9113#section-6.5.2)).
    ///   - limits: How large a head may be.
    /// - Returns: Whether the field is wanted.
    mutating func accepts(size: Int, _ limits: ServerLimits) -> Bool {
        self.size += size
        count += 1
        if self.size > limits.headBytes || count > limits.fields + Self.pseudoFields { isTooLarge = true }
        return !isTooLarge
    }

    mutating func add(_ name: String, _ value: String) {
        switch name {
        case ":method": method = value
        case ":path": path = value
        case ":authority": authority = value
        case ":scheme": break
        default: fields.append(name, value)
        }
    }

    private static let pseudoFields = 4

    /// Makes a head of it, as strictly as HTTP/1.1 does.
    ///
    /// - Parameters:
    ///   - hasBody: Whether a body follows.
    ///   - peer: The address of the client.
    ///   - limits: How long the target may be.
    /// - Returns: The head.
    /// - Throws: ``RequestRefusal`` if it is not one.
    func head(hasBody: Bool, peer: String, _ limits: ServerLimits) throws(RequestRefusal) -> HTTPRequestHead {
        guard !isTooLarge else { throw .headTooLarge }
        guard path.utf8.count <= limits.targetBytes else { throw .targetTooLong }
        guard (1...20).contains(method.utf8.count), method.utf8.allSatisfy(Bytes.isToken), method != "CONNECT" else {
            throw .malformed("The method is not one.")
        }
        let isPath = path.utf8.first == UInt8(ascii: "/") || path == "*" && method == "OPTIONS"
        guard isPath, path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .malformed("The target is not one.")
        }
        var fields = fields
        let hosts = fields.values(of: "host")
        if let authority {
            guard hosts.isEmpty || hosts == [authority] else { throw .malformed("There are two hosts.") }
            fields["Host"] = authority
        }
        guard hosts.count <= 1, (authority ?? hosts.first ?? "").utf8.allSatisfy(Bytes.isHost) else {
            throw .malformed("The host is not one.")
        }
        joinCookies(&fields)
        let length = fields["content-length"].flatMap { Int($0) }
        return HTTPRequestHead(
            HTTPMethod(rawValue: method),
            target: path,
            fields: fields,
            contentLength: hasBody ? length : 0,
            peer: peer
        )
    }

    /// HTTP/2 may cut cookies up ([RFC 9113 §8.2.3](https://www.rfc-editor.org/rfc/rfc9113#section-8.2.3)).
    private func joinCookies(_ fields: inout HTTPFields) {
        let cookies = fields.values(of: "cookie")
        if cookies.count > 1 { fields["cookie"] = cookies.joined(separator: "; ") }
    }
}
