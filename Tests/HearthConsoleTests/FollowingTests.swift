import HearthCore
import HearthHTTP
import HearthJSON
import Testing

@testable import HearthConsole

/// A log that is followed, whose pauses between frames end when the test says so.
private struct FollowedLog {
    let log: TrafficLog
    let follower: Int
    private let wakes: AsyncStream<Void>
    private let permits: AsyncStream<Void>.Continuation

    init() throws {
        let (pauses, permits) = AsyncStream.makeStream(of: Void.self)
        self.permits = permits
        log = TrafficLog(
            name: { "\($0.path)" },
            pause: { _ in for await _ in pauses { return } },
            now: { UnixTime(seconds: 1) }
        )
        (wakes, follower) = try #require(log.join())
    }

    func add(_ names: some Sequence<Int>) {
        for name in names {
            log.add(
                HTTPRequest(.post, target: "/\(name)"),
                HTTPResponse(status: 200),
                start: UnixTime(seconds: 1),
                took: .zero,
                isFromConsole: false
            )
        }
    }

    func endPause() { permits.yield() }

    /// The lines of the next frame, once the follower is woken for it.
    func nextFrame(after number: Int) async throws -> [JSONObject] {
        for await _ in wakes { break }
        return try lines(of: #require(log.frame(after: number)))
    }

    func lines(of frame: LiveFrame) throws -> [JSONObject] {
        try String(decoding: frame.bytes, as: UTF8.self).split(separator: "\n\n").map { event in
            let parts = event.split(separator: "\n")
            let entry = try #require(try JSON.parse(Array(parts[2].dropFirst("data: ".count).utf8))["entry"]?.object)
            #expect(parts[0] == "id: \(log.run).\(entry["id"]?.integer ?? 0)")
            #expect(parts[1] == "event: log")
            return entry
        }
    }
}

@Suite("A page that follows the log")
struct FollowingTests {
    private static func names(_ lines: [JSONObject]) -> [String] { lines.compactMap { $0["op"]?.string } }

    @Test func `gets a burst in frames of a few lines, in order and none twice`() async throws {
        let followed = try FollowedLog()
        followed.add(0..<1)
        #expect(try await Self.names(followed.nextFrame(after: 0)) == ["/0"])
        followed.add(1..<61)
        var (shown, place) = ([String](), 1)
        for size in [TrafficLog.frameLimit, TrafficLog.frameLimit, 10] {
            followed.endPause()
            let lines = try await followed.nextFrame(after: place)
            #expect(lines.count == size)
            place += size
            shown += Self.names(lines)
        }
        #expect(shown == (1..<61).map { "/\($0)" })
        #expect(followed.log.frame(after: place) == nil)
    }

    @Test func `is told how many lines a crowd has cost it, and sees the newest ones`() async throws {
        let followed = try FollowedLog()
        followed.add(0..<1)
        _ = try await followed.nextFrame(after: 0)
        followed.add(1..<3001)
        followed.endPause()
        let lines = try await followed.nextFrame(after: 1)
        #expect(lines.first?["kind"]?.string == "gap")
        #expect(lines.first?["count"]?.integer == Int64(3000 - TrafficLog.frameLimit))
        #expect(Self.names(Array(lines.dropFirst())) == (3001 - TrafficLog.frameLimit..<3001).map { "/\($0)" })
        // What came while the frame was made is not lost.
        followed.add(3001..<3002)
        followed.endPause()
        #expect(try await Self.names(followed.nextFrame(after: 1 + lines.count)) == ["/3001"])
    }

    @Test func `that is behind gets what it missed in pieces, and then the frames of the others`() async throws {
        let followed = try FollowedLog()
        followed.add(0..<450)
        await followed.log.catchUp()
        var (shown, place) = ([String](), 0)
        while let frame = followed.log.frame(after: place) {
            #expect(frame.after == place && frame.last > place)
            shown += Self.names(try followed.lines(of: frame))
            place = frame.last
        }
        #expect(shown == (0..<450).map { "/\($0)" })
    }

    @Test func `finds what another page has made the log read`() async throws {
        let followed = try FollowedLog()
        followed.add(0..<1)
        _ = try await followed.nextFrame(after: 0)
        followed.add(1..<3)
        _ = await followed.log.newest(limit: 10)
        followed.endPause()
        #expect(try await Self.names(followed.nextFrame(after: 1)) == ["/1", "/2"])
    }

    @Test func `wakes nothing any more once it has gone`() async throws {
        let followed = try FollowedLog()
        followed.log.leave(followed.follower)
        followed.add(0..<10)
        #expect(followed.log.page(after: 0, limit: 10).lines.isEmpty)
        #expect(await followed.log.newest(limit: 10).lines.count == 10)
    }
}
