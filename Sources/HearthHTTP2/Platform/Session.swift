internal import CNghttp2
internal import HearthServer

/// The protocol of one connection: bytes in, events out, and answers in, bytes out.
///
/// Wraps nghttp2, which knows no socket. Its callbacks only take notes: nothing calls back into it while it works.
@safe
final class Session {
    private let handle: OpaquePointer
    let limits: ServerLimits
    /// What has arrived since the events were last taken.
    var events: [SessionEvent] = []
    /// The heads that are arriving.
    var blocks: [Int32: HeaderBlock] = [:]
    /// The streams whose requests the client has not ended.
    var open: Set<Int32> = []
    var bodies: [Int32: OutgoingBody] = [:]
    /// The streams whose answers are sent and whose requests go on, and since when.
    var lingering: [Int32: UInt64] = [:]
    /// The streams of which some was sent since they were last taken.
    var progressed: [Int32] = []
    /// How much all streams have still to send.
    var outgoing = 0
    /// Monotonic milliseconds.
    var now: UInt64

    init?(_ limits: ServerLimits, _ http2: HTTP2Limits, now: UInt64) {
        self.limits = limits
        self.now = now
        guard let handle = unsafe Self.makeHandle() else { return nil }
        unsafe self.handle = handle
        unsafe nghttp2_session_set_user_data(handle, Unmanaged.passUnretained(self).toOpaque())
        func setting(_ id: nghttp2_settings_id, _ value: Int) -> nghttp2_settings_entry {
            nghttp2_settings_entry(settings_id: Int32(id.rawValue), value: UInt32(clamping: value))
        }
        let window = min(max(0, http2.streamWindow), Int(Int32.max))
        let settings = [
            setting(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, max(1, http2.streams)),
            setting(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, window),
            setting(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, limits.headBytes),
        ]
        unsafe nghttp2_submit_settings(handle, 0, settings, settings.count)
        unsafe nghttp2_session_set_local_window_size(handle, 0, 0, Int32(clamping: http2.connectionWindow))
    }

    deinit {
        unsafe nghttp2_session_del(handle)
    }

    private static func makeHandle() -> OpaquePointer? {
        var options: OpaquePointer?
        var callbacks: OpaquePointer?
        guard unsafe nghttp2_option_new(&options) == 0 else { return nil }
        defer { unsafe nghttp2_option_del(options) }
        guard unsafe nghttp2_session_callbacks_new(&callbacks) == 0 else { return nil }
        defer { unsafe nghttp2_session_callbacks_del(callbacks) }
        // What a handler has not read keeps its client from sending more.
        unsafe nghttp2_option_set_no_auto_window_update(options, 1)
        unsafe nghttp2_option_set_no_closed_streams(options, 1)
        unsafe nghttp2_option_set_max_outbound_ack(options, 200)
        unsafe SessionCallbacks.install(callbacks)
        var handle: OpaquePointer?
        guard unsafe nghttp2_session_server_new2(&handle, callbacks, nil, options) == 0 else { return nil }
        return unsafe handle
    }

    /// Whether the connection has nothing more to do.
    var isOver: Bool {
        unsafe nghttp2_session_want_read(handle) == 0 && nghttp2_session_want_write(handle) == 0
    }

