/// An address to which secrets may be sent, taken apart as a transport wants it.
package struct SecureLocation: Sendable, Hashable {
    /// Scheme, host and port.
    package let origin: String
    /// The path and the query.
    package let target: String

    /// Accepts HTTPS, and plain HTTP to this machine alone.
    package init?(_ url: String) {
        self.init(trusted: url)
        let isPlain = target.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }
        guard let secure = SecureOrigin(origin), secure.text == origin, target.hasPrefix("/"), isPlain else {
            return nil
        }
    }

    /// Takes apart a URL that is written in the source.
    package init(trusted url: String) {
        let scheme = url.prefix { $0 != ":" }.count + "://".count
        let rest = url.dropFirst(scheme)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        origin = String(url.prefix(scheme)) + authority
        target = authority.count < rest.count ? String(rest.dropFirst(authority.count)) : "/"
    }

    /// Whether what is sent there is encrypted on its way.
    package var isEncrypted: Bool { origin.hasPrefix("https:") }

    /// The whole address.
    package var url: String { origin + target }
}
