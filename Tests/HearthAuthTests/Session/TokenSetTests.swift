import HearthCore
import HearthTestSupport
import Testing

@testable import HearthAuth

@Suite("A pair of tokens")
struct TokenSetTests {
    private let clock = TestClock()

    /// Tokens that have just arrived, of a lifetime in seconds.
    private func arrived(_ lifetime: Int64) throws -> TokenSet {
        let token = Secret(FakeToken.make("eve", issuedAt: UnixTime(seconds: 5), lifetime: lifetime))
        return TokenSet(
            claims: try IDTokenClaims(reading: token),
            idToken: token,
            refreshToken: Secret("r"),
            clock: clock.clock
        )
    }

    private func stored(_ lifetime: Duration, receivedAt: UnixTime) -> TokenSet {
        TokenSet(
            subject: "eve",
            idToken: Secret("i"),
            refreshToken: Secret("r"),
            lifetime: lifetime,
            receivedAt: receivedAt
        )
    }

    @Test(
        arguments: [
            // lifetime, the first second in which it is not fresh any more
            (3600, 3300), (86_400, 86_100), (600, 300), (599, 300), (300, 150), (10, 5), (1, 1),
        ] as [(Int64, Int64)]
    )
    func `is fresh until five minutes are left, or half its life`(_ lifetime: Int64, _ end: Int64) throws {
        let tokens = try arrived(lifetime)
        #expect(tokens.isFresh(clock.clock))
        clock.advance(by: .seconds(end) - .milliseconds(1))
        #expect(tokens.isFresh(clock.clock) == (lifetime != 599 && lifetime != 1))
        clock.advance(by: .milliseconds(1))
        #expect(!tokens.isFresh(clock.clock))
    }

    @Test func `lives by the clock that never jumps, once it arrived in this process`() throws {
        let tokens = try arrived(3600)
        for jump: Int64 in [-1, 1, 9_007_199_254_740_993, -9_007_199_254_740_993] {
            clock.setWallClock { _ in UnixTime(milliseconds: jump) }
            #expect(tokens.remaining(clock.clock) == .seconds(3600))
        }
        clock.advance(by: .seconds(3601))
        #expect(tokens.remaining(clock.clock) == .seconds(-1))
    }

    @Test(
        arguments: [
            (0, 3600), (1, 3599), (3600, 0), (4000, -400), (-1, 0), (-1_800_000_000, 0),
        ] as [(Int64, Int64)]
    )
    func `of the storage lives by the wall clock, unless that went backwards`(_ passed: Int64, _ left: Int64) {
        let tokens = stored(.seconds(3600), receivedAt: UnixTime(seconds: 1_800_000_000 - passed))
        #expect(tokens.remaining(clock.clock) == .seconds(left))
    }

    @Test func `of a damaged storage is old or new, and ends nothing`() {
        let ends: [Int64] = [.min, -1, 0, .max]
        for lifetime in ends {
            for moment in ends {
                let tokens = stored(.milliseconds(lifetime), receivedAt: UnixTime(milliseconds: moment))
                if lifetime <= 0 || moment == .max { #expect(!tokens.isFresh(clock.clock)) }
                let kept = KeptSession(id: nil, account: Account(uid: "eve"), tokens: tokens)
                let read = SessionEnvelope.encode(kept).flatMap(SessionEnvelope.decode)
                #expect(read?.tokens.lifetime == tokens.lifetime && read?.tokens.receivedAt == tokens.receivedAt)
            }
        }
    }

    @Test func `is the same pair whenever it arrived, and of the same session by its refresh token`() throws {
        let one = stored(.seconds(1), receivedAt: UnixTime(seconds: 1))
        #expect(one == stored(.seconds(2), receivedAt: UnixTime(seconds: 2)))
        let refreshed = try arrived(10)
        #expect(one != refreshed && one.isSameSession(as: refreshed))
    }

    @Test(arguments: [
        // Claims that make no token: nothing is believed of them.
        #"{}"#, #"{"sub":"eve"}"#, #"{"sub":"eve","iat":1}"#, #"{"sub":"eve","iat":2,"exp":2}"#,
        #"{"sub":"eve","iat":3,"exp":2}"#, #"{"sub":"","iat":1,"exp":2}"#, #"{"sub":7,"iat":1,"exp":2}"#,
        #"{"iat":1,"exp":2}"#, #"{"sub":"eve","iat":"1","exp":"2"}"#, #"[]"#, #"null"#, "",
        #"{"sub":"eve","sub":"mallory","iat":1,"exp":2}"#,
    ])
    func `needs a token that names its user and its time`(_ claims: String) {
        let token = Base64.encode(Array(#"{"alg":"none"}"#.utf8)) + "." + Base64.encode(Array(claims.utf8)) + "."
        #expect(throws: AuthError.self) { try IDTokenClaims(reading: Secret(token)) }
    }

    @Test(
        arguments: [
            (1, 1), (2, 2), (3, 4), (4, 8), (5, 16), (6, 32), (7, 60), (8, 60), (100, 60), (.max, 60), (0, 1), (-1, 1),
        ] as [(Int, Int64)]
    )
    func `a storage is tried again ever more slowly`(_ failures: Int, _ seconds: Int64) {
        #expect(Backoff.delay(afterFailures: failures) == .seconds(seconds))
    }

    @Test func `a backoff after the least number of failures is a second too`() {
        #expect(Backoff.delay(afterFailures: .min + 1) == .seconds(1))
    }
}
