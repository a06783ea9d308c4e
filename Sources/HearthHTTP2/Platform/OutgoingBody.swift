/// What one stream has still to send.
final class OutgoingBody {
    var queue = ByteQueue()
    /// Whether nothing will be added.
    var isFinished = false
    /// What comes behind the body.
    var trailers: OutgoingHead?
    /// Whether nghttp2 waits to be told that there is more.
    var isDeferred = false
    /// When the client last took something, or something was there for it to take.
    var progress: UInt64

    init(now: UInt64) {
        progress = now
    }
}
