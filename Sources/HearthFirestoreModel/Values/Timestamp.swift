public import HearthCore

/// A moment in microseconds, the precision that Firestore keeps.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Microseconds since 1970.
    public let microseconds: Int64

    /// Names a moment.
    ///
    /// - Parameter microseconds: Microseconds since 1970.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Names a moment as the protocol does; what is finer than a microsecond is cut off toward the past.
    ///
    /// - Parameters:
    ///   - seconds: Whole seconds since 1970, of the years 1 to 9999; otherwise the result is `nil`.
    ///   - nanoseconds: What is added to the seconds, 0 to 999,999,999; otherwise the result is `nil`.
    public init?(seconds: Int64, nanoseconds: Int32) {
        guard (Self.firstSecond...Self.lastSecond).contains(seconds), (0..<1_000_000_000).contains(nanoseconds) else {
            return nil
        }
        microseconds = seconds * 1_000_000 + Int64(nanoseconds) / 1000
    }

    /// Names a moment of the house's clock.
    ///
    /// - Parameter time: Milliseconds since 1970.
    public init(_ time: UnixTime) {
        microseconds = time.milliseconds &* 1000
    }

    /// Whole seconds since 1970, rounded toward the past.
    public var seconds: Int64 {
        let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// What is added to ``seconds``: a multiple of 1,000 below a thousand million.
    public var nanoseconds: Int32 {
        Int32(truncatingIfNeeded: (microseconds &- seconds &* 1_000_000) &* 1000)
    }

    /// The same moment without what is finer than a millisecond.
    public var roundedDownToMilliseconds: Timestamp {
        let rest = microseconds % 1000
        return Timestamp(microseconds: microseconds &- (rest < 0 ? rest + 1000 : rest))
    }

    /// Whether one moment is before another.
    public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool { lhs.microseconds < rhs.microseconds }

    /// 0001-01-01T00:00:00Z.
    private static let firstSecond: Int64 = -62_135_596_800
    /// 9999-12-31T23:59:59Z.
    private static let lastSecond: Int64 = 253_402_300_799

    /// The first moment that can be stored: 0001-01-01T00:00:00Z.
    public static let earliest = Timestamp(microseconds: firstSecond * 1_000_000)
    /// The last moment that can be stored: 9999-12-31T23:59:59.999999Z.
    public static let latest = Timestamp(microseconds: lastSecond * 1_000_000 + 999_999)
}
