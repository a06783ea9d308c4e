import HearthCore
import HearthFirestoreWire
import HearthHTTP
import Testing

@testable import HearthFirestore

@Suite("A web channel and a server that a test plays")
struct WebChannelTests {
    /// The numbers of the targets that are told, up to the end, and how it ended.
    private func told(_ channel: WebChannel) async -> (targets: [Int32], end: FirestoreError?) {
        var targets: [Int32] = []
        do throws(FirestoreError) {
            while let message = try await channel.next() { targets += message.targetChange?.targetIds ?? [] }
            return (targets, nil)
        } catch {
            return (targets, error)
        }
    }

    /// The value of a parameter of a request's target.
    private func value(_ name: String, _ request: HTTPRequest) -> String? {
        request.target.split(whereSeparator: { $0 == "?" || $0 == "&" })
            .first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }

    /// The next request that is one of a method.
    private func next(_ method: HTTPMethod, _ script: ScriptedChannel) async throws -> HTTPRequest {
        while true {
            let request = try #require(try await script.next())
            if request.method == method { return request }
        }
    }

    @Test func `tells every array once, in order, whatever the server repeats`() async throws {
        let script = ScriptedChannel(backs: [
            .pieces([ScriptedChannel.changes(1, 2)]), .pieces([ScriptedChannel.changes(2, 3)]),
            .pieces([ScriptedChannel.changes(1), ScriptedChannel.changes(4)]), .status(400),
        ])
        let channel = script.channel(longPolling: .never)
        channel.start()
        #expect(await told(channel).targets == [1, 2, 3, 4])
        // Each answer begins behind what has arrived.
        for received in ["0", "2", "3", "4"] { #expect(value("AID", try await next(.get, script)) == received) }
    }

    @Test func `puts frames together wherever they are cut`() async {
        let bytes = ScriptedChannel.changes(1) + ScriptedChannel.frame(#"[[2,["noop"]]]"#) + ScriptedChannel.changes(3)
        for cut in 1..<bytes.count {
            let script = ScriptedChannel(backs: [
                .pieces([Array(bytes[..<cut]), Array(bytes[cut...])]), .status(400),
            ])
            let channel = script.channel(longPolling: .never)
            channel.start()
            #expect(await told(channel).targets == [1, 3], "cut at \(cut)")
        }
    }

    @Test func `gives up after four answers in a row without anything new`() async throws {
        let script = ScriptedChannel(backs: [
            .unreachable, .broken([]), .pieces([]), .broken([ScriptedChannel.frame("")]),
        ])
        let pauses = Locked<[Duration]>([])
        let channel = script.channel(longPolling: .never) { pause in pauses.withLock { $0.append(pause) } }
        channel.start()
        let (targets, error) = await told(channel)
        #expect(targets == [] && error?.code == .unavailable)
        // The second attempt comes at once, the others after growing pauses.
        #expect(pauses.withLock { $0 } == [.seconds(5), .seconds(10)])
        for attempt in 1...4 { #expect(value("t", try await next(.get, script)) == "\(attempt)") }
    }

    @Test func `goes on as long as each broken answer brings something new`() async {
        let breaks = (1...8).map { ScriptedChannel.Back.broken([ScriptedChannel.changes($0)]) }
        let script = ScriptedChannel(backs: breaks + [.status(400)])
        let channel = script.channel(longPolling: .never)
        channel.start()
        let (targets, error) = await told(channel)
        #expect(targets == Array(1...8) && error?.code == .unavailable)
    }

    @Test func `ends with the session, and with what the server says of it`() async {
        let refusal = #"[[2,[{"error":{"status":"PERMISSION_DENIED","message":"no"}}]]]"#
        let table: [(ScriptedChannel.Back, FirestoreError.Code?)] = [
            (.status(400), .unavailable), (.status(500), .unavailable),
            (.pieces([ScriptedChannel.changes(1), ScriptedChannel.frame(refusal)]), .permissionDenied),
            (.pieces([ScriptedChannel.frame(#"[[1,["stop"]]]"#)]), .unavailable),
            (.pieces([ScriptedChannel.frame(#"[[1,["close"]]]"#)]), nil),
            (.pieces([Array("no frame at all".utf8)]), .invalidArgument),
            (.pieces([ScriptedChannel.frame(#"{"a":1}"#)]), .unavailable),
        ]
        for (back, code) in table {
            let script = ScriptedChannel(backs: [back])
            let channel = script.channel(longPolling: .never)
            channel.start()
            #expect(await told(channel).end?.code == code)
            // What is asked afterwards reaches no server, and harms nothing.
            channel.send(ListenRequest())
            channel.close()
        }
    }

    @Test func `numbers its requests, and makes one without an answer again under its number`() async throws {
        let script = ScriptedChannel(backs: [], forwards: [nil, nil, 200, 200])
        let channel = script.channel(longPolling: .never)
        channel.start()
        var request = ListenRequest()
        request.removeTarget = 2
        channel.send(request)
        for attempt in ["1", "2", "3"] {
            let sent = try await next(.post, script)
            #expect(value("RID", sent) == "10" && value("t", sent) == attempt)
            #expect(String(decoding: sent.body, as: UTF8.self).hasPrefix("count=1&ofs=1&req0___data__="))
        }
        channel.send(request)
        let second = try await next(.post, script)
        #expect(value("RID", second) == "11")
        #expect(String(decoding: second.body, as: UTF8.self).hasPrefix("count=1&ofs=2&"))
        channel.close()
        let last = try await next(.post, script)
        #expect(value("TYPE", last) == "terminate" && value("RID", last) == "12")
        #expect(await told(channel).end == nil)
    }

    @Test(arguments: [[nil, nil, nil], [400], [nil, 503]] as [[Int?]])
    func `is lost when what is asked does not get through`(forwards: [Int?]) async {
        let script = ScriptedChannel(backs: [], forwards: forwards)
        let channel = script.channel(longPolling: .never)
        channel.start()
        channel.send(ListenRequest())
        #expect(await told(channel).end?.code == .unavailable)
    }

    @Test func `polls when a streamed answer is held back on its way`() async throws {
        let script = ScriptedChannel(backs: [.silent, .pieces([ScriptedChannel.changes(1)]), .status(400)])
        let channel = script.channel(longPolling: .automatic)
        channel.start()
        #expect(value("CI", try await next(.get, script)) == "0")
        #expect(await told(channel).targets == [1])
        #expect(value("CI", try await next(.get, script)) == "1")
        #expect(value("CI", try await next(.get, script)) == "1")
    }

    @Test func `polls from the beginning where the app says so`() async throws {
        let script = ScriptedChannel(backs: [.pieces([ScriptedChannel.changes(1)]), .status(400)])
        let channel = script.channel(longPolling: .always)
        channel.start()
        #expect(await told(channel).targets == [1])
        #expect(value("CI", try await next(.get, script)) == "1")
    }

    @Test func `tells the server of its end once`() async throws {
        let script = ScriptedChannel(backs: [])
        let channel = script.channel(longPolling: .never)
        channel.start()
        channel.close()
        channel.close()
        #expect(value("TYPE", try await next(.post, script)) == "terminate")
        #expect(await told(channel).end == nil)
        script.asked.end()
        while let request = try await script.next() { #expect(value("TYPE", request) != "terminate") }
    }
}
