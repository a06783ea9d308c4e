public import HearthHTTP

/// Which keys the servers of an app must have, beyond a certificate that the system trusts.
///
/// ```swift
/// var configuration = TransportConfiguration()
/// configuration.pinning = try [
///     CertificatePinning(host: "identity.example.com", pins: [today, backup])
/// ]
/// ```
///
/// The key of the server's own certificate is compared, while the connection is made and before anything is sent. A
/// pinned host is never spoken to in the clear.
public struct CertificatePinning: Sendable, Hashable {
    /// What becomes of a connection to a server whose key is none of the pinned ones.
    public enum Mode: Sendable, Hashable {
        /// It is refused: the call throws `TransportError` of kind `TransportError.Kind.pinMismatch`.
        case enforce
        /// It is reported to ``TransportConfiguration/reportPinMismatch``, and used all the same.
        case report
    }

    /// Why pins cannot be used.
    public enum Problem: Error, Sendable, Hashable {
        /// The host is not one: a name, or `*.` before a name for all names directly below it.
        case invalidHost
        /// There are fewer than two pins: with one alone, a lost key would lock every user out until they update the app.
        case noBackupPin
    }

    /// The host's name in lower case, with `*.` before it for all names directly below.
    public let host: String
    /// The keys that are accepted.
    public let pins: Set<PublicKeyPin>
    /// What becomes of a server with another key.
    public let mode: Mode

    /// Pins a host.
    ///
    /// - Parameters:
    ///   - host: The host's name without a port, for example `identity.example.com` or `*.example.com`.
    ///   - pins: The keys that are accepted: the server's, and at least one in reserve that is kept elsewhere.
    ///   - mode: What becomes of a server with another key. Defaults to refusing it.
    /// - Throws: ``Problem``.
    public init(host: String, pins: Set<PublicKeyPin>, mode: Mode = .enforce) throws(Problem) {
        let name = Self.normal(host)
        let plain = name.hasPrefix("*.") ? String(name.dropFirst(2)) : name
        let isHost = plain.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
                true
            default: false
            }
        }
        guard !plain.isEmpty, isHost else { throw .invalidHost }
        guard pins.count >= 2 else { throw .noBackupPin }
        self.host = name
        self.pins = pins
        self.mode = mode
    }

    /// Whether a server is the pinned host.
    ///
    /// - Parameter name: The server's name, without a port.
    /// - Returns: Whether it is.
    func applies(to name: String) -> Bool {
        let name = Self.normal(name)
        guard host.hasPrefix("*.") else { return name == host }
        guard let dot = name.firstIndex(of: ".") else { return false }
        return name[dot...] == host.dropFirst()
    }

    /// The name of an origin's server, without scheme and port.
    static func serverName(of origin: String) -> String {
        let authority = origin.firstRange(of: "://").map { origin[$0.upperBound...] } ?? origin[...]
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return String(authority[...end]) }
        return String(authority.prefix { $0 != ":" })
    }

    /// In lower case, and without the dot that a whole name may end with: both are the same server.
    private static func normal(_ name: String) -> String {
        let lowered = name.lowercased()
        return lowered.hasSuffix(".") ? String(lowered.dropLast()) : lowered
    }
}

/// A server that has another key than the pinned ones.
public struct PinMismatch: Sendable, Hashable {
    /// The server's name.
    public let host: String
    /// The keys that were expected.
    public let expected: Set<PublicKeyPin>
    /// The key that the server has, where the system tells; `nil` on Linux.
    public let found: PublicKeyPin?
}

extension TransportError.Kind {
    /// The server has another key than the pinned ones; nothing was sent.
    public static let pinMismatch = TransportError.Kind(rawValue: "pinMismatch")
}

extension TransportConfiguration {
    /// The pins of a host; `nil` for a host that has none.
    func pinning(of host: String) -> CertificatePinning? {
        pinning.first { $0.applies(to: host) }
    }

    /// The pins of the server that a request goes to.
    ///
    /// - Throws: `TransportError` of kind `insecure` if the server has pins and would be spoken to in the clear.
    func pinning(for request: HTTPRequest) throws(TransportError) -> CertificatePinning? {
        guard !pinning.isEmpty, let origin = request.origin,
            let pinning = pinning(of: CertificatePinning.serverName(of: origin))
        else { return nil }
        guard origin.lowercased().hasPrefix("https://") else {
            throw TransportError(.insecure, "a host with pinned keys is not spoken to in the clear")
        }
        return pinning
    }
}
