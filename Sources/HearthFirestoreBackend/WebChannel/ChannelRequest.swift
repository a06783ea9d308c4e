internal import HearthCore
internal import HearthHTTP

/// A request to a web channel: its address, and what its form carries.
struct ChannelRequest {
    /// The stream that a channel carries.
    enum Stream: String {
        case listen = "Listen"
        case write = "Write"
    }

    /// What a back channel is asked for.
    struct BackChannel: Sendable {
        /// The last array that the client has.
        let acknowledged: Int
        /// Whether the answer ends with the first array.
        let isLongPoll: Bool
        /// The longest wait that the client wants, for a long poll.
        let timeout: Duration?
    }

    let stream: Stream
    /// The session; `nil` in a handshake.
    let session: String?
    let acknowledged: Int?
    let isTermination: Bool
    private let request: HTTPRequest
    private let query: FormParameters

    private static let version = "8"
    /// The most maps of a POST; the form has three more members.
    private static let mapLimit = 1000
    private static let prefix = "/google.firestore.v1.Firestore/"
    private static let suffix = "/channel"

    /// Whether a path is a web channel's.
    static func stream(of path: Substring) -> Stream? {
        guard path.utf8.starts(with: prefix.utf8), path.hasSuffix(suffix), path.count > prefix.count + suffix.count
        else {
            return nil
        }
        return Stream(rawValue: String(path.dropFirst(prefix.count).dropLast(suffix.count)))
    }

    /// Reads a request; `nil` if it is for something else.
    init?(_ request: HTTPRequest) {
        guard let stream = Self.stream(of: request.path) else { return nil }
        self.stream = stream
        self.request = request
        query = request.query
        session = query["SID"]
        acknowledged = query["AID"].flatMap { Int($0) }.map { min(max($0, 0), Int(Int32.max)) }
        isTermination = query["TYPE"] == "terminate"
    }

    /// Whether the client speaks the version that is served.
    var isKnownVersion: Bool { query["VER"] == Self.version }

    /// Whether the client wants to be given a name for its session, to be sent back as `gsessionid`.
    var wantsSessionHeader: Bool { query["X-HTTP-Session-Id"] != nil }

    /// The back channel that a GET opens; `nil` for anything else.
    var backChannel: BackChannel? {
        guard request.method == .get, query["RID"] == "rpc" else { return nil }
        return BackChannel(
            acknowledged: acknowledged ?? 0,
            isLongPoll: query["CI"] == "1",
            timeout: query["TO"].flatMap { Int64($0) }.map { .milliseconds(min(max($0, 0), 60_000)) }
        )
    }

    /// What a POST's form carries: fields of a head in place of the request's own, and maps with their numbers.
    struct Form {
        var fields: HTTPFields?
        var maps: [(number: Int, json: [UInt8])] = []
    }

    /// Reads the form; `nil` if it is none.
    func form() -> Form? {
        if request.body.isEmpty { return Form() }
        guard let parameters = try? request.form(limit: Self.mapLimit + 3) else { return nil }
        var form = Form()
        let offset = parameters["ofs"].flatMap { Int($0) } ?? 0
        guard offset >= 0, offset < Int(Int32.max) else { return nil }
        for parameter in parameters.all {
            if parameter.name == "headers" { form.fields = Self.fields(parameter.value) }
            guard parameter.name.hasPrefix("req"), parameter.name.hasSuffix("___data__"),
                let index = Int(parameter.name.dropFirst(3).dropLast(9)), index >= 0, index < Int(Int32.max)
            else { continue }
            form.maps.append((offset + index, Array(parameter.value.utf8)))
        }
        return form
    }

    /// The head of the request as the client means it: fields of the form win.
    func head(_ form: Form) -> HTTPRequestHead {
        var head = HTTPRequestHead(request.method, target: request.target, fields: request.fields, peer: request.peer)
        for field in form.fields?.all ?? [] { head.fields[field.name] = field.value }
        return head
    }

    /// `Name:Value` in lines.
    private static func fields(_ text: String) -> HTTPFields {
        var fields: HTTPFields = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            fields.append(String(line[..<colon]), String(value))
        }
        return fields
    }
}
