import HearthAnalyticsModel
import HearthCore
import HearthJSON
import Testing

/// The limits, written by hand from the documentation.
private let reservedEvents = """
    ad_activeview ad_click ad_exposure ad_query ad_reward adunit_exposure app_background app_clear_data app_exception \
    app_remove app_store_refund app_store_subscription_cancel app_store_subscription_convert \
    app_store_subscription_renew app_update app_upgrade dynamic_link_app_open dynamic_link_app_update \
    dynamic_link_first_open error firebase_campaign firebase_in_app_message_action firebase_in_app_message_dismiss \
    firebase_in_app_message_impression first_open first_visit in_app_purchase notification_dismiss \
    notification_foreground notification_open notification_receive os_update session_start \
    session_start_with_rollout user_engagement
    """.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init)

@Suite("Validation of events")
struct ValidationTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let what: String
        let event: String
        var parameters: AnalyticsParameters = [:]
        /// The codes of what is wrong, advice left out.
        var codes: [String] = []
        var isRefused = false
        var testDescription: String { what }
    }

    static let rows: [Row] =
        [
            Row(what: "a plain name", event: "level_won"),
            Row(what: "one letter", event: "a"),
            Row(what: "40 characters", event: String(repeating: "n", count: 40)),
            Row(
                what: "41 characters",
                event: String(repeating: "n", count: 41),
                codes: ["VALUE_OUT_OF_BOUNDS"],
                isRefused: true
            ),
            Row(what: "no name", event: "", codes: ["VALUE_REQUIRED"], isRefused: true),
            Row(what: "a digit first", event: "1up", codes: ["NAME_INVALID"], isRefused: true),
            Row(what: "a space", event: "level won", codes: ["NAME_INVALID"], isRefused: true),
            Row(what: "a hyphen", event: "level-won", codes: ["NAME_INVALID"], isRefused: true),
            Row(what: "a letter beyond ASCII", event: "größe", codes: ["NAME_INVALID"], isRefused: true),
            Row(what: "an underscore first", event: "_x", codes: ["NAME_RESERVED"], isRefused: true),
            Row(what: "firebase_ first", event: "firebase_x", codes: ["NAME_RESERVED"], isRefused: true),
            Row(what: "ga_ first", event: "ga_x", codes: ["NAME_RESERVED"], isRefused: true),
            Row(what: "google_ first", event: "google_x", codes: ["NAME_RESERVED"], isRefused: true),
            Row(what: "gallery is no ga_", event: "gallery"),
            Row(what: "app_error of the app", event: "app_error"),
            Row(
                what: "a parameter's name of 40",
                event: "e",
                parameters: [.init(rawValue: String(repeating: "p", count: 40)): 1]
            ),
            Row(
                what: "a parameter's name of 41",
                event: "e",
                parameters: [.init(rawValue: String(repeating: "p", count: 41)): 1],
                codes: ["VALUE_OUT_OF_BOUNDS"]
            ),
            Row(what: "a parameter of Google's tag", event: "e", parameters: ["gtag.x": 1], codes: ["NAME_RESERVED"]),
            Row(
                what: "a parameter that begins with ga_",
                event: "e",
                parameters: ["ga_x": 1],
                codes: ["NAME_RESERVED"]
            ),
            Row(what: "a parameter with a dot", event: "e", parameters: ["a.b": 1], codes: ["NAME_INVALID"]),
            Row(what: "a text of 100", event: "e", parameters: ["t": .string(String(repeating: "x", count: 100))]),
            Row(
                what: "a text of 101",
                event: "e",
                parameters: ["t": .string(String(repeating: "x", count: 101))],
                codes: ["VALUE_OUT_OF_BOUNDS"]
            ),
            Row(
                what: "a page's address of 1000",
                event: "e",
                parameters: ["page_location": .string(String(repeating: "x", count: 1000))]
            ),
            Row(
                what: "a page's title of 301",
                event: "e",
                parameters: ["page_title": .string(String(repeating: "x", count: 301))],
                codes: ["VALUE_OUT_OF_BOUNDS"]
            ),
            Row(what: "infinity", event: "e", parameters: ["n": .double(.infinity)], codes: ["VALUE_INVALID"]),
            Row(what: "not a number", event: "e", parameters: ["n": .double(.nan)], codes: ["VALUE_INVALID"]),
            Row(what: "items elsewhere", event: "e", parameters: ["list": .items([])], codes: ["VALUE_INVALID"]),
            Row(what: "items that are text", event: "e", parameters: [.items: "x"], codes: ["VALUE_INVALID"]),
            Row(
                what: "201 items",
                event: "e",
                parameters: [.items: .items((0..<201).map { AnalyticsItem(id: "\($0)") })],
                codes: ["EXCEEDED_MAX_ENTITIES"]
            ),
            Row(
                what: "28 parameters of an item's own",
                event: "e",
                parameters: [
                    .items: .items([
                        AnalyticsItem(
                            id: "1",
                            custom: AnalyticsParameters(
                                Dictionary(uniqueKeysWithValues: (0..<28).map { ("c\($0)", AnalyticsValue.int(1)) })
                            )
                        )
                    ])
                ],
                codes: ["EXCEEDED_MAX_ENTITIES"]
            ),
            Row(
                what: "an item in an item",
                event: "e",
                parameters: [.items: .items([AnalyticsItem(id: "1", custom: ["inner": .items([])])])],
                codes: ["VALUE_INVALID"]
            ),
            Row(what: "an address by its name", event: "e", parameters: ["email": "x"], codes: ["PERSONAL_DATA"]),
            Row(
                what: "an address by its look",
                event: "e",
                parameters: ["who": "a@b.example"],
                codes: ["PERSONAL_DATA"]
            ),
        ]
        + reservedEvents.map {
            Row(what: "the reserved name \($0)", event: $0, codes: ["NAME_RESERVED"], isRefused: true)
        }

    @Test("knows each row of the table", arguments: rows)
    func table(_ row: Row) {
        var check = EventCheck(personalData: .refuse, path: "e")
        let kept = check.check(row.event, row.parameters)
        #expect((kept == nil) == row.isRefused)
        #expect(check.problems.filter { $0.outcome != .accepted }.map(\.code.rawValue) == row.codes)
    }

    @Test func `keeps the first 25 parameters in the order given`() {
        var parameters = AnalyticsParameters()
        for number in (0..<30).reversed() { parameters[.init(rawValue: "p\(number)")] = .int(Int64(number)) }
        var check = EventCheck(personalData: .refuse, path: "e")
        let kept = check.check("e", parameters)
        #expect(kept?.members.map(\.name.rawValue) == (5..<30).reversed().map { "p\($0)" })
        #expect(check.problems.count == 5)
    }

    @Test func `advises a currency where there is a value`() {
        var check = EventCheck(personalData: .refuse, path: "e")
        _ = check.check("offer", ["value": 3])
        #expect(check.problems.map(\.outcome) == [.accepted])
        #expect(check.problems.first?.reason.contains("currency") == true)
    }

    /// Random events: whatever the client keeps, the collector takes without a word, and nothing breaks a limit.
    @Test(arguments: 0..<40)
    func `keeps of random events only what the collector takes`(_ seed: Int) throws {
        var random = SeededGenerator(state: UInt64(seed + 1))
        for _ in 0..<25 {
            let name = random.name()
            var given = AnalyticsParameters()
            for _ in 0..<Int.random(in: 0...35, using: &random) {
                given[.init(rawValue: random.name())] = random.value()
            }
            var check = EventCheck(personalData: .refuse, path: "e")
            guard let kept = check.check(name, given) else {
                #expect(!isLegal(name))
                continue
            }
            #expect(isLegal(name))
            #expect(kept.count <= 25)
            for member in kept.members {
                #expect(member.name.rawValue.utf8.count <= 40)
                if case .string(let text) = member.value { #expect(text.count <= 100) }
            }
            let now = UnixTime(seconds: 1_790_000_000)
            let event = LoggedEvent(name: .init(rawValue: name), parameters: kept, time: now)
            let identity = AnalyticsIdentity(appInstanceID: String(repeating: "a", count: 32))
            let body = MeasurementRequest(identity: identity, events: [event]).body
            let reading = MeasurementReading(body, now: now, personalData: .refuse)
            #expect(reading.problems.filter { $0.outcome != .accepted }.isEmpty, "\(reading.problems)")
            #expect(reading.events == [event])
        }
    }

    /// The rule of names, written again by the documentation's words.
    private func isLegal(_ name: String) -> Bool {
        guard let first = name.first, name.count <= 40 else { return false }
        let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        guard letters.contains(first), name.allSatisfy({ letters.contains($0) || "0123456789_".contains($0) }) else {
            return false
        }
        return !["firebase_", "ga_", "google_"].contains { name.hasPrefix($0) } && !reservedEvents.contains(name)
    }
}

/// The generator SplitMix64, so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func name() -> String {
        switch Int.random(in: 0..<10, using: &self) {
        case 0:
            return ["error", "first_open", "ga_x", "_x", "firebase_a", "", "9a", "a b", "ü"].randomElement(using: &self)
                ?? ""
        case 1: return String(repeating: "q", count: Int.random(in: 38...43, using: &self))
        default:
            let letters = Array("abcdefghijkxyzABZ0189_")
            let rest = (0..<Int.random(in: 0...12, using: &self)).compactMap { _ in letters.randomElement(using: &self)
            }
            return "q" + String(rest)
        }
    }

    mutating func value() -> AnalyticsValue {
        switch Int.random(in: 0..<8, using: &self) {
        case 0: .int(Int64.random(in: .min ... .max, using: &self))
        case 1: .double([0.5, -1e300, .infinity, .nan, 3.25].randomElement(using: &self) ?? 0)
        case 2: .string(String(repeating: "é", count: Int.random(in: 98...103, using: &self)))
        case 3: .string("who@example.com")
        case 4: .items([AnalyticsItem(id: "1", price: 2.5)])
        default: .string("v\(Int.random(in: 0...999, using: &self))")
        }
    }
}
