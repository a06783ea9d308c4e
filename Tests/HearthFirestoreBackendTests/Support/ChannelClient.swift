import HearthCore
import HearthDatabase
import HearthFirestoreBackend
import HearthFirestoreWire
import HearthHTTP
import HearthJSON
import HearthTesting

/// A server in memory, and a client that speaks the web channel to it by hand.
struct ChannelServer: Sendable {
    let backend: FirestoreBackend
    let clock = ManualClock()
    static let database = "projects/web/databases/(default)"
    static let documents = "/v1/projects/web/databases/(default)/documents"

    init(rules: String? = nil, isLocal: @escaping @Sendable (HTTPRequestHead) -> Bool = { _ in true }) async throws {
        let clock = clock
        var configuration = FirestoreBackend.Configuration(
            location: .memory,
            access: .emulator,
            rules: rules,
            now: { clock.now }
        )
        configuration.sleep = { try await clock.sleep(for: $0) }
        configuration.isLocalCaller = isLocal
        backend = try await FirestoreBackend(configuration)
    }

    func put(_ path: String, _ fields: String = "{}") async {
        let body = Array("{\"fields\": \(fields)}".utf8)
        _ = await backend.handle(
            HTTPRequest(
                .patch,
                target: "\(Self.documents)/\(path)",
                fields: ["Authorization": "Bearer owner"],
                body: body
            )
        )
    }

    /// Sends a POST or a termination.
    func post(
        _ query: String,
        _ maps: [(Int, String)] = [],
        of stream: String = "Listen",
        headers: String? = nil,
        fields: HTTPFields = [:]
    ) async -> HTTPResponse {
        var form: FormParameters = [:]
        if let headers { form.append("headers", headers) }
        form.append("count", "\(maps.count)")
        if let first = maps.map(\.0).min() { form.append("ofs", "\(first)") }
        for (number, json) in maps { form.append("req\(number - (maps.map(\.0).min() ?? 0))___data__", json) }
        let target = "/google.firestore.v1.Firestore/\(stream)/channel?VER=8&\(query)"
        let body = maps.isEmpty && headers == nil ? [] : Array(form.encoded.utf8)
        return await backend.handle(HTTPRequest(.post, target: target, fields: fields, body: body))
    }

    /// Opens a session.
    func open(
        _ maps: [String],
        of stream: String = "Listen",
        headers: String? = nil,
        fields: HTTPFields = [:]
    ) async throws -> ChannelClient {
        let numbered = maps.enumerated().map { ($0.offset, $0.element) }
        let response = await post("RID=100&CVER=22", numbered, of: stream, headers: headers, fields: fields)
        let frame = try ChannelClient.arrays(response.bytes).first
        return ChannelClient(server: self, stream: stream, sid: frame?.array?[1].array?[1].string ?? "")
    }

    /// The request that adds a target for a collection.
    static func target(_ id: Int, collection: String) -> String {
        """
        {"database": "\(database)", "addTarget": {"targetId": \(id), "query": {"parent": "\(database)/documents",
        "structuredQuery": {"from": [{"collectionId": "\(collection)"}]}}}}
        """
    }
}

/// The client's side of one session.
struct ChannelClient: Sendable {
    let server: ChannelServer
    let stream: String
    let sid: String

    func send(_ maps: [(Int, String)], acknowledged: Int = 0) async -> HTTPResponse {
        await server.post("SID=\(sid)&RID=101&AID=\(acknowledged)", maps, of: stream)
    }

    func terminate() async -> HTTPResponse {
        await server.post("SID=\(sid)&RID=102&TYPE=terminate", of: stream)
    }

    /// Opens a back channel.
    func listen(acknowledged: Int = 0, isLongPoll: Bool = false, timeout: Int? = nil) async -> BackChannelReader {
        let wish = "CI=\(isLongPoll ? 1 : 0)" + (timeout.map { "&TO=\($0)" } ?? "")
        let target =
            "/google.firestore.v1.Firestore/\(stream)/channel?VER=8&RID=rpc&SID=\(sid)&AID=\(acknowledged)"
            + "&\(wish)&TYPE=xmlhttp"
        return BackChannelReader(await server.backend.handle(HTTPRequest(.get, target: target)))
    }

