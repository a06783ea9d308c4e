import HearthAnalyticsModel
import HearthCore
import HearthJSON
import Testing

/// What https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference calls a request.
@Suite("Requests of the Measurement Protocol")
struct MeasurementFormTests {
    private static let now = UnixTime(milliseconds: 1_790_000_000_000)

    private func reading(_ body: String, _ policy: PersonalDataPolicy = .refuse) -> MeasurementReading {
        MeasurementReading(Array(body.utf8), now: Self.now, personalData: policy)
    }

    /// A body with one event and more members.
    private func body(_ members: String) -> String { #"{"client_id":"1","events":[{"name":"a"}]\#(members)}"# }

    @Test func `say who, what and when, and are read as that`() throws {
        let text = #"""
            {"app_instance_id": "0123456789ABCDEF0123456789abcdef", "user_id": "u-7",
             "user_properties": {"plan": {"value": "gold"}, "seats": {"value": 12}},
             "consent": {"ad_user_data": "GRANTED", "ad_personalization": "DENIED"},
             "timestamp_micros": 1789999999000000,
             "events": [{"name": "buy", "params": {"value": 1.5, "currency": "EUR", "count": 3, "note": "é",
               "items": [{"item_id": "i1", "price": 2, "color": "red"}]}, "timestamp_micros": "1789999998000000"},
              {"name": "look"}]}
            """#
        let read = reading(text)
        #expect(read.problems.isEmpty)
        #expect(read.identity.appInstanceID == "0123456789abcdef0123456789abcdef" && read.identity.clientID == nil)
        #expect(read.identity.userID == "u-7" && read.identity.userProperties == ["plan": "gold", "seats": "12"])
        #expect(read.identity.consent == [.adUserData: .granted, .adPersonalization: .denied])
        #expect(read.events.map(\.name.rawValue) == ["buy", "look"])
        #expect(read.events.map(\.time.milliseconds) == [1_789_999_998_000, 1_789_999_999_000])
        // Written again and read again it is the same.
        let again = MeasurementReading(
            MeasurementRequest(identity: read.identity, events: read.events).body,
            now: Self.now,
            personalData: .refuse
        )
        #expect(again.problems.isEmpty && again.events == read.events)
        #expect(JSONValue.object(again.identity.json) == .object(read.identity.json))
    }

    @Test(arguments: [
        // A member and what is left of the request: the reason why it was left out.
        (#","user_id":7"#, "VALUE_OUT_OF_BOUNDS", "user_id"), (#","user_id":"""#, "VALUE_OUT_OF_BOUNDS", "user_id"),
        (#","user_id":"a@example.com""#, "PERSONAL_DATA", "user_id"),
        (#","user_properties":[]"#, "VALUE_INVALID", "user_properties"),
        (#","user_properties":{"plan":{}}"#, "VALUE_INVALID", "user_properties.plan"),
        (#","user_properties":{"plan":{"value":true}}"#, "VALUE_INVALID", "user_properties.plan"),
        (#","user_properties":{"plan":"gold"}"#, "VALUE_INVALID", "user_properties.plan"),
        (#","user_properties":{"7up":{"value":"x"}}"#, "NAME_INVALID", "user_properties.7up"),
        (#","user_properties":{"ga_x":{"value":"x"}}"#, "NAME_RESERVED", "user_properties.ga_x"),
        (#","consent":{"ad_user_data":"granted"}"#, "VALUE_INVALID", "consent.ad_user_data"),
        (#","consent":{"ad_personalization":true}"#, "VALUE_INVALID", "consent.ad_personalization"),
        (#","consent":{"analytics_storage":"GRANTED"}"#, "VALUE_INVALID", "consent.analytics_storage"),
    ]) func `lose what is wrong about the user, and keep their events`(member: String, code: String, field: String) {
        let read = reading(body(member))
        #expect(read.problems.map(\.code.rawValue) == [code] && read.problems.map(\.field) == [field])
        #expect(read.events.count == 1 && read.identity.clientID == "1" && read.identity.userID == nil)
        #expect(read.identity.userProperties.isEmpty && read.identity.consent.isEmpty)
    }

    @Test(arguments: ["user_id", "user_properties", "timestamp_micros", "unheard_of"])
    func `with null are as if it were not there`(member: String) {
        let read = reading(body(",\"\(member)\":null"))
        #expect(read.problems.isEmpty && read.events.map(\.time) == [Self.now])
    }

    @Test(
        arguments: [
            // Names at their borders: 40 bytes for events, 24 for properties of users; values of these 36 characters.
            (24, 36, nil), (25, 36, "VALUE_OUT_OF_BOUNDS"), (24, 37, "VALUE_OUT_OF_BOUNDS"),
        ] as [(Int, Int, String?)]
    ) func `have properties of a user up to their length`(
        name: Int,
        value: Int,
        code: String?
    ) {
        let property = String(repeating: "p", count: name)
        let text = String(repeating: "é", count: value)
        let read = reading(body(#","user_properties":{"\#(property)":{"value":"\#(text)"}}"#))
        #expect(read.problems.map(\.code.rawValue) == [code].compactMap(\.self))
        // A name that is too long is refused, a value is cut.
        let kept = read.identity.userProperties[property]
        #expect(kept?.count == (name > 24 ? nil : 36))
    }

    @Test func `have 25 properties of a user`() {
        let members = (0..<27).map { "\"p\($0)\":{\"value\":\($0)}" }.joined(separator: ",")
        let read = reading(body(",\"user_properties\":{\(members)}"))
        #expect(read.identity.userProperties.count == 25 && read.events.count == 1)
        #expect(read.problems.map(\.code.rawValue) == ["EXCEEDED_MAX_ENTITIES"])
    }

    @Test func `hold what identifies a person only if that is allowed`() {
        let members = #","user_id":"a@example.com","user_properties":{"email":{"value":"a@example.com"}}"#
        let allowed = reading(body(members), .allow)
        #expect(allowed.problems.isEmpty && allowed.identity.userID == "a@example.com")
        #expect(allowed.identity.userProperties == ["email": "a@example.com"])
        #expect(reading(body(members)).problems.count == 2)
    }

    @Test(arguments: [
        "timestamp_micros\":0", "timestamp_micros\":1.5", "timestamp_micros\":\"x\"", "timestamp_micros\":[]",
    ]) func `refuse events of a time that is none`(member: String) {
        let read = reading(#"{"client_id":"1","events":[{"name":"a","\#(member)},{"name":"b"}]}"#)
        #expect(read.events.map(\.name.rawValue) == ["b"])
        #expect(read.problems.map(\.field) == ["events[0].timestamp_micros"])
    }

    @Test(arguments: 1...40) func `that are damaged are read as far as they are sound, and refused beyond`(seed: Int) {
        let whole = Array(
            #"""
            {"client_id":"1","user_id":"u","user_properties":{"a":{"value":1}},"consent":{"ad_user_data":"DENIED"},
            "events":[{"name":"buy","params":{"value":1e3,"items":[{"item_id":"x","index":1}]}},{"name":"b"}]}
            """#.utf8
        )
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<200 {
            var damaged = whole
            for _ in 0...next(3) {
                let place = next(damaged.count)
                switch next(3) {
                case 0: damaged[place] = UInt8(next(256))
                case 1: damaged.remove(at: place)
                default: damaged.insert(Array("{}[]\",:0-e\\".utf8)[next(11)], at: place)
                }
            }
            let read = MeasurementReading(damaged, now: Self.now, personalData: .refuse)
            // Without a client nothing is kept, and what is not kept has a reason.
            #expect(read.identity.clientID != nil || read.identity.appInstanceID != nil || read.events.isEmpty)
            #expect(read.problems.allSatisfy { !$0.reason.isEmpty })
            let request = MeasurementRequest(identity: read.identity, events: read.events)
            guard !read.events.isEmpty else { continue }
            let again = MeasurementReading(request.body, now: Self.now, personalData: .refuse)
            #expect(again.events.map(\.name) == read.events.map(\.name))
            // Advice aside: what was kept is within the limits.
            #expect(again.problems.allSatisfy { $0.outcome == .accepted })
        }
    }
}
