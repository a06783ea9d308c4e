extension Duration {
    /// Whole milliseconds to add to the clock: not negative, and a century at most, so that nothing overflows.
    package var deadline: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return UInt64(min(seconds, 3_155_760_000)) * 1000 + UInt64(attoseconds / 1_000_000_000_000_000)
    }
}
