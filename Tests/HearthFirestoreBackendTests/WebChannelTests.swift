import HearthCore
import HearthFirestoreBackend
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("The web channel")
struct WebChannelTests {
    private static let first = ["ADD 2", "CURRENT 2", "snapshot"]
    private static let handshake = "{\"database\": \"\(ChannelServer.database)\"}"

    private func answer(_ response: HTTPResponse) throws -> [Int64] {
        // The whole of the frame is one array of three numbers.
        let text = String(decoding: response.bytes, as: UTF8.self)
        let json = try JSON.parse(Array(text.split(separator: "\n").last ?? "").flatMap { Array(String($0).utf8) })
        return (json.array ?? []).compactMap(\.integer)
    }

    @Test func `carries a listener as recorded from the official emulator`() async throws {
        let server = try await ChannelServer()
        let document = "\(ChannelServer.database)/documents/c/a"
        let client = try await server.open([
            """
            {"database": "\(ChannelServer.database)", "addTarget": {"documents": {"documents": ["\(document)"]},
            "targetId": 2}}
            """
        ])
        #expect(client.sid.utf8.count == 22)
        let back = await client.listen()
        #expect(try await back.words(through: "snapshot") == ["ADD 2", "delete c/a", "CURRENT 2", "snapshot"])
        await server.put("c/a", #"{"s": {"stringValue": "café 😀"}}"#)
        #expect(try await back.words(through: "snapshot") == ["change c/a", "snapshot"])
        let removed = await client.send([(1, "{\"removeTarget\": 2}")], acknowledged: 6)
        let status = try answer(removed)
        #expect(status.count == 3)
        #expect(status[0] == 1)
        #expect(try await back.words(through: "REMOVE 2") == ["REMOVE 2"])
        let added = await client.send([(2, ChannelServer.target(4, collection: "c"))], acknowledged: 7)
        #expect(try answer(added)[0] == 1)
        #expect(try await back.words(through: "snapshot") == ["ADD 4", "change c/a", "CURRENT 4", "snapshot"])
        let end = await client.terminate()
        #expect(end.status == 200)
        #expect(end.bytes.isEmpty)
        #expect(try await back.next() == nil)
        #expect(await client.send([]).status == 400)
    }

    @Test func `carries writes as recorded from the official emulator`() async throws {
        let server = try await ChannelServer()
        let client = try await server.open([Self.handshake], of: "Write")
        let back = await client.listen()
        #expect(try await back.words(through: "written MA==") == ["written MA=="])
        let write = """
            {"streamToken": "MA==", "writes": [{"update": {"name": "\(ChannelServer.database)/documents/c/b"}}]}
            """
        #expect(try answer(await client.send([(1, write)], acknowledged: 1))[0] == 1)
        #expect(try await back.words(through: "written MQ==") == ["written MQ=="])
        _ = await client.send([(2, "{\"streamToken\": \"MQ==\"}")])
        #expect(try await back.words(through: "close") == ["written Mg==", "close"])
        #expect(try await back.next() == nil)
    }

    @Test func `numbers arrays without a gap, from 1`() async throws {
        let server = try await ChannelServer()
        let client = try await server.open([ChannelServer.target(2, collection: "c")])
        let back = await client.listen()
        for expected in 1...3 { #expect(try await back.next()?.array?.first?.integer == Int64(expected)) }
        await back.cut()
    }

    @Test func `sends again what a lost back channel did not bring`() async throws {
        let server = try await ChannelServer()
        let client = try await server.open([ChannelServer.target(2, collection: "c")])
        let lost = await client.listen()
        #expect(try await lost.words(through: "ADD 2") == ["ADD 2"])
        let acknowledged = lost.last
        #expect(try await lost.words(through: "snapshot") == ["CURRENT 2", "snapshot"])
        await lost.cut()
        await server.put("c/a")
        let again = await client.listen(acknowledged: acknowledged)
        #expect(try await again.words(through: "change c/a") == ["CURRENT 2", "snapshot", "change c/a"])
        #expect(try await again.words(through: "snapshot") == ["snapshot"])
        await again.cut()
        let last = await client.listen(acknowledged: again.last)
        #expect(try await last.words(through: "noop") == ["noop"])
        await last.cut()
    }

    @Test func `ends a back channel when a newer one comes`() async throws {
        let server = try await ChannelServer()
        let client = try await server.open([ChannelServer.target(2, collection: "c")])
        let old = await client.listen()
        _ = try await old.words(through: "snapshot")
        let new = await client.listen(acknowledged: old.last)
        #expect(try await new.words(through: "noop") == ["noop"])
        #expect(try await old.next() == nil)
        await server.put("c/a")
        #expect(try await new.words(through: "change c/a") == ["change c/a"])
        await new.cut()
    }

    @Test func `ends a long poll with what there is, or with a noop when its time is over`() async throws {
        let server = try await ChannelServer()
        let client = try await server.open([ChannelServer.target(2, collection: "c")])
        var words: [String] = []
        while words.count < 3 {
            words += try await client.listen(acknowledged: words.count, isLongPoll: true).words(through: "")
        }
        #expect(words == Self.first)
        let waiting = await client.listen(acknowledged: 3, isLongPoll: true)
        await server.put("c/a")
        #expect(try await waiting.words(through: "").first == "change c/a")
        if waiting.last == 4 { _ = try await client.listen(acknowledged: 4, isLongPoll: true).words(through: "") }
        let idle = await client.listen(acknowledged: 5, isLongPoll: true, timeout: 5000)
        let sign = Task { try await idle.words(through: "noop") }
        await server.passTime(.seconds(5)) { await idle.hasEnded() }
        #expect(try await sign.value == ["noop"])
    }

    @Test func `gives signs of life, and ends an answer after a minute`() async throws {
        let server = try await ChannelServer()
        let client = try await server.open([Self.handshake], of: "Write")
        let back = await client.listen()
        #expect(try await back.words(through: "written MA==") == ["written MA=="])
        let words = Task { try await back.words(through: "", withSignsOfLife: true) }
        await server.passTime(.seconds(30)) { await back.hasEnded() }
        let signs = try await words.value
        #expect(signs.allSatisfy { $0 == "noop" })
        #expect(signs.count == 2)
        let next = await client.listen(acknowledged: 100)
        #expect(try await next.words(through: "noop") == ["noop"])
        await next.cut()
    }

    @Test func `applies maps by their numbers, each once`() async throws {
        let server = try await ChannelServer()
        let client = try await server.open([Self.handshake], of: "Write")
        func write(_ id: String) -> String {
            "{\"writes\": [{\"update\": {\"name\": \"\(ChannelServer.database)/documents/c/\(id)\"},"
                + " \"currentDocument\": {\"exists\": false}}]}"
        }
        // The third overtakes the second; a retry brings the second again, and a fourth with it.
        _ = await client.send([(2, write("b"))])
        _ = await client.send([(1, write("a"))])
        _ = await client.send([(1, write("a")), (2, write("b")), (3, write("c"))])
        let back = await client.listen()
        #expect(
            try await back.words(through: "written Mw==")
                == ["written MA==", "written MQ==", "written Mg==", "written Mw=="]
        )
        await back.cut()
    }

    @Test func `tells bad credentials and bad requests on the stream`() async throws {
        let server = try await ChannelServer()
        let stranger = try await server.open(
            [ChannelServer.target(2, collection: "c")],
            headers: "Authorization:Bearer x\r\n"
        )
        #expect(try await stranger.listen().words(through: "") == ["error INVALID_ARGUMENT"])
        let confused = try await server.open([ChannelServer.target(2, collection: "c")])
        _ = await confused.send([(1, "{\"noSuchField\": 1}")])
        let words = try await confused.listen().words(through: "")
        #expect(words.last == "error INVALID_ARGUMENT")
    }

    @Test func `believes the credentials in the form, and gives no administrator's rights to strangers`() async throws {
        let server = try await ChannelServer(
            rules: """
                service cloud.firestore { match /databases/{d}/documents {
                  match /c/{id} { allow read: if request.auth.uid == 'ann'; } } }
                """
        ) { $0.fields["Origin"] == nil }
        let target = [ChannelServer.target(2, collection: "c")]
        let ann = try await server.open(target, headers: "authorization:\(RESTClient.user("ann"))\r\n")
        #expect(try await ann.listen().words(through: "snapshot") == Self.first)
        let bob = try await server.open(target, headers: "Authorization:\(RESTClient.user("bob"))\r\n")
        #expect(try await bob.listen().words(through: "REMOVE 2 cause 7").last == "REMOVE 2 cause 7")
        let owner = try await server.open(target, headers: "Authorization:Bearer owner\r\n")
        #expect(try await owner.listen().words(through: "snapshot") == Self.first)
        let page = try await server.open(
            target,
            headers: "Authorization:Bearer owner\r\n",
            fields: ["Origin": "https://evil.example"]
        )
        #expect(try await page.listen().words(through: "") == ["error PERMISSION_DENIED"])
    }

    @Test(arguments: [
        "VER=7&RID=1", "VER=8&RID=rpc&SID=unknown", "VER=8&SID=unknown&RID=2", "VER=8&SID=unknown&TYPE=terminate",
    ])
    func `refuses what belongs to no session`(query: String) async throws {
        let server = try await ChannelServer()
        let target = "/google.firestore.v1.Firestore/Listen/channel?" + query
        let response = await server.backend.handle(HTTPRequest(.post, target: target))
        #expect(response.status == 400)
        let text = String(decoding: response.bytes, as: UTF8.self)
        // Clients look for the words behind the first character.
        #expect(text.dropFirst().contains("Unknown"))
    }

    @Test func `refuses a handshake whose maps are no requests`() async throws {
        let server = try await ChannelServer()
        #expect(await server.post("RID=1", [(0, "[]")]).status == 400)
        #expect(await server.post("RID=1", [(0, "{\"x\": 1}")]).status == 400)
    }

    @Test func `lets pages of every origin read the answers, and what they need of the heads`() async throws {
        let server = try await ChannelServer()
        let response = await server.post("RID=1&X-HTTP-Session-Id=gsessionid", fields: ["Origin": "http://a.example"])
        #expect(response.fields["Access-Control-Allow-Origin"] == "http://a.example")
        #expect(response.fields["Access-Control-Allow-Credentials"] == "true")
        #expect(response.fields["Access-Control-Expose-Headers"]?.contains("X-HTTP-Session-Id") == true)
        #expect(response.fields["X-HTTP-Session-Id"] != nil)
        #expect(response.fields["Cache-Control"] == "private, no-store")
    }

    @Test func `forgets a session whose client is gone`() async throws {
        let server = try await ChannelServer()
        let client = try await server.open([ChannelServer.target(2, collection: "c")])
        await server.passTime(.seconds(30)) { server.backend.openChannels == 0 }
        #expect(await client.terminate().status == 400)
    }

    @Test func `keeps a bounded part of what a client does not take`() async throws {
        let server = try await ChannelServer()
        let client = try await server.open([ChannelServer.target(2, collection: "c")])
        let big = String(repeating: "x", count: 900_000)
        for id in 0..<10 { await server.put("c/\(id)", "{\"s\": {\"stringValue\": \"\(big)\"}}") }
        var seen: Set<String> = []
        var last = 0
        // Fewer and larger steps, but everything in the end, and never much at once.
        while seen.count < 10 {
            let outstanding = try answer(await client.send([], acknowledged: last))[2]
            #expect(outstanding < 10 << 20)
            let poll = await client.listen(acknowledged: last, isLongPoll: true)
            while let array = try await poll.next() {
                last = Int(array.array?.first?.integer ?? 0)
                let words = ChannelClient.words(array)
                if words.hasPrefix("change") { seen.insert(words) }
            }
        }
        #expect(await client.terminate().status == 200)
    }

    @Test func `says goodbye when the server shuts down`() async throws {
        let server = try await ChannelServer()
        let client = try await server.open([ChannelServer.target(2, collection: "c")])
        let back = await client.listen()
        _ = try await back.words(through: "snapshot")
        back.drain()
        #expect(try await back.words(through: "") == ["stop"])
    }

    @Test(arguments: 1...8)
    func `brings every array once and in order, wherever back channels break`(seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        let server = try await ChannelServer()
        let client = try await server.open([ChannelServer.target(2, collection: "c")])
        var received: [Int: JSONValue] = [:]
        var (acknowledged, last) = (0, 0)
        for round in 0..<20 {
            await server.put("c/\(round)")
            // What was acknowledged is gone: a client goes on behind it.
            acknowledged = Int.random(in: acknowledged...last, using: &random)
            last = acknowledged
            let back = await client.listen(acknowledged: acknowledged, isLongPoll: Bool.random(using: &random))
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                guard let array = try await back.next(), let number = array.array?.first?.integer else { break }
                #expect(Int(number) == last + 1)
                if let known = received[Int(number)] { #expect(known == array) }
                received[Int(number)] = array
                last = Int(number)
            }
            await back.cut()
        }
        #expect(received.keys.sorted() == Array(1...(received.keys.max() ?? 0)))
    }
}

extension ChannelServer {
    /// Moves the clock in steps until something has come to pass.
    func passTime(_ step: Duration, until isDone: () async -> Bool) async {
        while !(await isDone()) {
            clock.advance(by: step)
            await Task.yield()
        }
    }
}

/// A small generator of random numbers that can be repeated.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
