/// A moment, in milliseconds since 1970-01-01T00:00:00Z.
///
/// Tokens carry whole seconds (``seconds``), account records carry milliseconds.
public struct UnixTime: Sendable, Hashable, Comparable {
    /// Milliseconds since the Unix epoch.
    public var milliseconds: Int64

    /// Creates a moment from milliseconds.
    ///
    /// - Parameter milliseconds: Milliseconds since the Unix epoch.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Creates a moment from whole seconds, clamped to what milliseconds can hold.
    ///
    /// - Parameter seconds: Seconds since the Unix epoch.
    public init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        self.milliseconds = overflow ? (seconds < 0 ? .min : .max) : product
    }

    /// Whole seconds since the Unix epoch, rounded down.
    public var seconds: Int64 {
        let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// The same moment without its fraction of a second.
    public var roundedDownToSeconds: UnixTime {
        UnixTime(seconds: seconds)
    }

    /// Orders moments from earlier to later.
    public static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.milliseconds < rhs.milliseconds
    }

    /// The moment a duration later, fractions of a millisecond dropped, clamped to what milliseconds can hold.
    public static func + (lhs: Self, rhs: Duration) -> Self {
        let (sum, overflow) = lhs.milliseconds.addingReportingOverflow(rhs.wholeMilliseconds)
        return UnixTime(milliseconds: overflow ? (rhs < .zero ? .min : .max) : sum)
    }

    /// The moment a duration earlier, fractions of a millisecond dropped, clamped to what milliseconds can hold.
    public static func - (lhs: Self, rhs: Duration) -> Self {
        let (difference, overflow) = lhs.milliseconds.subtractingReportingOverflow(rhs.wholeMilliseconds)
        return UnixTime(milliseconds: overflow ? (rhs < .zero ? .max : .min) : difference)
    }

    /// The time from `rhs` to `lhs`, negative when `lhs` is earlier.
    public static func - (lhs: Self, rhs: Self) -> Duration {
        .milliseconds(lhs.milliseconds) - .milliseconds(rhs.milliseconds)
    }
}

extension Duration {
    /// The duration in whole milliseconds, its fraction dropped, clamped to 64 bits.
    public var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return overflow || carry ? (seconds < 0 ? .min : .max) : sum
    }

    /// The duration in whole seconds, its fraction dropped.
    public var wholeSeconds: Int64 {
        components.seconds
    }

    /// A duration of whole minutes.
    ///
    /// - Parameter minutes: The number of minutes.
    /// - Returns: The duration.
    public static func minutes(_ minutes: Int64) -> Duration {
        .seconds(minutes * 60)
    }

    /// A duration of whole hours.
    ///
    /// - Parameter hours: The number of hours.
    /// - Returns: The duration.
    public static func hours(_ hours: Int64) -> Duration {
        .seconds(hours * 3600)
    }
}
