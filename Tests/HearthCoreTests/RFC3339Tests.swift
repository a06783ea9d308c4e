import HearthCore
import Testing

@Suite("RFC 3339")
struct RFC3339Tests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2026-11-20T12:30:45.250Z", 1_795_177_845_250),
            ("2024-02-29T23:59:59.9Z", 1_709_251_199_900), ("1969-12-31T23:59:59.123456789Z", -877),
            ("2000-03-01T00:00:00.000000Z", 951_868_800_000),
        ] as [(String, Int64)]
    )
    func `reads a moment`(_ text: String, _ milliseconds: Int64) {
        #expect(UnixTime(rfc3339: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [0, 951_782_400_000, 1_795_177_845_250, 4_102_444_799_999, -1] as [Int64])
    func `reads what CivilTime writes`(_ milliseconds: Int64) {
        let moment = UnixTime(milliseconds: milliseconds)
        #expect(UnixTime(rfc3339: CivilTime(moment).rfc3339) == moment)
    }

    @Test(
        arguments: [
            "", "2026-11-20", "2026-11-20T12:30:45", "2026-11-20T12:30:45+01:00", "2026-11-20 12:30:45Z",
            "2026-13-20T12:30:45Z", "2026-02-29T12:30:45Z", "2026-11-20T24:30:45Z", "2026-11-20T12:60:45Z",
            "2026-11-20T12:30:45.Z", "2026-11-20T12:30:4５Z", "-026-11-20T12:30:45Z", "2026-11-20T12:30:45.1234567890Z",
        ]
    )
    func `refuses anything else`(_ text: String) {
        #expect(UnixTime(rfc3339: text) == nil)
    }
}
