import HearthCore
import HearthHTTP
import Testing

@testable import HearthAuth

@Suite("RetryPolicy")
struct RetryPolicyTests {
    /// Randomness that always asks for the longest, or the shortest, pause.
    private static let longest = RandomSource { [UInt8](repeating: 0xFF, count: $0) }
    private static let shortest = RandomSource { [UInt8](repeating: 0, count: $0) }

    private static let unreachable = AuthError(TransportError(.unreachable), operation: "SignUp")

    private static func refusal(_ status: Int, retryAfter: String? = nil) -> AuthError {
        var fields = HTTPFields()
        if let retryAfter { fields["Retry-After"] = retryAfter }
        return AuthError(refusal: HTTPResponse(status: status, fields: fields, body: .bytes([])), operation: "SignUp")
    }

    private func delay(
        _ error: AuthError = unreachable,
        _ attempt: Int = 1,
        elapsed: Duration = .zero,
        isIdempotent: Bool = false,
        random: RandomSource = longest,
        _ change: (inout RetryPolicy) -> Void = { _ in }
    ) -> Duration? {
        var policy = RetryPolicy()
        policy.maximumAttempts = 100
        change(&policy)
        return policy.delay(
            after: error,
            attempt: attempt,
            elapsed: elapsed,
            isIdempotent: isIdempotent,
            random: random
        )
    }

    @Test func `the longest pause doubles up to eight seconds, the shortest is none`() {
        let bounds = (1...24).map { delay(Self.unreachable, $0) }
        let first: [Duration?] = [.seconds(0.5), .seconds(1), .seconds(2), .seconds(4), .seconds(8)]
        #expect(Array(bounds.prefix(5)) == first)
        #expect(bounds.dropFirst(5).allSatisfy { $0 == .seconds(8) })
        for attempt in 1...24 { #expect(delay(Self.unreachable, attempt, random: Self.shortest) == .zero) }
    }

    @Test(arguments: [
        (429, false, true), (429, true, true), (500, false, false), (500, true, true), (502, true, true),
        (503, false, false), (503, true, true), (504, true, true), (501, true, false), (505, true, false),
        (400, true, false), (401, true, false), (403, true, false), (404, true, false), (408, true, false),
        (302, true, false),
    ])
    func `a status is tried again only if that does no harm`(_ status: Int, _ isIdempotent: Bool, _ isRepeated: Bool) {
        #expect((delay(Self.refusal(status), isIdempotent: isIdempotent) != nil) == isRepeated)
    }

    @Test(arguments: [
        (TransportError.Kind.unreachable, false, true), (.unreachable, true, true), (.connectionLost, false, false),
        (.connectionLost, true, true), (.timedOut, true, false), (.cancelled, true, false), (.insecure, true, false),
        (.responseTooLarge, true, false), (.invalidRequest, true, false),
    ])
    func `a failure on the way is tried again only if nothing can have been done`(
        _ kind: TransportError.Kind,
        _ isIdempotent: Bool,
        _ isRepeated: Bool
    ) {
        let error = AuthError(TransportError(kind), operation: "SignUp")
        #expect((delay(error, isIdempotent: isIdempotent) != nil) == isRepeated)
    }

    /// RFC 9110, section 10.2.3: a number of seconds; a date is not asked for by the service.
    @Test(arguments: [
        ("0", 0), ("1", 1), ("007", 7), ("7", 7), ("-3", 0), ("", 0), ("soon", 0), ("1.5", 0),
        ("Wed, 21 Oct 2026 07:28:00 GMT", 0),
    ])
    func `the service's wish comes on top`(_ text: String, _ seconds: Int) {
        #expect(delay(Self.refusal(429, retryAfter: text), random: Self.shortest) == .seconds(seconds))
    }

    @Test(arguments: ["8", "9", "86400", "999999999999"])
    func `a wish beyond the longest pause is passed on as a refusal`(_ text: String) {
        let isKept = text == "8"
        #expect((delay(Self.refusal(429, retryAfter: text), random: Self.shortest) != nil) == isKept)
        #expect(Self.refusal(429, retryAfter: text).retryAfter ?? .zero <= .seconds(86_400))
    }

    @Test func `no attempt begins after the deadline, nor beyond the number of attempts`() {
        #expect(delay(elapsed: .seconds(19.5)) == .seconds(0.5))
        #expect(delay(elapsed: .seconds(19.6)) == nil)
        #expect(delay(elapsed: .seconds(21), random: Self.shortest) == nil)
        #expect(delay(Self.unreachable, 3) { $0.maximumAttempts = 3 } == nil)
        #expect(delay(Self.unreachable, 2) { $0.maximumAttempts = 3 } != nil)
        for attempts in [0, -1, .min] { #expect(delay(Self.unreachable, 1) { $0.maximumAttempts = attempts } == nil) }
        #expect(RetryPolicy.never.maximumAttempts == 1)
    }

    @Test func `any values of a policy are taken`() {
        let ends: [Duration] = [.seconds(Int64.max), .seconds(Int64.min), .zero, .nanoseconds(1)]
        for first in ends {
            for maximum in ends {
                for attempt in [1, 2, 20, 99] {
                    let pause = delay(Self.unreachable, attempt) { policy in
                        policy.firstDelay = first
                        policy.maximumDelay = maximum
                        policy.deadline = .seconds(Int64.max)
                    }
                    #expect(pause.map { $0 <= maximum } ?? true)
                }
            }
        }
    }
}
