#if !canImport(Darwin)
internal import CCurl
internal import HearthCore
internal import HearthHTTP

/// One request on its way, with what has arrived of its response.
@safe
final class CurlTransfer {
    /// The library's handle, by which the transfer is found when the library speaks of it.
    let easy: UnsafeMutableRawPointer
    private var list: UnsafeMutablePointer<curl_slist>?
    /// Where the body of a streamed response goes.
    let buffer: HTTPBodyBuffer?
    private let limit: Int
    private let silence: Duration?
    private let acceptsAddress: (@Sendable ([UInt8]) -> Bool)?
    private var status = 0
    private var fields = HTTPFields()
    private var body: [UInt8] = []
    private var isTooLarge = false
    /// Whether the head of a streamed response is complete, and whether the caller has it.
    private var isHeadComplete = false
    private var isHeadTaken = false
    /// Whether libcurl waits for the reader.
    private var isPaused = false
    /// When a stream has kept its reader waiting for too long.
    private var limitEnd: ContinuousClock.Instant?

    init?(_ job: CurlJob) {
        guard let easy = unsafe curl_easy_init() else { return nil }
        unsafe self.easy = easy
        self.limit = job.configuration.maximumResponseBytes
        self.buffer = job.buffer
        self.silence = job.silence
        self.acceptsAddress = job.configuration.acceptsAddress
        setLimits(job)
        setRequest(job)
        setSinks()
        if acceptsAddress != nil { guardSockets() }
    }

    deinit {
        unsafe curl_easy_cleanup(easy)
        unsafe curl_slist_free_all(list)
    }

    /// The response, or why there is none.
    func outcome(_ result: CURLcode) -> CurlQueue.Outcome {
        guard result == CURLE_OK else { return .failure(failure(result)) }
        // libcurl is content with a head whose connection ended before its last line.
        guard isHeadComplete else { return .failure(TransportError(.connectionLost, "the head is not complete")) }
        return .success(HTTPResponse(status: status, fields: describedFields, body: .bytes(body)))
    }

    /// The head of a streamed response, once, when it is complete.
    func takeHead() -> HTTPResponse? {
        guard buffer != nil, isHeadComplete, !isHeadTaken else { return nil }
        isHeadTaken = true
        return HTTPResponse(status: status, fields: describedFields)
    }

    /// When a stream has to be ended unless something arrives; `nil` if it may take its time.
    var deadline: ContinuousClock.Instant? { isPaused ? nil : limitEnd }

    /// Why it is ended then.
    var overdue: TransportError {
        guard isHeadComplete || wasSent else { return TransportError(.unreachable, "no connection in time") }
        return TransportError(.timedOut, isHeadComplete ? "the stream was silent" : "no response in time")
    }

    /// Reads on: the reader has room.
    func goOn() {
        guard isPaused else { return }
        isPaused = false
        startSilence()
        unsafe curl_easy_pause(easy, CURLPAUSE_CONT)
    }

    /// The fields without those that describe the bytes on the wire, which are decoded on their way in.
    private var describedFields: HTTPFields {
        var fields = fields
        if fields["Content-Encoding"] != nil {
            fields["Content-Encoding"] = nil
            fields["Content-Length"] = nil
        }
        fields["Transfer-Encoding"] = nil
        return fields
    }

    /// Looks at each address before it is connected to.
    private func guardSockets() {
        unsafe curl_shim_set_context(easy, CURLOPT_OPENSOCKETDATA, Unmanaged.passUnretained(self).toOpaque())
        unsafe curl_shim_set_open_socket(easy) { context, _, address in
            guard let context = unsafe context, let address = unsafe address else { return curl_shim_refuse_socket() }
            let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            var bytes = [UInt8](repeating: 0, count: 16)
            let count = unsafe Int(curl_shim_address_bytes(address, &bytes))
            guard count > 0, transfer.acceptsAddress?(Array(bytes.prefix(count))) == true else {
                return curl_shim_refuse_socket()
            }
            return unsafe curl_shim_open_socket(address)
        }
    }

    private func startSilence() {
        limitEnd = silence.map { ContinuousClock.now + $0 }
    }

