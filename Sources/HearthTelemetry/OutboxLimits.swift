/// How much an ``Outbox`` keeps; beyond that the oldest records give way.
package struct OutboxLimits: Sendable {
    /// How many records there may be.
    package var records: Int
    /// How many bytes they may have together.
    package var bytes: Int
    /// How many bytes one file has before the next one is begun.
    package var segmentBytes: Int

    /// Describes limits.
    ///
    /// - Parameters:
    ///   - records: How many records there may be. Defaults to 10,000.
    ///   - bytes: How many bytes they may have together. Defaults to 5 MiB.
    ///   - segmentBytes: How many bytes one file has before the next one is begun. Defaults to 64 KiB.
    package init(records: Int = 10_000, bytes: Int = 5 << 20, segmentBytes: Int = 64 << 10) {
        self.records = records
        self.bytes = bytes
        self.segmentBytes = segmentBytes
    }
}
