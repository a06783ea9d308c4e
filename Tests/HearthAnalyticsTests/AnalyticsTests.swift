import HearthAnalytics
import HearthAnalyticsModel
import HearthCore
import HearthTelemetry
import HearthTestSupport
import Testing

@Suite("Analytics")
struct AnalyticsTests {
    private let sink = RecordingSink()
    private let clock = StillClock()
    private let folder = TemporaryFolder()

    private func analytics(
        sink: (any AnalyticsSink)? = nil,
        _ change: (inout AnalyticsConfiguration) -> Void = { _ in }
    ) -> Analytics {
        var configuration = AnalyticsConfiguration()
        configuration.report = { _, _ in }
        change(&configuration)
        return Analytics(
            configuration,
            sink: sink ?? self.sink,
            storage: .folder(folder.path),
            clock: clock.telemetry
        )
    }

    @Test func `sends what was logged, in order, with session and engagement`() async throws {
        let analytics = analytics()
        analytics.logEvent("first", ["level": 1])
        clock.advance(by: .seconds(2))
        analytics.logEvent("second")
        #expect(await analytics.flush())
        #expect(sink.names == ["first", "second"])
        let events = sink.events
        #expect(events[0].parameters["level"] == 1)
        #expect(events[0].parameters["session_id"] == .int(1_790_000_000))
        #expect(events[0].parameters["engagement_time_msec"] == 1)
        #expect(events[1].parameters["engagement_time_msec"] == 2000)
        #expect(events[1].time == events[0].time + .seconds(2))
        #expect(analytics.waitingEvents == 0)
    }

    @Test func `sends half a minute after the first event`() async throws {
        let analytics = analytics()
        analytics.logEvent("first")
        #expect(await clock.passNextSleep() == .seconds(30))
        while sink.names.isEmpty { await Task.yield() }
        #expect(sink.names == ["first"])
        _ = analytics
    }

    @Test func `sends at once when 25 events wait`() async throws {
        let analytics = analytics()
        for _ in 0..<25 { analytics.logEvent("tick") }
        while sink.events.count < 25 { await Task.yield() }
        #expect(sink.batches.count == 1)
        _ = analytics
    }

    @Test func `waits longer after each failure, as long as it is told to, and sends each event once`() async throws {
        let sink = RecordingSink([.later(after: nil), .later(after: .seconds(600)), .later(after: nil)])
        let analytics = analytics(sink: sink)
        analytics.logEvent("first")
        #expect(await clock.passNextSleep() == .seconds(30))
        #expect((.milliseconds(22_500)...(.milliseconds(37_500))).contains(await clock.passNextSleep()))
        #expect(await clock.passNextSleep() == .seconds(600))
        #expect((.seconds(90)...(.seconds(150))).contains(await clock.passNextSleep()))
        while sink.names.isEmpty { await Task.yield() }
        #expect(sink.names == ["first"])
        #expect(sink.attempts == 4)
        _ = analytics
    }

    @Test func `drops a batch that the receiver will never take`() async throws {
        let problems = Problems()
        let sink = RecordingSink([.refused("status 400")])
        let analytics = analytics(sink: sink) { $0.report = problems.report }
        analytics.logEvent("first")
        #expect(await analytics.flush())
        analytics.logEvent("second")
        #expect(await analytics.flush())
        #expect(sink.names == ["second"])
        #expect(problems.all.map(\.outcome) == [.refused])
    }

    @Test func `drops events after 72 hours`() async throws {
        let analytics = analytics(sink: RecordingSink([.later(after: nil)]))
        analytics.logEvent("old")
        #expect(!(await analytics.flush()))
        clock.advance(by: .seconds(72 * 3600 - 1))
        analytics.logEvent("young")
        clock.advance(by: .seconds(1))
        #expect(await analytics.flush())
        #expect(analytics.waitingEvents == 0)
    }

    @Test func `never mixes events of two users in a batch`() async throws {
        let analytics = analytics()
        analytics.setUserID("u1")
        analytics.logEvent("a")
        analytics.setUserID("u2")
        analytics.logEvent("b")
        analytics.logEvent("c")
        analytics.setUserProperty("gold", forName: "plan")
        analytics.logEvent("d")
        #expect(await analytics.flush())
        #expect(sink.batches.map { $0.events.map(\.name.rawValue) } == [["a"], ["b", "c"], ["d"]])
        #expect(sink.batches.map(\.identity.userID) == ["u1", "u2", "u2"])
        #expect(sink.batches.map(\.identity.userProperties) == [[:], [:], ["plan": "gold"]])
    }

    @Test func `begins a session after half an hour without events`() async throws {
        let analytics = analytics()
        analytics.logEvent("a")
        clock.advance(by: .seconds(1799))
        analytics.logEvent("b")
        clock.advance(by: .seconds(1800))
        analytics.logEvent("c")
        #expect(await analytics.flush())
        #expect(sink.events.map { $0.parameters["session_number"] } == [1, 1, 2])
    }

    @Test func `does not count the time in the background`() async throws {
        let analytics = analytics()
        analytics.logEvent("a")
        await analytics.moveToBackground()
        clock.advance(by: .seconds(100))
        analytics.moveToForeground()
        clock.advance(by: .seconds(3))
        analytics.logEvent("b")
        #expect(await analytics.flush())
        #expect(sink.events.last?.parameters["engagement_time_msec"] == 3000)
    }

