internal import HearthCore

/// The `Date` field, written once a second.
struct DateField {
    private var bytes: [UInt8] = []
    private var expiry: UInt64 = 0

    /// The field with its line end.
    ///
    /// - Parameter now: Monotonic milliseconds.
    /// - Returns: The bytes.
    mutating func line(_ now: UInt64) -> [UInt8] {
        if now < expiry { return bytes }
        let moment = UnixTime.systemNow()
        bytes = Array("Date: \(CivilTime(moment).httpDate)\r\n".utf8)
        expiry = now + UInt64(1000 - CivilTime(moment).millisecond)
        return bytes
    }
}