    /// Takes what has arrived.
    ///
    /// - Returns: Whether the client keeps to the protocol; if not, the session is over once its output is sent.
    func receive(_ bytes: Span<UInt8>) -> Bool {
        let used = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe nghttp2_session_mem_recv(handle, bytes.baseAddress, bytes.count)
        }
        return used >= 0
    }

    /// Takes the events.
    func takeEvents() -> [SessionEvent] {
        defer { events = [] }
        return events
    }

    /// What is to be sent next.
    ///
    /// - Parameter target: How many bytes there should be about; more than a frame above it are not.
    /// - Returns: The bytes; none if there is nothing to be sent.
    func output(_ target: Int) -> [UInt8] {
        var output: [UInt8] = []
        while output.count < target {
            var bytes: UnsafePointer<UInt8>?
            let count = unsafe nghttp2_session_mem_send(handle, &bytes)
            guard count > 0, let bytes = unsafe bytes else { break }
            unsafe output.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
        }
        return output
    }

    /// Lets the client send as much more as was read.
    func consume(_ stream: Int32, _ count: Int) {
        guard count > 0 else { return }
        // For a stream that is closed, only the connection's window is left.
        if unsafe nghttp2_session_consume(handle, stream, count) != 0 {
            unsafe nghttp2_session_consume_connection(handle, count)
        }
    }

    /// Tells the client to send the body that it holds back.
    func sendContinue(_ stream: Int32) {
        guard let head = OutgoingHead(status: 100) else { return }
        unsafe withNameValues(head) { unsafe nghttp2_submit_headers(handle, 0, stream, nil, $0, $1, nil) }
    }

    /// Sends a head, with what comes behind it; without a body, it ends the stream.
    func respond(_ stream: Int32, _ head: OutgoingHead, _ body: OutgoingBody?) {
        guard let body else {
            unsafe withNameValues(head) { unsafe nghttp2_submit_response(handle, stream, $0, $1, nil) }
            return
        }
        bodies[stream] = body
        var provider = unsafe SessionCallbacks.provider
        unsafe withNameValues(head) { unsafe nghttp2_submit_response(handle, stream, $0, $1, &provider) }
    }

    /// Adds to a body.
    func send(_ bytes: [UInt8], _ stream: Int32) {
        guard let body = bodies[stream] else { return }
        if body.queue.count == 0 { body.progress = now }
        body.queue.append(bytes)
        outgoing += bytes.count
        wake(stream, body)
    }

    /// Ends a body.
    func finish(_ stream: Int32, trailers: OutgoingHead?) {
        guard let body = bodies[stream] else { return }
        body.isFinished = true
        body.trailers = trailers
        wake(stream, body)
    }

    /// Sends the trailers of a body whose last byte is on its way.
    func submitTrailers(_ stream: Int32, _ trailers: OutgoingHead) {
        unsafe withNameValues(trailers) { unsafe nghttp2_submit_trailer(handle, stream, $0, $1) }
    }

    /// Ends a stream.
    func reset(_ stream: Int32, _ reason: HTTP2Reset) {
        unsafe nghttp2_submit_rst_stream(handle, 0, stream, reason.rawValue)
    }

    /// Tells the client to begin nothing new.
    func goAway() {
        let last = unsafe nghttp2_session_get_last_proc_stream_id(handle)
        unsafe nghttp2_submit_goaway(handle, 0, last, 0, nil, 0)
    }

    /// Ends the connection, once the client is told.
    func terminate(_ reason: HTTP2Reset) {
        unsafe nghttp2_session_terminate_session(handle, reason.rawValue)
    }

    /// Forgets what a closed stream had to send.
    func forget(_ stream: Int32) {
        blocks[stream] = nil
        open.remove(stream)
        lingering[stream] = nil
        guard let body = bodies.removeValue(forKey: stream) else { return }
        outgoing -= body.queue.count
    }

    private func wake(_ stream: Int32, _ body: OutgoingBody) {
        guard body.isDeferred else { return }
        body.isDeferred = false
        unsafe nghttp2_session_resume_data(handle, stream)
    }

    private func withNameValues(
        _ head: OutgoingHead,
        _ submit: (UnsafePointer<nghttp2_nv>?, Int) -> Int32
    ) {
        var bytes = head.bytes
        _ = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            guard var place = buffer.baseAddress else { return Int32(0) }
            var fields: [nghttp2_nv] = unsafe []
            unsafe fields.reserveCapacity(head.lengths.count)
            for (name, value) in head.lengths {
                let field = unsafe nghttp2_nv(
                    name: place,
                    value: place + name,
                    namelen: name,
                    valuelen: value,
                    flags: 0
                )
                unsafe fields.append(field)
                unsafe place += name + value
            }
            return unsafe fields.withUnsafeBufferPointer { unsafe submit($0.baseAddress, $0.count) }
        }
    }
}
