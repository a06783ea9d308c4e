import Foundation
import HearthFirestore
import Testing

@Suite("Dates and data of Foundation")
struct DateTests {
    @Test(
        arguments: [
            (0, 0, 0), (1.5, 1, 500_000_000), (-0.5, -1, 500_000_000), (-1, -1, 0),
            (-62_135_596_800, -62_135_596_800, 0),
            (1e30, .max, 0), (-1e30, .min, 0), (.infinity, .max, 0), (-.infinity, .min, 0),
        ] as [(Double, Int64, Int32)]
    ) func `are moments, rounded toward the past`(interval: Double, seconds: Int64, nanoseconds: Int32) {
        let moment = Timestamp(date: Date(timeIntervalSince1970: interval))
        #expect(moment == Timestamp(seconds: seconds, nanoseconds: nanoseconds))
    }

    @Test func `of any fraction give nanoseconds that a moment may have`() {
        for exponent in 1...60 {
            for sign in [1.0, -1.0] {
                let date = Date(
                    timeIntervalSinceReferenceDate: sign * Double(sign: .plus, exponent: -exponent, significand: 1)
                )
                let moment = Timestamp(date: date)
                #expect((0..<1_000_000_000).contains(moment.nanoseconds), "\(sign) 2^-\(exponent)")
            }
        }
    }

    @Test func `come back from moments`() {
        #expect(Timestamp(seconds: 1, nanoseconds: 500_000_000).dateValue() == Date(timeIntervalSince1970: 1.5))
        #expect(Timestamp(seconds: -1, nanoseconds: 500_000_000).dateValue() == Date(timeIntervalSince1970: -0.5))
        #expect(Date(timeIntervalSince1970: 2).firestoreValue == .timestamp(Timestamp(seconds: 2)))
        #expect(Data([0, 255]).firestoreValue == .bytes([0, 255]))
    }

    @Test func `outside of the years of RFC 3339 have no text`() {
        var encoder = FirestoreEncoder()
        encoder.dateEncodingStrategy = .iso8601
        #expect(throws: EncodingError.self) {
            try encoder.encode(["at": Date.distantFuture.addingTimeInterval(1e12)])
        }
        encoder.dateEncodingStrategy = .secondsSince1970
        #expect(throws: EncodingError.self) {
            try encoder.encode(["at": Date(timeIntervalSince1970: .infinity)])
        }
    }

    @Test(
        arguments: [
            (.timestamp, "2024-01-01"), (.iso8601, "yesterday"), (.iso8601, 5), (.secondsSince1970, "5"),
            (.millisecondsSince1970, true),
        ] as [(DateDecodingStrategy, FirestoreValue)]
    ) func `are not made of what the strategy does not read`(strategy: DateDecodingStrategy, value: FirestoreValue) {
        var decoder = FirestoreDecoder()
        decoder.dateDecodingStrategy = strategy
        #expect(throws: DecodingError.self) {
            try decoder.decode([String: Date].self, from: ["at": value])
        }
    }

    @Test func `are bytes and addresses only where the field has them`() throws {
        let decoder = FirestoreDecoder()
        #expect(try decoder.decode([String: Data].self, from: ["d": .bytes([])]) == ["d": Data()])
        #expect(throws: DecodingError.self) { try decoder.decode([String: Data].self, from: ["d": "AAE="]) }
        #expect(try decoder.decode([String: URL].self, from: ["u": "a/b"])["u"]?.absoluteString == "a/b")
        #expect(throws: DecodingError.self) { try decoder.decode([String: URL].self, from: ["u": ""]) }
        #expect(throws: DecodingError.self) { try decoder.decode([String: URL].self, from: ["u": 1]) }
    }
}
