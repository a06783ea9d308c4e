/// A protocol that a server speaks on the same port beside HTTP/1.1, to clients that open a connection with its preface.
///
/// `HearthHTTP2` has one for HTTP/2.
public struct WireProtocol: Sendable {
    /// The first bytes of every connection of this protocol.
    let preface: [UInt8]
    /// Makes what speaks it on one connection.
    let makeDriver: @Sendable (ConnectionID, isolated EventLoop) -> any ConnectionDriver

    /// Creates a protocol.
    package init(
        preface: [UInt8],
        makeDriver: @escaping @Sendable (ConnectionID, isolated EventLoop) -> any ConnectionDriver
    ) {
        self.preface = preface
        self.makeDriver = makeDriver
    }

    /// What the first bytes of a connection tell.
    enum Guess {
        /// The client speaks this one.
        case certain(WireProtocol)
        /// More bytes are needed.
        case open
        /// The client speaks HTTP/1.1, or nothing that is known here.
        case none
    }

    static func guess(_ bytes: [UInt8], among protocols: [WireProtocol]) -> Guess {
        for candidate in protocols where bytes.starts(with: candidate.preface) { return .certain(candidate) }
        return protocols.contains { $0.preface.starts(with: bytes) } ? .open : .none
    }
}
