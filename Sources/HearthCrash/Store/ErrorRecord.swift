internal import HearthCore
internal import HearthCrashWire
internal import HearthJSON

/// An error as it is kept at once, before symbols are looked up.
struct ErrorRecord: Sendable {
    let id: String
    let time: UnixTime
    let isFatal: Bool
    var error: CrashReport.RecordedError
    let frames: [RawFrame]
    /// Frames that are known by name already, of another runtime; they take the place of the process's own.
    var places: [CrashReport.Frame]?

    var bytes: [UInt8] {
        var document: JSONObject = [
            "id": .string(id), "time": .integer(time.milliseconds), "fatal": .bool(isFatal),
            "frames": .array(
                frames.map { frame in
                    let kind = ["p", "r", "a"][frame.kind == .programCounter ? 0 : frame.kind == .returnAddress ? 1 : 2]
                    return .string(kind + String(frame.address, radix: 16))
                }
            ),
        ]
        document["error"] = try? JSON.value(of: error)
        if let places { document["places"] = try? JSON.value(of: places) }
        return JSON.serialize(.object(document))
    }

    init(
        id: String,
        time: UnixTime,
        isFatal: Bool,
        error: CrashReport.RecordedError,
        frames: [RawFrame],
        places: [CrashReport.Frame]?
    ) {
        self.id = id
        self.time = time
        self.isFatal = isFatal
        self.error = error
        self.frames = frames
        self.places = places
    }

    /// Reads what ``bytes`` wrote; `nil` if the file is damaged.
    init?(_ bytes: [UInt8]) {
        guard let document = try? JSON.parse(bytes), let id = document["id"]?.string,
            let time = document["time"]?.integer, let isFatal = document["fatal"]?.bool,
            let error = document["error"].flatMap({ try? JSON.decode(CrashReport.RecordedError.self, from: $0) })
        else { return nil }
        self.id = id
        self.time = UnixTime(milliseconds: time)
        self.isFatal = isFatal
        self.error = error
        places = document["places"].flatMap { try? JSON.decode([CrashReport.Frame].self, from: $0) }
        frames = (document["frames"]?.array ?? []).compactMap { value in
            guard let text = value.string, let kind = text.first, let address = UInt64(text.dropFirst(), radix: 16)
            else {
                return nil
            }
            let kinds: [Character: RawFrame.Kind] = ["p": .programCounter, "r": .returnAddress, "a": .asyncResumePoint]
            return kinds[kind].map { RawFrame(kind: $0, address: address) }
        }
    }
}
