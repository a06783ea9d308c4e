internal import HearthHTTP

/// A request and its answer in one piece of memory, as they wait for a page to look.
///
/// What they were made of is given back at once. Kept as they came, thousands of them would hold ten pieces of memory
/// each, and every later request would be given pieces that no cache knows any more: that cost a sign-up more than this
/// copy does.
struct PackedExchange: Sendable {
    /// Bodies up to so many bytes are copied; larger ones are kept as they are.
    private static let mostCopied = 4096
    /// Memory up to so many bytes is used again; more would be kept for notes that need far less.
    private static let mostReused = 4096

    /// The texts of the heads, and short bodies.
    private let packed: [UInt8]
    /// The bodies that were not copied.
    private let longRequestBody: [UInt8]
    private let longResponseBody: [UInt8]
    private let status: Int
    private let isCut: Bool
    private let hasPeer: Bool
    /// How many fields the request and its answer have.
    private let fieldCounts: (request: Int, response: Int)

    /// The bytes that it holds on to, roughly.
    var size: Int { MemoryLayout<Self>.size + packed.count + longRequestBody.count + longResponseBody.count }

    /// The memory, for another exchange once this one is not needed any more.
    var memory: [UInt8] { packed.capacity <= Self.mostReused ? packed : [] }

    /// Keeps a request and its answer, each body up to a limit, in memory that is given or new.
    init(_ request: HTTPRequest, _ response: HTTPResponse, bodyLimit: Int, in memory: consuming [UInt8] = []) {
        let answer = response.bytes
        status = response.status
        isCut = request.body.count > bodyLimit || answer.count > bodyLimit
        hasPeer = request.peer != nil
        fieldCounts = (request.fields.all.count, response.fields.all.count)
        longRequestBody = Self.long(request.body, limit: bodyLimit)
        longResponseBody = Self.long(answer, limit: bodyLimit)
        let sent = Self.short(request.body, limit: bodyLimit)
        let answered = Self.short(answer, limit: bodyLimit)
        let texts = [request.method.rawValue, request.target, request.peer ?? ""]
        var packer = Packer(
            memory,
            capacity: Packer.size(of: texts) + Packer.size(of: request.fields) + Packer.size(of: response.fields)
                + Packer.size(of: sent) + Packer.size(of: answered)
        )
        for text in texts { packer.add(text) }
        packer.add(request.fields)
        packer.add(response.fields)
        packer.add(sent)
        packer.add(answered)
        packed = packer.bytes
    }

    /// The request and its answer as they were.
    var exchange: TrafficEntry.Exchange {
        var reader = Unpacker(bytes: packed)
        let method = HTTPMethod(rawValue: reader.text())
        var request = HTTPRequest(method, target: reader.text())
        let peer = reader.text()
        if hasPeer { request.peer = peer }
        request.fields = reader.fields(fieldCounts.request)
        let responseFields = reader.fields(fieldCounts.response)
        let (sent, answered) = (reader.next(), reader.next())
        request.body = longRequestBody.isEmpty ? Array(sent) : longRequestBody
        return TrafficEntry.Exchange(
            request: request,
            status: status,
            responseFields: responseFields,
            responseBody: longResponseBody.isEmpty ? Array(answered) : longResponseBody,
            isCut: isCut
        )
    }

    private static func short(_ body: [UInt8], limit: Int) -> [UInt8] {
        body.count > mostCopied ? [] : cut(body, limit)
    }

    private static func long(_ body: [UInt8], limit: Int) -> [UInt8] {
        body.count > mostCopied ? cut(body, limit) : []
    }

    private static func cut(_ body: [UInt8], _ limit: Int) -> [UInt8] {
        body.count > limit ? Array(body.prefix(limit)) : body
    }
}

/// Puts texts one after another, each behind its length.
private struct Packer {
    private(set) var bytes: [UInt8]

    init(_ memory: consuming [UInt8], capacity: Int) {
        bytes = memory
        bytes.removeAll(keepingCapacity: true)
        bytes.reserveCapacity(capacity)
    }

    private static let lengthSize = 4

    static func size(of texts: [String]) -> Int { texts.reduce(0) { $0 + lengthSize + $1.utf8.count } }

    static func size(of fields: HTTPFields) -> Int {
        fields.all.reduce(0) { $0 + 2 * lengthSize + $1.name.utf8.count + $1.value.utf8.count }
    }

    static func size(of body: [UInt8]) -> Int { lengthSize + body.count }

    mutating func add(_ text: String) {
        add(length: text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    mutating func add(_ fields: HTTPFields) {
        for field in fields.all {
            add(field.name)
            add(field.value)
        }
    }

    mutating func add(_ body: [UInt8]) {
        add(length: body.count)
        bytes.append(contentsOf: body)
    }

    private mutating func add(length: Int) {
        var rest = UInt32(clamping: length)
        for _ in 0..<Self.lengthSize {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }
}

/// Takes apart what a packer has put together.
private struct Unpacker {
    let bytes: [UInt8]
    private var place = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> ArraySlice<UInt8> {
        let start = min(place + 4, bytes.count)
        let length = bytes[place..<start].reversed().reduce(0) { $0 << 8 | Int($1) }
        let end = min(start + length, bytes.count)
        place = end
        return bytes[start..<end]
    }

    mutating func text() -> String { String(decoding: next(), as: UTF8.self) }

    mutating func fields(_ count: Int) -> HTTPFields {
        var fields = HTTPFields()
        for _ in 0..<count {
            let name = text()
            fields.append(name, text())
        }
        return fields
    }
}
