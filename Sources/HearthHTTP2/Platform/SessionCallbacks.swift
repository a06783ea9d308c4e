internal import CNghttp2

/// What nghttp2 calls while it reads and writes.
///
/// Each callback takes a note in the session and returns.
enum SessionCallbacks {
    /// Registers all of them.
    static func install(_ callbacks: OpaquePointer?) {
        unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, session in
            guard let frame = unsafe frame, let session = unsafe SessionCallbacks.session(session) else { return 0 }
            // Trailers of a request are read and dropped.
            if unsafe frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST {
                session.blocks[unsafe frame.pointee.hd.stream_id] = HeaderBlock()
            }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _,
            frame,
            name,
            nameLength,
            value,
            valueLength,
            _,
            session in
            guard let frame = unsafe frame, let session = unsafe SessionCallbacks.session(session) else { return 0 }
            let stream = unsafe frame.pointee.hd.stream_id
            let size = nameLength + valueLength + 32
            guard session.blocks[stream]?.accepts(size: size, session.limits) == true else { return 0 }
            let nameText = unsafe SessionCallbacks.text(name, nameLength)
            session.blocks[stream]?.add(nameText, unsafe SessionCallbacks.text(value, valueLength))
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
            _,
            _,
            stream,
            bytes,
            count,
            session in
            guard let bytes = unsafe bytes, let session = unsafe SessionCallbacks.session(session) else { return 0 }
            session.events.append(.data(stream, unsafe Array(UnsafeBufferPointer(start: bytes, count: count))))
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, session in
            guard let frame = unsafe frame, let session = unsafe SessionCallbacks.session(session) else { return 0 }
            unsafe SessionCallbacks.note(frame.pointee.hd, in: session)
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks) { _, _, _, session in
            unsafe SessionCallbacks.session(session)?.events.append(.nuisance(.malformed))
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, session in
            guard let frame = unsafe frame, let session = unsafe SessionCallbacks.session(session) else { return 0 }
            unsafe SessionCallbacks.noteSent(frame.pointee.hd, in: session)
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, code, session in
            unsafe SessionCallbacks.session(session)?.events.append(.closed(stream, HTTP2Reset(rawValue: code)))
            return 0
        }
    }

    /// Where nghttp2 gets the bodies from.
    static var provider: nghttp2_data_provider {
        var provider = unsafe nghttp2_data_provider()
        unsafe provider.read_callback = { _, stream, buffer, length, flags, _, session in
            guard let buffer = unsafe buffer, let flags = unsafe flags,
                let session = unsafe SessionCallbacks.session(session), let body = session.bodies[stream]
            else { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
            var count = 0
            while count < length, body.queue.count > 0 {
                let bytes = body.queue.next(length - count)
                unsafe bytes.withUnsafeBufferPointer { bytes in
                    guard let start = bytes.baseAddress else { return }
                    unsafe (buffer + count).update(from: start, count: bytes.count)
                }
                count += bytes.count
            }
            session.outgoing -= count
            if count > 0 {
                body.progress = session.now
                session.progressed.append(stream)
            }
            guard body.queue.count == 0 else { return count }
            guard body.isFinished else {
                body.isDeferred = count == 0
                return count > 0 ? count : Int(NGHTTP2_ERR_DEFERRED.rawValue)
            }
            unsafe flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
            if let trailers = body.trailers {
                unsafe flags.pointee |= NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
                session.submitTrailers(stream, trailers)
            }
            return count
        }
        return unsafe provider
    }

    private static func session(_ pointer: UnsafeMutableRawPointer?) -> Session? {
        guard let pointer = unsafe pointer else { return nil }
        return unsafe Unmanaged<Session>.fromOpaque(pointer).takeUnretainedValue()
    }

    private static func text(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> String {
        unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    private static func note(_ frame: nghttp2_frame_hd, in session: Session) {
        let endsStream = UInt32(frame.flags) & NGHTTP2_FLAG_END_STREAM.rawValue != 0
        let isReply = UInt32(frame.flags) & NGHTTP2_FLAG_ACK.rawValue != 0
        switch nghttp2_frame_type(rawValue: UInt32(frame.type)) {
        case NGHTTP2_HEADERS:
            if let block = session.blocks.removeValue(forKey: frame.stream_id) {
                if !endsStream { session.open.insert(frame.stream_id) }
                session.events.append(.head(frame.stream_id, block, endsStream: endsStream))
            } else if endsStream {
                session.open.remove(frame.stream_id)
                session.events.append(.end(frame.stream_id))
            }
        case NGHTTP2_DATA:
            if endsStream {
                session.open.remove(frame.stream_id)
                session.events.append(.end(frame.stream_id))
            } else if frame.length == 0 {
                session.events.append(.nuisance(.hollow))
            }
        case NGHTTP2_RST_STREAM where session.lingering[frame.stream_id] != nil: break
        case NGHTTP2_RST_STREAM: session.events.append(.nuisance(.reset))
        case NGHTTP2_PING: if !isReply { session.events.append(.nuisance(.ping)) }
        case NGHTTP2_SETTINGS: if !isReply { session.events.append(.nuisance(.settings)) }
        case NGHTTP2_WINDOW_UPDATE, NGHTTP2_GOAWAY: break
        default: session.events.append(.nuisance(.hollow))
        }
    }

    /// Notes that the last frame of an answer has been written while the client still sends its request.
    private static func noteSent(_ frame: nghttp2_frame_hd, in session: Session) {
        let type = nghttp2_frame_type(rawValue: UInt32(frame.type))
        guard type == NGHTTP2_DATA || type == NGHTTP2_HEADERS,
            UInt32(frame.flags) & NGHTTP2_FLAG_END_STREAM.rawValue != 0,
            session.open.contains(frame.stream_id)
        else { return }
        session.lingering[frame.stream_id] = session.now
    }
}
