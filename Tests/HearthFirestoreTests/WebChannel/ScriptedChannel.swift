import HearthCore
import HearthFirestoreModel
import HearthHTTP

@testable import HearthFirestore

/// The server's side of one web channel, which a test plays.
final class ScriptedChannel: HTTPTransport {
    /// What becomes of one answer of the back channel.
    enum Back: Sendable {
        /// These pieces, and then its end.
        case pieces([[UInt8]])
        /// These pieces, and then it breaks.
        case broken([[UInt8]])
        case status(Int)
        case unreachable
        /// It never says anything.
        case silent
    }

    private let backs: Locked<[Back]>
    private let forwards: Locked<[Int?]>
    /// What the client asked, in order: back channels as `GET`, forward requests as `POST` with their body.
    let asked = Mailbox<HTTPRequest>(keeping: .all)

    /// Plays.
    ///
    /// - Parameters:
    ///   - backs: The answers of the back channel, one after the other; then it is silent.
    ///   - forwards: The statuses of the forward requests, `nil` for a lost answer; then 200.
    init(backs: [Back], forwards: [Int?] = []) {
        self.backs = Locked(backs)
        self.forwards = Locked(forwards)
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        asked.put(request)
        let status = forwards.withLock { $0.isEmpty ? 200 : $0.removeFirst() }
        guard let status else { throw TransportError(.connectionLost, "scripted") }
        return HTTPResponse(status: status, body: .bytes([]))
    }

    func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPExchange {
        asked.put(request)
        let back = backs.withLock { $0.isEmpty ? .silent : $0.removeFirst() }
        let buffer = HTTPBodyBuffer()
        switch back {
        case .pieces(let pieces):
            for piece in pieces { _ = buffer.put(piece) }
            buffer.finish()
        case .broken(let pieces):
            for piece in pieces { _ = buffer.put(piece) }
            buffer.finish(TransportError(.connectionLost, "scripted"))
        case .status(let status): return HTTPExchange(status: status, fields: [:], body: HTTPResponseStream([]))
        case .unreachable: throw TransportError(.unreachable, "scripted")
        case .silent: break
        }
        return HTTPExchange(status: 200, fields: [:], body: HTTPResponseStream(buffer))
    }

    /// A channel over this script whose session has begun.
    func channel(
        longPolling: FirestoreSettings.LongPolling = .automatic,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in }
    ) -> WebChannel {
        var settings = FirestoreSettings.emulator()
        settings.longPolling = longPolling
        var address = ChannelAddress(database: DatabaseName(project: "p"))
        address.session = "S"
        let remote = Remote(
            database: DatabaseName(project: "p"),
            settings: settings,
            transport: self,
            credentials: FixedCredentials.anonymous,
            clock: FirestoreClock(sleep: sleep, random: RandomSource { Array(repeating: 0, count: $0) })
        )
        return WebChannel(
            remote: remote,
            address: address,
            fields: [:],
            nextRequest: 10,
            sentMessages: 1,
            roundTrip: .zero
        )
    }

    /// The next request of the client.
    func next() async throws -> HTTPRequest? { try await asked.next() }

    /// A frame with its length, as the wire has it.
    static func frame(_ json: String) -> [UInt8] { Array("\(json.utf16.count)\n\(json)".utf8) }

    /// A frame with a change of a target of each number.
    static func changes(_ numbers: Int...) -> [UInt8] {
        let arrays = numbers.map { #"[\#($0),[{"targetChange":{"targetChangeType":"ADD","targetIds":[\#($0)]}}]]"# }
        return frame("[" + arrays.joined(separator: ",") + "]")
    }
}