    @Test func `deletes what waits when collection is switched off, and stays off`() async throws {
        do {
            let analytics = analytics()
            analytics.setUserID("u1")
            analytics.logEvent("before")
            let name = analytics.appInstanceID
            analytics.setAnalyticsCollectionEnabled(false)
            analytics.logEvent("during")
            #expect(analytics.waitingEvents == 0)
            #expect(analytics.appInstanceID == nil)
            #expect(name != nil)
        }
        let again = analytics()
        again.logEvent("later")
        #expect(await again.flush())
        #expect(sink.names.isEmpty)
        again.setAnalyticsCollectionEnabled(true)
        again.logEvent("after")
        #expect(await again.flush())
        #expect(sink.names == ["after"])
        #expect(sink.batches.first?.identity.userID == nil)
        for file in folder.files {
            let text = String(decoding: try folder.read(file), as: UTF8.self)
            #expect(!text.contains("before") && !text.contains("u1"), "\(file)")
        }
    }

    @Test func `stores nothing while the user denies storage`() async throws {
        let analytics = analytics()
        analytics.logEvent("before")
        analytics.setConsent([.analyticsStorage: .denied])
        analytics.logEvent("during")
        #expect(analytics.waitingEvents == 0)
        analytics.setConsent([.analyticsStorage: .granted])
        analytics.logEvent("after")
        #expect(await analytics.flush())
        #expect(sink.names == ["after"])
    }

    @Test func `sends an event under the stricter consent of then and now`() async throws {
        let analytics = analytics()
        analytics.setConsent([.adUserData: .granted, .adPersonalization: .denied])
        analytics.logEvent("a")
        analytics.setConsent([.adUserData: .denied, .adPersonalization: .granted])
        #expect(await analytics.flush())
        #expect(sink.batches.first?.identity.consent == [.adUserData: .denied, .adPersonalization: .denied])
    }

    @Test func `refuses an address as a property, and says what to do`() throws {
        let analytics = analytics()
        let problem = try #require(analytics.setUserProperty("ada@example.com", forName: "email"))
        #expect(problem.code == .personalData)
        #expect(problem.outcome == .refused)
        #expect(problem.reason.contains("an e-mail address"))
        #expect(problem.reason.contains("setUserID"))
        #expect(!"\(problem)".contains("ada@"))
        #expect(analytics.setUserID("ada@example.com")?.code == .personalData)
        #expect(analytics.setUserProperty("ada@example.com", forName: "contact")?.code == .personalData)
    }

    @Test func `sends an address as a property where the app allows it`() async throws {
        let analytics = analytics { $0.personalData = .allow }
        #expect(analytics.setUserProperty("ada@example.com", forName: "email") == nil)
        analytics.logEvent("a")
        #expect(await analytics.flush())
        #expect(sink.batches.first?.identity.userProperties == ["email": "ada@example.com"])
    }

    @Test func `adds the default parameters, which the event's own replace`() async throws {
        let analytics = analytics()
        analytics.setDefaultEventParameters(["flavor": "free", "build": 7])
        analytics.logEvent("a", ["flavor": "paid"])
        #expect(await analytics.flush())
        #expect(sink.events[0].parameters["flavor"] == "paid")
        #expect(sink.events[0].parameters["build"] == 7)
    }

    @Test func `forgets the installation and the user on reset`() async throws {
        let analytics = analytics()
        let before = analytics.appInstanceID
        analytics.setUserID("u1")
        analytics.logEvent("a")
        analytics.resetAnalyticsData()
        #expect(analytics.waitingEvents == 0)
        #expect(analytics.appInstanceID != before)
        analytics.logEvent("b")
        #expect(await analytics.flush())
        #expect(sink.batches.map(\.identity.userID) == [nil])
    }

    @Test func `leaves a breadcrumb for each event`() throws {
        final class Trail: BreadcrumbRecorder {
            let names = Locked<[String]>([])
            func addBreadcrumb(_ name: String, _ fields: [(name: String, value: String)]) {
                let line = ([name] + fields.map { "\($0.name)=\($0.value)" }).joined(separator: " ")
                names.withLock { $0.append(line) }
            }
        }
        let trail = Trail()
        let analytics = Analytics(sink: sink, storage: .memory, breadcrumbs: trail, clock: clock.telemetry)
        analytics.logPurchase(
            value: 9.5,
            currency: "EUR",
            transactionID: "T1",
            items: [AnalyticsItem(id: "sku", name: "Teapot", quantity: 2)]
        )
        #expect(trail.names.withLock { $0 } == ["purchase transaction_id=T1 value=9.5 currency=EUR items=1 items"])
    }

    @Test func `loses no event that was logged when the process is killed`() async throws {
        let count = Int.random(in: 500...4000)
        let last = try WriterProcess("AnalyticsWriter", folder.path).kill(after: count)
        let analytics = analytics()
        #expect(analytics.waitingEvents >= last)
        #expect(await analytics.flush())
        let numbers = sink.events.compactMap { event -> Int? in
            guard case .int(let number) = event.parameters["number"] else { return nil }
            return Int(number)
        }
        #expect(numbers == Array(1...numbers.count))
        #expect(numbers.count >= last)
    }
}