    /// The values in a body.
    static func arrays(_ body: [UInt8]) throws -> [JSONValue] {
        var frames = WebChannelFrames()
        frames.append(body)
        var arrays: [JSONValue] = []
        while let frame = try frames.next() { arrays += try JSON.parse(frame).array ?? [] }
        return arrays
    }

    /// An array in short words.
    static func words(_ array: JSONValue) -> String {
        let payload = array.array?[1].array?.first ?? .null
        if let text = payload.string { return text }
        if let error = payload["error"] { return "error \(error["status"]?.string ?? "")" }
        func name(_ value: JSONValue?) -> String {
            (value?.string ?? "").split(separator: "/documents/").last.map(String.init) ?? ""
        }
        if let change = payload["documentChange"] { return "change \(name(change["document"]?["name"]))" }
        if let delete = payload["documentDelete"] { return "delete \(name(delete["document"]))" }
        if let token = payload["streamToken"]?.string { return "written \(token)" }
        let change = payload["targetChange"]
        guard let type = change?["targetChangeType"]?.string else { return "snapshot" }
        let id = change?["targetIds"]?.array?.first?.integer ?? 0
        return "\(type) \(id)" + (change?["cause"]?["code"]?.integer.map { " cause \($0)" } ?? "")
    }
}

/// The reader of one back channel, who may go away at any time.
final class BackChannelReader: Sendable {
    let status: Int
    private let task: Task<Void, Never>
    private let pieces: AsyncStream<[UInt8]>
    private let frames = Locked(WebChannelFrames())
    private let ended = Locked(false)
    private let number = Locked(0)

    private struct Writer: HTTPBodyWriter {
        let continuation: AsyncStream<[UInt8]>.Continuation
        let isGone: Locked<Bool>

        func write(_ bytes: [UInt8]) async throws {
            if isGone.withLock({ $0 }) { throw CancellationError() }
            continuation.yield(bytes)
        }
    }

    private let isGone = Locked(false)

    init(_ response: HTTPResponse) {
        status = response.status
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        pieces = stream
        let writer = Writer(continuation: continuation, isGone: isGone)
        let ended = ended
        task = Task {
            if case .stream(let produce) = response.body { try? await produce(writer) }
            ended.withLock { $0 = true }
            continuation.finish()
        }
    }

    /// The number of the last array that was read.
    var last: Int { number.withLock { $0 } }

    /// The next array; `nil` when the answer has ended.
    func next() async throws -> JSONValue? {
        while true {
            if let frame = try frames.withLock({ try $0.next() }) {
                let array = try JSON.parse(frame).array?.first
                number.withLock { $0 = Int(array?.array?.first?.integer ?? 0) }
                return array
            }
            var iterator = pieces.makeAsyncIterator()
            guard let piece = await iterator.next() else { return nil }
            frames.withLock { $0.append(piece) }
        }
    }

    /// The next arrays in short words, up to and including the one that is named; fewer if the answer ends.
    ///
    /// Signs of life are left out, unless they are asked for: one comes whenever the client is quicker than the server.
    func words(through last: String, withSignsOfLife: Bool = false) async throws -> [String] {
        var words: [String] = []
        while let array = try await next() {
            let word = ChannelClient.words(array)
            if word != "noop" || withSignsOfLife || last == "noop" { words.append(word) }
            if word == last { break }
        }
        return words
    }

    /// The connection breaks.
    func cut() async {
        isGone.withLock { $0 = true }
        task.cancel()
        await task.value
    }

    /// The server shuts down: the task is cancelled while the reader is there.
    func drain() { task.cancel() }

    func hasEnded() async -> Bool { ended.withLock { $0 } }
}
