import HearthAnalyticsModel
import HearthCore
import HearthJSON
import Testing

@Suite("What a collector reads")
struct MeasurementReadingTests {
    private let now = UnixTime(seconds: 1_790_000_000)

    private func reading(_ body: String) -> MeasurementReading {
        MeasurementReading(Array(body.utf8), now: now, personalData: .refuse)
    }

    private static let id = String(repeating: "0", count: 32)

    @Test(
        "refuses what the documentation refuses",
        arguments: [
            ("", "VALUE_INVALID", ""),
            ("[]", "VALUE_INVALID", ""),
            (#"{"events":[{"name":"a"}]}"#, "VALUE_REQUIRED", "app_instance_id"),
            (#"{"client_id":"1","app_instance_id":"\#(id)","events":[{"name":"a"}]}"#, "VALUE_REQUIRED", "client_id"),
            (#"{"app_instance_id":"short","events":[{"name":"a"}]}"#, "VALUE_INVALID", "app_instance_id"),
            (#"{"client_id":7,"events":[{"name":"a"}]}"#, "VALUE_INVALID", "client_id"),
            (#"{"client_id":"1"}"#, "VALUE_REQUIRED", "events"),
            (#"{"client_id":"1","events":[]}"#, "VALUE_REQUIRED", "events"),
            (#"{"client_id":"1","events":[{}]}"#, "VALUE_REQUIRED", "events[0].name"),
            (#"{"client_id":"1","events":[{"name":"first_open"}]}"#, "NAME_RESERVED", "events[0].name"),
            (#"{"client_id":"1","events":[{"name":"a b"}]}"#, "NAME_INVALID", "events[0].name"),
            (#"{"client_id":"1","events":[{"name":"a","params":[]}]}"#, "VALUE_INVALID", "events[0].params"),
            (#"{"client_id":"1","events":[{"name":"a","params":{"x":{}}}]}"#, "VALUE_INVALID", "events[0].params.x"),
            (#"{"client_id":"1","events":[{"name":"a","params":{"x":true}}]}"#, "VALUE_INVALID", "events[0].params.x"),
            (
                #"{"client_id":"1","events":[{"name":"a","timestamp_micros":-5}]}"#, "VALUE_INVALID",
                "events[0].timestamp_micros"
            ),
            (
                #"{"client_id":"1","timestamp_micros":1789740799000000,"events":[{"name":"a"}]}"#,
                "VALUE_OUT_OF_BOUNDS",
                "events[0].timestamp_micros"
            ),
            (
                #"{"client_id":"1","user_properties":{"user_id":{"value":"x"}},"events":[{"name":"a"}]}"#,
                "NAME_RESERVED", "user_properties.user_id"
            ),
            (
                #"{"client_id":"1","user_properties":{"email":{"value":"x"}},"events":[{"name":"a"}]}"#,
                "PERSONAL_DATA", "user_properties.email"
            ),
            (#"{"client_id":"1","consent":{"x":"GRANTED"},"events":[{"name":"a"}]}"#, "VALUE_INVALID", "consent.x"),
        ]
    )
    func refusals(_ body: String, _ code: String, _ field: String) {
        let reading = reading(body)
        #expect(reading.problems.map(\.code.rawValue) == [code])
        #expect(reading.problems.map(\.field) == [field])
    }

    @Test func `takes 25 events and refuses 26`() {
        func body(_ count: Int) -> String {
            let events = Array(repeating: #"{"name":"a"}"#, count: count).joined(separator: ",")
            return #"{"client_id":"1","events":[\#(events)]}"#
        }
        #expect(reading(body(25)).events.count == 25)
        #expect(reading(body(26)).problems.map(\.code) == [.exceededMaxEntities])
    }

    @Test func `refuses a request of 130 kB`() {
        let padding = String(repeating: " ", count: 130_000)
        #expect(
            reading(#"{"client_id":"1","events":[{"name":"a"}]}"# + padding).problems.map(\.code) == [.valueOutOfBounds]
        )
    }

    @Test func `takes an event of 72 hours ago, and puts one of the future to now`() {
        let old = (now - .seconds(72 * 3600)).milliseconds * 1000
        let body =
            #"{"client_id":"1","events":[{"name":"a","timestamp_micros":\#(old)},{"name":"b","timestamp_micros":9790000000000000}]}"#
        let reading = reading(body)
        #expect(reading.problems.isEmpty)
        #expect(reading.events.map(\.time) == [now - .seconds(72 * 3600), now])
    }

    @Test func `answers the codes of the validation server`() {
        let messages = reading(#"{"client_id":"1","events":[{"name":"error"}]}"#).validationMessages
        let message = messages["validationMessages"]?.array?.first
        #expect(message?["validationCode"]?.string == "NAME_RESERVED")
        #expect(message?["fieldPath"]?.string == "events[0].name")
        #expect(
            reading(#"{"client_id":"1","events":[{"name":"a"}]}"#).validationMessages["validationMessages"]?.array == []
        )
    }
}
