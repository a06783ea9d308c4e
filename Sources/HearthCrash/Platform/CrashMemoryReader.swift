internal import CCrash
internal import HearthCore
internal import HearthCrashWire

/// Reads the file of a process that is gone: any bytes, also cut and damaged ones.
struct CrashMemoryReader {
    /// A frame as the handler noted it.
    struct Crash {
        let signal: Int
        let code: Int
        let address: UInt64
        let time: UnixTime
        let nested: Int
        /// The frames, the crashed one first.
        let frames: [RawFrame]
        /// The lines of `/proc/self/maps` that hold code.
        let maps: String
    }

    private let bytes: [UInt8]
    private typealias Memory = ccrash_memory

    /// Reads a file; `nil` if it is none of ours, or of another version.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == MemoryLayout<Memory>.size, bytes.starts(with: Array("HEARTHCR".utf8)) else { return nil }
        self.bytes = bytes
        guard number(at: Self.offset(\.version), UInt32.self) == UInt32(CCRASH_VERSION),
            number(at: Self.offset(\.size), UInt32.self) == UInt32(bytes.count)
        else { return nil }
    }

    private static func offset<Value>(_ path: KeyPath<ccrash_memory, Value>) -> Int {
        MemoryLayout<ccrash_memory>.offset(of: path) ?? 0
    }

    private func number<Number: FixedWidthInteger>(at place: Int, _ type: Number.Type) -> Number {
        let size = MemoryLayout<Number>.size
        guard place >= 0, place + size <= bytes.count else { return 0 }
        return bytes[place..<(place + size)].reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    private func text(at place: Int, count: Int) -> String {
        guard place >= 0, count > 0, place + count <= bytes.count else { return "" }
        return String(decoding: bytes[place..<(place + count)], as: UTF8.self)
    }

    /// Whether the session ended as it should.
    var hasEnded: Bool { number(at: Self.offset(\.ended), UInt32.self) == 1 }

    /// What the app wrote down.
    var log: String {
        ring(\.log, at: CCRASH_LOG_PLACE, size: CCRASH_LOG_BYTES)
    }

    /// The latest text of standard error.
    var standardError: String {
        ring(\.standard_error, at: CCRASH_STDERR_PLACE, size: CCRASH_STDERR_BYTES)
    }

    private func ring(_ ring: KeyPath<ccrash_memory, ccrash_ring>, at start: Int, size: Int) -> String {
        let written = number(at: Self.offset(ring), UInt64.self)
        let begun = max(written, number(at: Self.offset(ring) + MemoryLayout<UInt64>.size, UInt64.self))
        guard begun > UInt64(size) else { return text(at: start, count: Int(written)) }
        // The last write may not have come to its end: what it overwrites is no text any more.
        let oldest = begun - UInt64(size)
        guard oldest < written else { return "" }
        let (place, count) = (Int(oldest % UInt64(size)), Int(written - oldest))
        let first = min(count, size - place)
        let all = Array(bytes[(start + place)..<(start + place + first)] + bytes[start..<(start + count - first)])
        // The first line may lack its beginning.
        let line = all.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return String(decoding: all[line...], as: UTF8.self)
    }

    /// The breadcrumbs that are whole, oldest first.
    var breadcrumbs: [CrashReport.Breadcrumb] {
        var found: [(UInt32, CrashReport.Breadcrumb)] = []
        let stride = MemoryLayout<ccrash_breadcrumb>.stride
        for index in 0..<CCRASH_BREADCRUMBS {
            let start = Self.offset(\.breadcrumbs) + index * stride
            let sequence = number(at: start, UInt32.self)
            let end = start + (MemoryLayout<ccrash_breadcrumb>.offset(of: \.sequence_end) ?? 0)
            guard sequence != 0, number(at: end, UInt32.self) == sequence else { continue }
            let length = min(Int(number(at: start + 4, UInt32.self)), CrashMemory.breadcrumbText)
            let textStart = start + (MemoryLayout<ccrash_breadcrumb>.offset(of: \.text) ?? 0)
            let crumb = BreadcrumbText.read(text(at: textStart, count: length))
            let time = UnixTime(milliseconds: number(at: start + 8, Int64.self))
            found.append((sequence, CrashReport.Breadcrumb(time: time, name: crumb.name, fields: crumb.fields)))
        }
        return found.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// The custom keys.
    var keys: [String: CrashValue] {
        var keys: [String: CrashValue] = [:]
        let stride = MemoryLayout<ccrash_key>.stride
        for slot in 0..<CCRASH_KEYS {
            guard let key = newest(at: Self.offset(\.keys) + slot * stride * 2) else { continue }
            keys[key.name] = CrashValue(kind: key.kind, text: key.value)
        }
        return keys
    }

    /// The user, if the app named one.
    var user: String? {
        newest(at: Self.offset(\.user)).flatMap { $0.kind == 0 ? nil : $0.value }
    }

    private func newest(at place: Int) -> (name: String, value: String, kind: UInt32)? {
        let stride = MemoryLayout<ccrash_key>.stride
        func offset<Value>(_ path: KeyPath<ccrash_key, Value>) -> Int { MemoryLayout<ccrash_key>.offset(of: path) ?? 0 }
        var best: (sequence: UInt32, start: Int)?
        for start in [place, place + stride] {
            let sequence = number(at: start, UInt32.self)
            guard sequence != 0, number(at: start + offset(\.sequence_end), UInt32.self) == sequence else { continue }
            if sequence > best?.sequence ?? 0 { best = (sequence, start) }
        }
        guard let start = best?.start else { return nil }
        let nameLength = min(Int(number(at: start + offset(\.name_length), UInt16.self)), CrashMemory.keyText)
        let valueLength = min(Int(number(at: start + offset(\.value_length), UInt16.self)), CrashMemory.keyText)
        return (
            text(at: start + offset(\.name), count: nameLength), text(at: start + offset(\.value), count: valueLength),
            number(at: start + offset(\.kind), UInt32.self)
        )
    }

    /// The crash, if there was one.
    var crash: Crash? {
        let start = Self.offset(\.crash)
        func offset<Value>(_ path: KeyPath<ccrash_record, Value>) -> Int {
            start + (MemoryLayout<ccrash_record>.offset(of: path) ?? 0)
        }
        guard number(at: offset(\.stage), UInt32.self) > UInt32(CCRASH_STAGE_NONE) else { return nil }
        func addresses(_ place: Int, _ count: UInt32, _ limit: Int) -> [UInt64] {
            (0..<min(Int(count), limit)).map { number(at: place + $0 * 8, UInt64.self) }
        }
        let walked = addresses(offset(\.frames), number(at: offset(\.frame_count), UInt32.self), CCRASH_FRAMES)
        let async = addresses(
            offset(\.async_frames),
            number(at: offset(\.async_count), UInt32.self),
            CCRASH_ASYNC_FRAMES
        )
        let unwound = addresses(offset(\.unwound), number(at: offset(\.unwound_count), UInt32.self), CCRASH_FRAMES)
        let seconds = number(at: offset(\.seconds), Int64.self)
        let nanoseconds = number(at: offset(\.nanoseconds), Int64.self)
        let mapsLength = min(Int(number(at: offset(\.maps_length), UInt32.self)), CCRASH_MAPS_BYTES)
        return Crash(
            signal: Int(number(at: offset(\.signal), Int32.self)),
            code: Int(number(at: offset(\.code), Int32.self)),
            address: number(at: offset(\.address), UInt64.self),
            time: UnixTime(milliseconds: UnixTime(seconds: seconds).milliseconds &+ nanoseconds / 1_000_000),
            nested: Int(number(at: offset(\.nested), UInt32.self)),
            frames: RawFrame.merge(walked: walked, async: async, unwound: unwound),
            maps: text(at: CCRASH_MAPS_PLACE, count: mapsLength)
        )
    }
}

extension CrashValue {
    /// A value as it stands in the file; `nil` for a key that was removed.
    fileprivate init?(kind: UInt32, text: String) {
        switch kind {
        case 1: self = .string(text)
        case 2: self = Int64(text).map { .int($0) } ?? .string(text)
        case 3: self = Double(text).map { .double($0) } ?? .string(text)
        case 4: self = .bool(text == "true")
        default: return nil
        }
    }
}