    private func setLimits(_ job: CurlJob) {
        let configuration = job.configuration
        set(CURLOPT_NOSIGNAL, 1)
        if job.buffer == nil {
            set(CURLOPT_TIMEOUT_MS, Self.milliseconds(job.timeout))
            unsafe curl_shim_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, Int(limit))
        } else {
            limitEnd = ContinuousClock.now + job.timeout
        }
        set(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(configuration.connectTimeout))
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        // A look-up that is given up must not hold the thread until the resolver answers.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_ACCEPT_ENCODING, "")
        if !configuration.usesEnvironmentProxy { set(CURLOPT_PROXY, "") }
        if let pins = job.pinning?.pins {
            // The library wants two slashes where others write one.
            set(CURLOPT_PINNEDPUBLICKEY, pins.map { "sha256//" + $0.base64 }.sorted().joined(separator: ";"))
        }
        if let path = configuration.certificateAuthorities { set(CURLOPT_CAINFO, path) }
    }

    private func setRequest(_ job: CurlJob) {
        set(CURLOPT_URL, job.url)
        if job.method == .head {
            set(CURLOPT_NOBODY, 1)
        } else if job.method != .get || !job.body.isEmpty {
            setBody(job.body)
            set(CURLOPT_CUSTOMREQUEST, job.method.rawValue)
        }
        // libcurl would add these two by itself: the first costs a round trip, the second lies about the body.
        var lines = ["Expect:"]
        if !job.fields.contains(where: { $0.name.lowercased() == "content-type" }) { lines.append("Content-Type:") }
        lines += job.fields.map { $0.value.isEmpty ? $0.name + ";" : $0.name + ": " + $0.value }
        for line in lines { unsafe list = curl_slist_append(list, line) }
        unsafe curl_shim_set_list(easy, CURLOPT_HTTPHEADER, list)
    }

    private func setBody(_ body: [UInt8]) {
        unsafe curl_shim_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, body.count)
        // Without a pointer libcurl would ask a callback for the body.
        guard !body.isEmpty else { return set(CURLOPT_COPYPOSTFIELDS, "") }
        unsafe body.withUnsafeBytes { bytes in
            _ = unsafe curl_shim_set_bytes(easy, CURLOPT_COPYPOSTFIELDS, bytes.baseAddress)
        }
    }

    private func setSinks() {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe curl_shim_set_context(easy, CURLOPT_WRITEDATA, context)
        unsafe curl_shim_set_context(easy, CURLOPT_HEADERDATA, context)
        unsafe curl_shim_set_sink(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let context = unsafe context else { return 0 }
            let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            return unsafe transfer.keep(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        unsafe curl_shim_set_sink(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let context = unsafe context else { return 0 }
            let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            unsafe transfer.read(line: UnsafeRawBufferPointer(start: bytes, count: size * count))
            return size * count
        }
    }

    private func keep(_ bytes: UnsafeRawBufferPointer) -> Int {
        if let buffer { return unsafe pass(bytes, to: buffer) }
        guard body.count + bytes.count <= limit else {
            isTooLarge = true
            return 0
        }
        unsafe body.append(contentsOf: bytes)
        return bytes.count
    }

    /// Hands a piece to the reader of a stream; while the reader is behind, libcurl keeps it.
    private func pass(_ bytes: UnsafeRawBufferPointer, to buffer: HTTPBodyBuffer) -> Int {
        guard buffer.hasRoom() else {
            isPaused = true
            return Int(CURL_WRITEFUNC_PAUSE)
        }
        startSilence()
        return unsafe buffer.put(Array(bytes)) ? bytes.count : 0
    }

    private func read(line bytes: UnsafeRawBufferPointer) {
        let line = unsafe String(decoding: bytes, as: UTF8.self)
        // Each interim response begins a new head: only the last one counts.
        if line.hasPrefix("HTTP/") {
            fields = HTTPFields()
            status = line.split(separator: " ").dropFirst().first.flatMap { Int(Self.trimmed($0)) } ?? 0
        } else if line == "\r\n" || line == "\n" {
            // What follows the body in trailers belongs to nothing that a caller sees.
            guard status >= 200, !isHeadComplete else { return }
            isHeadComplete = true
            if buffer != nil { startSilence() }
        } else if isHeadComplete {
            return
        } else if let colon = line.firstIndex(of: ":") {
            fields.append(Self.trimmed(line[..<colon]), Self.trimmed(line[line.index(after: colon)...]))
        }
    }

    private func failure(_ result: CURLcode) -> TransportError {
        let reason = unsafe String(cString: curl_easy_strerror(result))
        guard !isTooLarge else { return TransportError(.responseTooLarge, "more than \(limit) bytes") }
        return TransportError(CurlFailure.kind(of: result, wasSent: wasSent), reason)
    }

    /// Whether the request may have left: the connection was ready for it.
    private var wasSent: Bool {
        var microseconds = 0
        unsafe curl_shim_get_offset(easy, CURLINFO_PRETRANSFER_TIME_T, &microseconds)
        return microseconds > 0
    }

    private func set(_ option: CURLoption, _ value: Int) {
        unsafe curl_shim_set_long(easy, option, value)
    }

    private func set(_ option: CURLoption, _ value: String) {
        unsafe curl_shim_set_text(easy, option, value)
    }

    private static func milliseconds(_ duration: Duration) -> Int {
        Int(max(1, duration.wholeMilliseconds))
    }

    private static func trimmed(_ text: Substring) -> String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r\n" || $0 == "\r" || $0 == "\n" }
        let start = text.drop(while: isSpace)
        guard let end = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(start[...end])
    }
}
#endif
