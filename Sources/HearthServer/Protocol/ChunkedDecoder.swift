internal import HearthCore

/// Takes the chunks of a body apart ([RFC 9112 §7.1](https://www.rfc-editor.org/rfc/rfc9112#section-7.1)).
///
/// Chunk extensions and trailers are read and dropped.
struct ChunkedDecoder: Sendable {
    private enum State {
        case size, sizeExtension, sizeLineFeed
        case data, dataReturn, dataLineFeed
        case trailerStart, trailerName, trailerValue, trailerLineFeed, lastLineFeed, done
    }

    private var state = State.size
    /// How much of the chunk in hand is to come.
    private var remaining = 0
    private var digits = 0
    /// What extensions and trailers have cost so far.
    private var overhead = 0

    /// How long extensions and trailers may be together.
    ///
    /// They are dropped, so that their only use is to keep a server busy.
    static let maximalOverhead = 4096

    /// Whether the last chunk and the trailers have been read.
    var isDone: Bool { state == .done }

    /// Reads on, up to the end of the body at most.
    ///
    /// - Parameters:
    ///   - bytes: What has arrived.
    ///   - body: Where the data goes; it knows how large it may become.
    /// - Returns: How many of the bytes were used.
    /// - Throws: ``RequestRefusal`` for anything that is not exactly as the RFC has it.
    mutating func consume(
        _ bytes: Span<UInt8>,
        into body: inout BodyBuffer
    ) throws(RequestRefusal) -> Int {
        var index = 0
        while index < bytes.count, state != .done {
            if state == .data {
                let count = min(remaining, bytes.count - index)
                try body.append(bytes.extracting(index..<index + count))
                index += count
                remaining -= count
                if remaining == 0 { state = .dataReturn }
            } else {
                try step(bytes[index], room: body.room)
                index += 1
            }
        }
        return index
    }

    private mutating func step(_ byte: UInt8, room: Int) throws(RequestRefusal) {
        switch state {
        case .size: try readSize(byte)
        case .sizeExtension: try readText(byte, then: .sizeLineFeed)
        case .sizeLineFeed:
            try expect(Bytes.lineFeed, byte, then: remaining == 0 ? .trailerStart : .data)
            digits = 0
            guard remaining <= room else { throw .bodyTooLarge }
        case .dataReturn: try expect(Bytes.carriageReturn, byte, then: .dataLineFeed)
        case .dataLineFeed: try expect(Bytes.lineFeed, byte, then: .size)
        case .trailerStart:
            state = byte == Bytes.carriageReturn ? .lastLineFeed : .trailerName
            if state == .trailerName && !Bytes.isToken(byte) { throw .malformed("A trailer is not one.") }
        case .trailerName:
            try spend()
            if byte == Bytes.colon {
                state = .trailerValue
            } else if !Bytes.isToken(byte) {
                throw .malformed("A trailer is not one.")
            }
        case .trailerValue: try readText(byte, then: .trailerLineFeed)
        case .trailerLineFeed: try expect(Bytes.lineFeed, byte, then: .trailerStart)
        case .lastLineFeed: try expect(Bytes.lineFeed, byte, then: .done)
        case .data, .done: break
        }
    }

    private mutating func readSize(_ byte: UInt8) throws(RequestRefusal) {
        if let digit = Hex.value(byte) {
            digits += 1
            // 15 digits fit an Int; a longer size is an attempt to overflow it.
            guard digits <= 15 else { throw .malformed("A chunk size is not one.") }
            remaining = remaining * 16 + Int(digit)
            return
        }
        guard digits > 0 else { throw .malformed("A chunk size is not one.") }
        switch byte {
        case Bytes.carriageReturn: state = .sizeLineFeed
        case UInt8(ascii: ";"): state = .sizeExtension
        default: throw .malformed("A chunk size is not one.")
        }
    }

    private mutating func readText(_ byte: UInt8, then next: State) throws(RequestRefusal) {
        try spend()
        if byte == Bytes.carriageReturn {
            state = next
        } else if !Bytes.isFieldByte(byte) {
            throw .malformed("A chunk holds a control character.")
        }
    }

    private mutating func spend() throws(RequestRefusal) {
        overhead += 1
        guard overhead <= Self.maximalOverhead else { throw .headTooLarge }
    }

    private mutating func expect(_ wanted: UInt8, _ byte: UInt8, then next: State) throws(RequestRefusal) {
        guard byte == wanted else { throw .malformed("A chunk does not end where it should.") }
        state = next
    }
}
