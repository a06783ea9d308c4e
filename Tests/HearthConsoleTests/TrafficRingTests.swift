import HearthCore
import HearthHTTP
import HearthJSON
import Testing

@testable import HearthConsole

@Suite struct TrafficRingTests {
    private static func note(_ name: String, size: Int = 0) -> TrafficRing.Note {
        let request = HTTPRequest(.post, target: "/\(name)", body: Array(repeating: 0, count: size))
        let exchange = PackedExchange(request, HTTPResponse(status: 200), bodyLimit: 1 << 20)
        return .exchange(exchange, start: UnixTime(seconds: 1), took: .zero, isFromConsole: false)
    }

    private static func names(_ notes: [TrafficRing.Note]) -> [String] {
        notes.compactMap { note in
            if case .exchange(let packed, _, _, _) = note { packed.exchange.request.target } else { nil }
        }
    }

    /// The ring beside an array that does the same in the plainest way.
    @Test func `notes come out in their order, whatever was put in and taken out before`() {
        var ring = TrafficRing(limit: 7, byteLimit: 1 << 20)
        var (model, dropped) = ([String](), 0)
        var seed: UInt64 = 42
        for number in 0..<2000 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            if seed >> 33 & 3 != 0 {
                ring.append(Self.note("\(number)"))
                model.append("/\(number)")
                if model.count > 7 {
                    model.removeFirst()
                    dropped += 1
                }
            } else {
                let count = Int(seed >> 40 & 7)
                let taken = ring.take(count)
                #expect(Self.names(taken.notes) == Array(model.prefix(count)))
                #expect(taken.dropped == dropped)
                model.removeFirst(min(count, model.count))
                dropped = 0
            }
            #expect(ring.count == model.count)
        }
    }

    @Test func `everything is taken at once, with what it has lost, and the ring begins anew`() {
        var ring = TrafficRing(limit: 4, byteLimit: 1 << 20)
        for number in 0..<6 { ring.append(Self.note("\(number)")) }
        let taken = ring.takeAll()
        let (notes, dropped) = taken.newest(3)
        #expect(Self.names(notes) == ["/3", "/4", "/5"])
        #expect(dropped == 3)
        #expect(ring.count == 0)
        ring.append(Self.note("6"))
        #expect(Self.names(ring.take(9).notes) == ["/6"])
    }

    @Test func `the bytes of bodies are bounded, and the newest note stays`() {
        var ring = TrafficRing(limit: 100, byteLimit: 10_000)
        for number in 0..<10 { ring.append(Self.note("\(number)", size: 4000)) }
        let (notes, dropped) = ring.take(100)
        #expect(Self.names(notes) == ["/8", "/9"])
        #expect(dropped == 8)
        ring.append(Self.note("huge", size: 20_000))
        #expect(Self.names(ring.take(1).notes) == ["/huge"])
    }
}

@Suite struct PackedExchangeTests {
    private static let bodies = [0, 1, 4095, 4096, 4097, 70_000].map { count in
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    }

    @Test(arguments: bodies, bodies) func `gives back what came and went`(_ sent: [UInt8], _ answered: [UInt8]) {
        var request = HTTPRequest(HTTPMethod(rawValue: "MOVE"), target: "/v1/caf%C3%A9?k=\u{E9}", body: sent)
        request.fields = ["Host": "localhost", "X-Empty": "", "x-two": "1", "X-Two": "2"]
        request.peer = "192.0.2.7"
        let response = HTTPResponse(status: 418, fields: ["A": "\u{1F525}", "a": "b"], body: .bytes(answered))
        let exchange = PackedExchange(request, response, bodyLimit: 65_536).exchange
        #expect(exchange.request.method == request.method && exchange.request.target == request.target)
        #expect(exchange.request.fields.all == request.fields.all && exchange.request.peer == "192.0.2.7")
        #expect(exchange.request.body == Array(sent.prefix(65_536)))
        #expect(exchange.status == 418 && exchange.responseFields.all == response.fields.all)
        #expect(exchange.responseBody == Array(answered.prefix(65_536)))
        #expect(exchange.isCut == (sent.count > 65_536 || answered.count > 65_536))
    }

    @Test func `an empty request has no peer and no fields`() {
        let empty = PackedExchange(HTTPRequest(.get, target: ""), HTTPResponse(status: 204), bodyLimit: 10).exchange
        #expect(empty.request.peer == nil && empty.request.fields.all.isEmpty && empty.responseFields.all.isEmpty)
        #expect(empty.request.target == "" && empty.request.body == [] && empty.responseBody == [] && !empty.isCut)
    }

    @Test func `a long body that is cut is counted by what is kept of it`() {
        let long = PackedExchange(
            HTTPRequest(.post, target: "/", body: Self.bodies[5]),
            HTTPResponse(status: 200),
            bodyLimit: 100
        )
        #expect(long.size < 1000 && long.exchange.request.body == Array(Self.bodies[5].prefix(100)))
    }
}

@Suite struct TrafficLogTests {
    private static func log() -> TrafficLog {
        TrafficLog(name: { "\($0.path)" }, now: { UnixTime(seconds: 1) })
    }

    private static func add(_ count: Int, to log: TrafficLog) {
        for number in 0..<count {
            log.add(
                HTTPRequest(.post, target: "/\(number)"),
                HTTPResponse(status: 200),
                start: UnixTime(seconds: 1),
                took: .zero,
                isFromConsole: false
            )
        }
    }

    @Test func `a page that looks late sees the newest entries, and no gap before them`() async {
        let log = Self.log()
        Self.add(TrafficLog.limit + 300, to: log)
        let newest = await log.newest(limit: 1)
        #expect(newest.lines.first?.object?["op"]?.string == "/\(TrafficLog.limit + 299)")
        #expect(newest.last == TrafficLog.limit)
    }

    @Test func `entries that fell out between two looks leave a line that counts them`() async {
        let log = Self.log()
        Self.add(1, to: log)
        _ = await log.newest(limit: 1)
        Self.add(TrafficLog.limit + 42, to: log)
        let lines = await log.newest(limit: TrafficLog.limit).lines.compactMap(\.object)
        #expect(lines.count { $0["kind"]?.string == "gap" } <= 1)
        let after = log.page(after: 1, limit: 1)
        #expect(after.hasGap || after.lines.first?.line.object?["count"]?.integer == 42)
    }
}
