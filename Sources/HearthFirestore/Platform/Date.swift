public import Foundation

extension Timestamp {
    /// The moment of a date, to the nanosecond.
    ///
    /// - Parameter date: The date.
    public init(date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        let fraction = date.timeIntervalSince1970 - seconds
        self.init(
            seconds: Int64(exactly: seconds) ?? (seconds < 0 ? .min : .max),
            nanoseconds: fraction.isFinite ? Int32((fraction * 1_000_000_000).rounded(.down)) : 0
        )
    }

    /// The date of the moment.
    ///
    /// - Returns: The date, as exactly as a `Date` can be.
    public func dateValue() -> Date {
        Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1_000_000_000)
    }
}

extension Date: FirestoreConvertible {
    /// The moment.
    public var firestoreValue: FirestoreValue { .timestamp(Timestamp(date: self)) }
}

extension Data: FirestoreConvertible {
    /// The bytes.
    public var firestoreValue: FirestoreValue { .bytes(Array(self)) }
}
