/// Frames of an event stream, as far as callable functions use them.
public enum EventStream {
    /// A comment that keeps a connection from looking dead.
    public static let ping = Array(": ping\n\n".utf8)

    /// Writes a frame.
    ///
    /// - Parameter data: The data: one line.
    /// - Returns: The frame.
    public static func frame(_ data: [UInt8]) -> [UInt8] {
        Array("data: ".utf8) + data + Array("\n\n".utf8)
    }
}

/// Reads an event stream whose pieces may be cut anywhere.
///
/// Comments and fields other than `data` are ignored; the lines of one event are joined by a line feed.
public struct EventStreamParser: Sendable {
    /// A line, or an event, is larger than allowed.
    public struct TooLarge: Error, Sendable, Hashable {
        /// The limit in bytes.
        public let limit: Int
    }

    private let limit: Int
    private var line: [UInt8] = []
    private var event: [UInt8]?
    private var endedWithReturn = false

    /// Creates a parser at the start of a stream.
    ///
    /// - Parameter limit: How large an event may be, in bytes. Defaults to ``CallableRequest/maximumBytes``.
    public init(limit: Int = CallableRequest.maximumBytes) {
        self.limit = limit
    }

    /// Takes a piece of the stream.
    ///
    /// - Parameter bytes: The piece.
    /// - Returns: The data of the events that are complete with it.
    /// - Throws: ``TooLarge``.
    public mutating func feed(_ bytes: [UInt8]) throws(TooLarge) -> [[UInt8]] {
        var events: [[UInt8]] = []
        for byte in bytes {
            // A line ends with CR, LF, or both.
            if byte == UInt8(ascii: "\n"), endedWithReturn {
                endedWithReturn = false
                continue
            }
            endedWithReturn = byte == UInt8(ascii: "\r")
            guard endedWithReturn || byte == UInt8(ascii: "\n") else {
                line.append(byte)
                guard line.count + (event?.count ?? 0) <= limit else { throw TooLarge(limit: limit) }
                continue
            }
            if line.isEmpty {
                if let event { events.append(event) }
                event = nil
            } else {
                take(line)
                line.removeAll(keepingCapacity: true)
            }
        }
        return events
    }

    private mutating func take(_ line: [UInt8]) {
        let name = Array("data:".utf8)
        guard line.starts(with: name) else { return }
        var value = line.dropFirst(name.count)
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        if event == nil { event = Array(value) } else { event? += [UInt8(ascii: "\n")] + value }
    }
}
