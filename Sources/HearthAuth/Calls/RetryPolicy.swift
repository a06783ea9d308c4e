internal import HearthCore
internal import HearthHTTP

/// When a call to the service is made again by itself.
///
/// Only what surely was not sent, or may be done twice without harm, is repeated; the pauses are random, longer
/// each time, and never shorter than the service asks.
public struct RetryPolicy: Sendable, Hashable {
    /// How often a call is made at most, the first time included.
    ///
    /// Defaults to 3.
    public var maximumAttempts = 3
    /// The longest first pause; each further one may be twice as long.
    ///
    /// Defaults to half a second.
    public var firstDelay: Duration = .milliseconds(500)
    /// The longest pause; if the service asks for more, its refusal is passed on.
    ///
    /// Defaults to 8 seconds.
    public var maximumDelay: Duration = .seconds(8)
    /// How long after the beginning of a call it may be made again.
    ///
    /// Defaults to 20 seconds.
    public var deadline: Duration = .seconds(20)

    /// Creates a policy with the defaults.
    public init() {}

    /// Never repeats anything.
    public static let never: RetryPolicy = {
        var policy = RetryPolicy()
        policy.maximumAttempts = 1
        return policy
    }()

    /// How long to wait before the next attempt.
    ///
    /// - Parameters:
    ///   - error: Why the last attempt failed.
    ///   - attempt: How many attempts were made.
    ///   - elapsed: How long ago the first one began.
    ///   - isIdempotent: Whether doing it twice does no harm.
    ///   - random: Where the randomness comes from.
    /// - Returns: The pause, or `nil` to give up.
    func delay(
        after error: AuthError,
        attempt: Int,
        elapsed: Duration,
        isIdempotent: Bool,
        random: RandomSource
    ) -> Duration? {
        guard attempt < maximumAttempts, Self.mayRepeat(error, isIdempotent) else { return nil }
        // Within a year, so that no number is too large to be doubled.
        let bound = max(.zero, min(maximumDelay, .hours(24 * 365)))
        var longest = max(.zero, min(bound, firstDelay))
        for _ in 1..<max(1, min(attempt, 20)) { longest = min(bound, longest + longest) }
        let word = random.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let pause = longest * (Double(word) / Double(UInt32.max)) + (error.retryAfter ?? .zero)
        guard pause <= maximumDelay, elapsed + pause <= deadline else { return nil }
        return pause
    }

    private static func mayRepeat(_ error: AuthError, _ isIdempotent: Bool) -> Bool {
        if let transport = error.transport {
            return transport == .unreachable || (isIdempotent && transport == .connectionLost)
        }
        switch error.httpStatus {
        // Refused before anything was done.
        case 429: return true
        case 500, 502, 503, 504: return isIdempotent
        default: return false
        }
    }
}
