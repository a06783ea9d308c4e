import HearthAnalyticsModel
import HearthCore
import HearthJSON
import HearthTestSupport
import Testing

/// Requests as they are written, and bodies as they may arrive.
@Suite("A request of the Measurement Protocol")
struct MeasurementTests {
    private static let now = UnixTime(seconds: 1_790_000_000)
    private static let id = "0123456789abcdef0123456789ABCDEF"

    private func read(_ text: String) -> MeasurementReading {
        MeasurementReading(Array(text.utf8), now: Self.now, personalData: .refuse)
    }

    private func problems(_ reading: MeasurementReading) -> [String] {
        reading.problems.map { "\($0.field) \($0.code.rawValue) \($0.outcome)" }
    }

    @Test func `is written with every member that the protocol asks for, and no empty one`() throws {
        let identity = AnalyticsIdentity(
            appInstanceID: Self.id,
            userID: "ada",
            userProperties: ["tier": "gold", "age": "7"],
            consent: [.adUserData: .denied, .adPersonalization: .granted]
        )
        let event = LoggedEvent(
            name: "level_up",
            parameters: ["level": 3, "ratio": 0.5, "who": "\"é\""],
            time: UnixTime(milliseconds: 1_700_000_000_123)
        )
        let whole = MeasurementRequest(identity: identity, events: [event]).body
        let expected = #"""
            {"app_instance_id":"0123456789abcdef0123456789ABCDEF","user_id":"ada",
             "user_properties":{"age":{"value":"7"},"tier":{"value":"gold"}},
             "consent":{"ad_personalization":"GRANTED","ad_user_data":"DENIED"},
             "events":[{"name":"level_up","params":{"level":3,"ratio":0.5,"who":"\"é\""},
                        "timestamp_micros":1700000000123000}]}
            """#
        #expect(try JSON.parse(whole) == JSON.parse(Array(expected.utf8)))
        let least = MeasurementRequest(identity: AnalyticsIdentity(clientID: "1.2"), events: []).body
        #expect(String(decoding: least, as: UTF8.self) == #"{"client_id":"1.2","events":[]}"#)
    }

    @Test(
        arguments: [
            (Int64(0), Int64(0)), (1, 1000), (-1, -1000), (1_700_000_000_123, 1_700_000_000_123_000),
            (.max / 1000, .max / 1000 * 1000), (.max / 1000 + 1, .max), (.max, .max), (.min, .min),
        ] as [(Int64, Int64)]
    )
    func `has the moment of an event in microseconds, the last one there is at most`(
        milliseconds: Int64,
        micros: Int64
    ) throws {
        let event = LoggedEvent(name: "e", parameters: [:], time: UnixTime(milliseconds: milliseconds))
        #expect(event.json["timestamp_micros"] == .integer(micros))
        let back = try #require(LoggedEvent(json: .object(event.json)))
        #expect(back.time.milliseconds == micros / 1000)
    }

    @Test(
        arguments: [
            #"{"name":"e","params":{}}"#, #"{"name":7,"params":{},"timestamp_micros":1}"#,
            #"{"name":"e","params":[],"timestamp_micros":1}"#, #"{"name":"e","timestamp_micros":1}"#,
            #"{"name":"e","params":{"a":null},"timestamp_micros":1}"#, "[]", "null", #""e""#,
            #"{"name":"e","params":{},"timestamp_micros":"1"}"#, #"{"name":"e","params":{},"timestamp_micros":1.5}"#,
        ] as [String]
    )
    func `has no event that lacks what one has`(text: String) throws {
        #expect(LoggedEvent(json: try JSON.parse(Array(text.utf8))) == nil)
    }

    // MARK: Who

    @Test(
        arguments: [
            (#""app_instance_id":"0123456789abcdef0123456789ABCDEF""#, "0123456789abcdef0123456789abcdef", nil),
            (#""client_id":"1""#, nil, "1"), (#""client_id":"\u00e9""#, nil, "é"),
            // What is null is not there, as with every other member.
            (
                #""client_id":null,"app_instance_id":"0123456789abcdef0123456789abcdef""#,
                "0123456789abcdef0123456789abcdef", nil
            ),
            (#""client_id":"1","app_instance_id":null"#, nil, "1"),
        ] as [(String, String?, String?)]
    )
    func `is of an app's instance or a web client`(members: String, instance: String?, client: String?) {
        let reading = read("{\(members),\"events\":[{\"name\":\"e\"}]}")
        #expect(problems(reading).isEmpty)
        #expect(reading.identity.appInstanceID == instance && reading.identity.clientID == client)
        #expect(reading.events.map(\.name) == ["e"] && reading.events.map(\.time) == [Self.now])
    }

    @Test(
        arguments: [
            (#""client_id":null"#, "app_instance_id VALUE_REQUIRED refused"),
            (#""client_id":null,"app_instance_id":null"#, "app_instance_id VALUE_REQUIRED refused"),
            (#""client_id":"""#, "client_id VALUE_INVALID refused"),
            (#""client_id":1"#, "client_id VALUE_INVALID refused"),
            (#""client_id":{}"#, "client_id VALUE_INVALID refused"),
            (#""app_instance_id":"0123456789abcdef0123456789abcde""#, "app_instance_id VALUE_INVALID refused"),
            (#""app_instance_id":"0123456789abcdef0123456789abcdeg""#, "app_instance_id VALUE_INVALID refused"),
            (#""app_instance_id":"0123456789abcdef0123456789abcd\u0661""#, "app_instance_id VALUE_INVALID refused"),
            (#""app_instance_id":"0123456789abcdef0123456789abcdef0""#, "app_instance_id VALUE_INVALID refused"),
            (#""client_id":"1","client_id":"2""#, " VALUE_INVALID refused"),
        ] as [(String, String)]
    )
    func `is of no other sender`(members: String, problem: String) {
        let reading = read("{\(members),\"events\":[{\"name\":\"e\"}]}")
        #expect(problems(reading) == [problem] && reading.events.isEmpty)
    }

    @Test(
        arguments: [
            ("{}", []), ("null", []), (#"{"ad_user_data":"GRANTED"}"#, []),
            (#"{"ad_user_data":"granted"}"#, ["consent.ad_user_data VALUE_INVALID omitted"]),
            (#"{"ad_user_data":true}"#, ["consent.ad_user_data VALUE_INVALID omitted"]),
            (#"{"analytics_storage":"DENIED"}"#, ["consent.analytics_storage VALUE_INVALID omitted"]),
            // A refusal that is not understood must not pass for none.
            (#""DENIED""#, ["consent VALUE_INVALID omitted"]), ("[]", ["consent VALUE_INVALID omitted"]),
            ("false", ["consent VALUE_INVALID omitted"]),
        ] as [(String, [String])]
    )
    func `has an answer about consent, or a problem`(consent: String, expected: [String]) {
        let reading = read(#"{"client_id":"1","consent":\#(consent),"events":[{"name":"e"}]}"#)
        #expect(problems(reading) == expected && reading.events.count == 1)
        #expect(reading.identity.consent == (consent.contains("GRANTED") ? [.adUserData: .granted] : [:]))
    }

    @Test(
        arguments: [
            ("\"gold\"", "gold"), ("7", "7"), ("-0.5", "-0.5"), ("1e3", "1000"), ("\"\"", ""),
            ("true", nil), ("null", nil), ("{}", nil), ("[\"gold\"]", nil),
        ] as [(String, String?)]
    )
    func `has properties of a user that are text or numbers`(json: String, value: String?) {
        let body = #"{"client_id":"1","user_properties":{"tier":{"value":\#(json)}},"events":[{"name":"e"}]}"#
        let reading = read(body)
        #expect(reading.identity.userProperties["tier"] == value)
        #expect(problems(reading) == (value == nil ? ["user_properties.tier VALUE_INVALID refused"] : []))
    }

    @Test(arguments: ["7", "\"gold\"", "[]", "{}", "null", "{\"set\":1}"] as [String])
    func `has properties of a user as objects with a value`(json: String) {
        let reading = read(#"{"client_id":"1","user_properties":{"tier":\#(json)},"events":[{"name":"e"}]}"#)
        #expect(problems(reading) == ["user_properties.tier VALUE_INVALID refused"])
        #expect(reading.identity.userProperties.isEmpty && reading.events.count == 1)
    }

    // MARK: What and when

    @Test(
        arguments: [
            // The request's time is that of events without one.
            ("1789999999000000", "", 1_789_999_999_000), (nil, "", 1_790_000_000_000),
            ("1789999999000000", "1789999998000000", 1_789_999_998_000), (nil, "1789999998000999", 1_789_999_998_000),
            ("\"1789999999000000\"", "", 1_789_999_999_000), (nil, "1.789999998e15", 1_789_999_998_000),
            // No event is of the future, and none is of more than 72 hours ago.
            (nil, "1790000000001000", 1_790_000_000_000), (nil, "9223372036854775807", 1_790_000_000_000),
            (nil, "1789740800000000", 1_789_740_800_000), (nil, "1789740799999999", nil), (nil, "1", nil),
            (nil, "0", nil), (nil, "-1789999998000000", nil), (nil, "9223372036854775808", nil), (nil, "1.5", nil),
            (nil, "\"\"", nil), (nil, "\"now\"", nil), (nil, "true", nil), (nil, "{}", nil),
            (nil, "\"1789999998000000 \"", nil),
        ] as [(String?, String, Int64?)]
    )
    func `has a time for each event`(shared: String?, own: String, milliseconds: Int64?) {
        let event = own.isEmpty ? #"{"name":"e"}"# : #"{"name":"e","timestamp_micros":\#(own)}"#
        let common = shared.map { #""timestamp_micros":\#($0),"# } ?? ""
        let reading = read(#"{"client_id":"1",\#(common)"events":[\#(event),{"name":"f","timestamp_micros":null}]}"#)
        #expect(reading.events.first { $0.name == "e" }?.time.milliseconds == milliseconds)
        // What is null is not there.
        let time = shared == nil ? Self.now : UnixTime(seconds: 1_789_999_999)
        #expect(reading.events.first { $0.name == "f" }?.time == time)
        #expect(reading.problems.isEmpty == (milliseconds != nil))
    }

    @Test(
        arguments: [
            "null", "7", "\"e\"", "{}", "{\"e\":{}}", "true",
        ] as [String]
    )
    func `has a list of events`(events: String) {
        #expect(problems(read(#"{"client_id":"1","events":\#(events)}"#)) == ["events VALUE_REQUIRED refused"])
    }

    @Test func `loses the events that are none, and keeps the rest with their places`() {
        let events = #"[1,null,[],{"name":""},{"name":null},{"name":"a"},{"name":"a","params":7},{"name":"b"}]"#
        let reading = read(#"{"client_id":"1","events":\#(events)}"#)
        #expect(reading.events.map(\.name) == ["a", "b"])
        #expect(
            problems(reading) == [
                "events[0].name VALUE_REQUIRED refused", "events[1].name VALUE_REQUIRED refused",
                "events[2].name VALUE_REQUIRED refused", "events[3].name VALUE_REQUIRED refused",
                "events[4].name VALUE_REQUIRED refused", "events[6].params VALUE_INVALID refused",
            ]
        )
    }

    @Test(
        arguments: [
            String(repeating: "[", count: 60_000), String(repeating: #"{"events":"#, count: 10_000),
            #"{"client_id":"1","events":["# + String(repeating: "[],", count: 30_000) + "[]]}",
            #"{"client_id":"1","events":[{"name":"a","params":{"x":"# + String(repeating: "[", count: 50_000),
            #"{"client_id":"1","events":[{"name":"a"}]}}"#, "\u{FEFF}{}", "{\"client_id\":\"\\ud800\"}", "NaN", "-",
        ] as [String]
    )
    func `that is no JSON object, or endless, is refused in one sentence`(body: String) {
        let reading = read(body)
        #expect(reading.events.isEmpty && problems(reading) == [" VALUE_INVALID refused"])
    }

    @Test(arguments: 1...30) func `with bytes changed is read or refused, and never believed beyond the limits`(
        seed: Int
    ) {
        var random = SeededRandom(seed)
        let items = #"[{"item_id":"a","price":1.5,"own":"x"},{"item_name":"b"}]"#
        let whole = Array(
            #"""
            {"app_instance_id":"\#(Self.id)","user_id":"ada","user_properties":{"tier":{"value":"gold"}},
            "consent":{"ad_user_data":"DENIED"},"timestamp_micros":1789999998000000,"events":[
            {"name":"purchase","params":{"value":3,"currency":"EUR","items":\#(items),"session_id":7}},
            {"name":"login","params":{"method":"mail"},"timestamp_micros":1789999997000000}]}
            """#.utf8
        )
        let pieces = Array(#"{}[]":,0e-.\u\"nulltrue"#.utf8)
        for _ in 0..<200 {
            var body = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) where !body.isEmpty {
                let place = Int.random(in: 0..<body.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: body.remove(at: place)
                case 1: body[place] = pieces.randomElement(using: &random) ?? 0
                case 2: body[place] = UInt8.random(in: 0...255, using: &random)
                default: body.removeSubrange(place..<min(body.count, place + 20))
                }
            }
            let reading = MeasurementReading(body, now: Self.now, personalData: .refuse)
            #expect(reading.events.count <= 2)
            for event in reading.events {
                #expect(NameRule.event.violation(event.name.rawValue) == nil)
                #expect(event.time <= Self.now && event.time >= Self.now - .hours(72))
                #expect(LoggedEvent(json: .object(event.json)) == event)
            }
            if reading.events.isEmpty { #expect(!reading.problems.isEmpty) }
            if let id = reading.identity.appInstanceID { #expect(id.utf8.count == 32 && id == id.lowercased()) }
        }
    }
}
