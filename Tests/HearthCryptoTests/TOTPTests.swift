import HearthCore
import HearthCrypto
import Testing

@Suite("TOTP")
struct TOTPTests {
    let totp = TOTP(key: Secret(Array("12345678901234567890".utf8)))

    /// The SHA-1 vectors of RFC 6238, appendix B: the last six of their eight digits.
    @Test(
        arguments: [
            (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
            (2_000_000_000, "279037"), (20_000_000_000, "353130"),
        ] as [(Int64, String)]
    )
    func `shows what the standard lists`(_ seconds: Int64, _ code: String) {
        #expect(totp.code(at: TOTP.step(at: UnixTime(seconds: seconds))).reveal() == code)
    }

    @Test(arguments: [(-2, false), (-1, true), (0, true), (1, true), (2, false)] as [(Int64, Bool)])
    func `accepts a clock that is one step off`(_ offset: Int64, _ isAccepted: Bool) {
        let moment = UnixTime(seconds: 1_234_567_890)
        let step = TOTP.step(at: moment) + offset
        #expect(totp.acceptedStep(of: totp.code(at: step), at: moment, after: nil) == (isAccepted ? step : nil))
    }

    @Test func `accepts no step twice, and none before the last`() {
        let moment = UnixTime(seconds: 1_234_567_890)
        let step = TOTP.step(at: moment)
        #expect(totp.acceptedStep(of: totp.code(at: step), at: moment, after: step) == nil)
        #expect(totp.acceptedStep(of: totp.code(at: step - 1), at: moment, after: step) == nil)
        #expect(totp.acceptedStep(of: totp.code(at: step + 1), at: moment, after: step) == step + 1)
    }

    @Test(arguments: ["", "05924", "0005924", "005925", "00592４", "abcdef"] as [Secret<String>])
    func `refuses what is not the code`(_ code: Secret<String>) {
        #expect(totp.acceptedStep(of: code, at: UnixTime(seconds: 1_234_567_890), after: nil) == nil)
    }
}
