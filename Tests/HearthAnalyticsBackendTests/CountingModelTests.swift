import HearthAnalyticsBackend
import HearthCore
import HearthDatabase
import HearthHTTP
import HearthJSON
import HearthTelemetryServer
import Testing

/// Numbers of random events, against a list that is counted by hand.
@Suite("What a collector counts")
struct CountingModelTests {
    private struct Event {
        let stream: String
        let name: String
        let actor: String
        let time: Int64
    }

    /// Numbers that look random and are the same in every run.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 16
        }
    }

    private static let start: Int64 = 1_790_000_000
    private static let day: Int64 = 86_400

    /// Forty days of events, sent on the day that they happened.
    private func filled(_ seed: UInt64) async throws -> (backend: AnalyticsBackend, events: [Event], now: Int64) {
        let clock = Locked(Self.start)
        var configuration = AnalyticsBackend.Configuration(location: .memory, access: .emulator())
        configuration.now = { UnixTime(seconds: clock.withLock { $0 }) }
        let backend = try await AnalyticsBackend(configuration)
        var random = Generator(state: seed)
        var events: [Event] = []
        for today in stride(from: Int64(0), to: 40, by: 2) {
            clock.withLock { $0 = Self.start + today * Self.day }
            for client in 0..<Int.random(in: 0...5, using: &random) {
                let stream = Bool.random(using: &random) ? "G-1" : "G-2"
                let user = Bool.random(using: &random) ? "u\(Int.random(in: 0...2, using: &random))" : nil
                var sent: [String] = []
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let name = ["see", "take", "pay"][Int.random(in: 0...2, using: &random)]
                    let time = Self.start + today * Self.day - Int64.random(in: 0...100_000, using: &random)
                    events.append(Event(stream: stream, name: name, actor: user ?? "c.\(client)", time: time))
                    sent.append(#"{"name":"\#(name)","timestamp_micros":\#(time * 1_000_000)}"#)
                }
                let owner = user.map { #","user_id":"\#($0)""# } ?? ""
                let body = #"{"client_id":"c.\#(client)"\#(owner),"events":[\#(sent.joined(separator: ","))]}"#
                let request = HTTPRequest(
                    .post,
                    target: "/mp/collect?measurement_id=\(stream)",
                    body: Array(body.utf8)
                )
                #expect(await backend.handle(request).status == 204)
            }
        }
        return (backend, events, clock.withLock { $0 })
    }

    private func get(_ backend: AnalyticsBackend, _ target: String) async throws -> JSONValue {
        try JSON.parse(await backend.handle(HTTPRequest(.get, target: target)).bytes)
    }

    @Test(arguments: 1...4) func `are events, users and days as they were sent`(seed: UInt64) async throws {
        let (backend, all, now) = try await filled(seed)
        for stream in [nil, "G-1", "G-2", "G-3"] {
            let ofStream = all.filter { stream == nil || $0.stream == stream }
            let part = stream.map { "&stream=\($0)" } ?? ""
            for days in [1, 7, 28, 400] as [Int64] {
                let events = ofStream.filter { $0.time >= now - days * Self.day }
                let counts = try await get(backend, "/analytics/v1/counts?days=\(days)\(part)")["counts"]?.array ?? []
                for count in counts {
                    let same = events.filter { $0.name == count["name"]?.string }
                    #expect(count["events"] == .integer(Int64(same.count)))
                    #expect(count["users"] == .integer(Int64(Set(same.map(\.actor)).count)))
                }
                #expect(Set(counts.compactMap { $0["name"]?.string }) == Set(events.map(\.name)))
                let order = counts.compactMap { $0["events"]?.integer }
                #expect(order == order.sorted(by: >))
            }
            let active = try await get(backend, "/analytics/v1/users?x=1\(part)")
            for (member, days) in [("active1Day", 1), ("active7Days", 7), ("active28Days", 28)] as [(String, Int64)] {
                let actors = Set(ofStream.filter { $0.time >= now - days * Self.day }.map(\.actor))
                #expect(active[member] == .integer(Int64(actors.count)))
            }
        }
        await backend.close()
    }

    @Test(arguments: 1...4) func `is how far users came, step by step in time`(seed: UInt64) async throws {
        let (backend, all, _) = try await filled(seed)
        // Events of one second have the order in which they arrived.
        let ordered = all.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
        for steps in [
            ["see", "take"], ["see", "take", "pay"], ["pay", "pay", "pay"], ["pay", "see", "pay", "see", "take"],
        ] {
            var expected = [Int64](repeating: 0, count: steps.count)
            for actor in Set(all.map(\.actor)) {
                var names = ordered.filter { $0.actor == actor }.map(\.name)[...]
                for (index, step) in steps.enumerated() {
                    guard let place = names.firstIndex(of: step) else { break }
                    expected[index] += 1
                    names = names[(place + 1)...]
                }
            }
            let target = "/analytics/v1/funnel?days=400&steps=\(steps.joined(separator: ","))"
            let found = try await get(backend, target)["steps"]?.array?.map { $0["users"]?.integer }
            #expect(found == expected, "\(steps)")
        }
        await backend.close()
    }
}
