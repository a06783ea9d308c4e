internal import HearthCore
internal import HearthFirestoreModel

/// A moment, to the nanosecond; Firestore keeps microseconds.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Whole seconds since 1970, rounded toward the past.
    public var seconds: Int64
    /// What is added to the seconds: 0 to 999,999,999.
    public var nanoseconds: Int32

    /// Names a moment.
    ///
    /// - Parameters:
    ///   - seconds: Whole seconds since 1970, of the years 1 to 9999; anything else is refused when it is written.
    ///   - nanoseconds: What is added to the seconds: 0 to 999,999,999.
    public init(seconds: Int64, nanoseconds: Int32 = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// The present moment, by the device's clock.
    public static func now() -> Timestamp {
        Timestamp(ModelTimestamp(UnixTime.systemNow()))
    }

    init(_ model: ModelTimestamp) {
        self.init(seconds: model.seconds, nanoseconds: model.nanoseconds)
    }

    /// Whether one moment is before another.
    public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
        (lhs.seconds, lhs.nanoseconds) < (rhs.seconds, rhs.nanoseconds)
    }

    func model() throws(FirestoreError) -> ModelTimestamp {
        guard let model = ModelTimestamp(seconds: seconds, nanoseconds: nanoseconds) else {
            throw .invalid("A timestamp of \(seconds) s and \(nanoseconds) ns is outside the years 1 to 9999.")
        }
        return model
    }

    /// The moment as [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339) has it, for example `2026-08-30T21:50:02.5Z`;
    /// `nil` outside the years 1 to 9999.
    public var rfc3339: String? { (try? model())?.rfc3339 }
}
