internal import HearthBackend
internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// One thing that happened: a request with its answer, a message that went out, or an event that reached a function.
struct TrafficEntry: Sendable {
    /// A request and its answer.
    struct Exchange: Sendable {
        let request: HTTPRequest
        let status: Int
        let responseFields: HTTPFields
        let responseBody: [UInt8]
        /// Whether a body was longer than what is kept.
        let isCut: Bool

        /// The bytes that it holds on to, roughly.
        var size: Int { TrafficEntry.overhead + request.body.count + responseBody.count }
    }

    /// A mailed or texted code.
    struct Message: Sendable {
        let channel: String
        let purpose: String
        let to: String
        let code: Secret<String>
        let link: Secret<String>?
    }

    enum Kind: Sendable {
        case exchange(Exchange)
        case message(Message)
        case delivery(ConsoleDelivery)
        /// So many entries were not read in time, and are gone.
        case gap(Int)
    }

    /// What an entry costs beside its bodies, in bytes.
    static let overhead = 512

    let number: Int
    /// When it began, by the machine's clock.
    let start: UnixTime
    let milliseconds: Double
    /// The operation's name, or method and path where it has none.
    let operation: String
    /// Whether a page of the console asked for it.
    let isFromConsole: Bool
    let kind: Kind

    /// The bytes that the entry holds on to, roughly.
    var size: Int {
        switch kind {
        case .exchange(let exchange): exchange.size
        case .message, .delivery, .gap: Self.overhead
        }
    }

    /// The line of the entry in a list.
    var line: JSONValue {
        var line = JSONObject()
        line["id"] = .integer(Int64(number))
        line["at"] = .integer(start.milliseconds)
        line["ms"] = .number(milliseconds)
        line["op"] = .string(operation)
        if isFromConsole { line["own"] = .bool(true) }
        switch kind {
        case .exchange(let exchange):
            line["kind"] = .string("request")
            line["status"] = .integer(Int64(exchange.status))
            line["method"] = .string(exchange.request.method.rawValue)
            line["path"] = .string(String(exchange.request.path))
            if let error = TrafficFacts.error(in: exchange) { line["error"] = .string(error) }
            if let client = TrafficFacts.client(of: exchange.request.fields) { line["client"] = .string(client) }
        case .message(let message):
            line["kind"] = .string("message")
            line["channel"] = .string(message.channel)
            line["purpose"] = .string(message.purpose)
            line["to"] = .string(message.to)
            line["code"] = .string(message.code.reveal())
            if let link = message.link { line["link"] = .string(link.reveal()) }
        case .delivery(let delivery):
            for member in delivery.json.members { line[member.name] = member.value }
        case .gap(let count):
            line["kind"] = .string("gap")
            line["count"] = .integer(Int64(count))
        }
        return .object(line)
    }
}
