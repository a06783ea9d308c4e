package import HearthFirestoreModel

/// The file of records in which exports of documents are kept: LevelDB's log format
/// (https://github.com/google/leveldb/blob/main/doc/log_format.md).
package enum ExportLog {
    private static let blockSize = 32 * 1024
    private static let headSize = 7

    /// Which part of a record a piece is.
    private enum Piece: UInt8 {
        case full = 1
        case first
        case middle
        case last
    }

    /// Writes records.
    package struct Writer: Sendable {
        /// The file so far.
        package private(set) var bytes: [UInt8] = []

        package init() {}

        /// Writes a record of any size, cut up over as many blocks as it takes.
        package mutating func append(_ record: [UInt8]) {
            var rest = record[...]
            var isFirst = true
            repeat {
                var room = ExportLog.blockSize - bytes.count % ExportLog.blockSize
                if room < ExportLog.headSize {
                    bytes += Array(repeating: 0, count: room)
                    room = ExportLog.blockSize
                }
                let part = rest.prefix(room - ExportLog.headSize)
                rest = rest.dropFirst(part.count)
                let piece: Piece
                switch (isFirst, rest.isEmpty) {
                case (true, true): piece = .full
                case (true, false): piece = .first
                case (false, false): piece = .middle
                case (false, true): piece = .last
                }
                append(part, piece)
                isFirst = false
            } while !rest.isEmpty
        }

        private mutating func append(_ part: ArraySlice<UInt8>, _ piece: Piece) {
            let checksum = Checksum.masked(piece.rawValue, part)
            for shift in stride(from: 0, to: 32, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: checksum >> UInt32(shift)))
            }
            bytes.append(UInt8(truncatingIfNeeded: part.count))
            bytes.append(UInt8(truncatingIfNeeded: part.count >> 8))
            bytes.append(piece.rawValue)
            bytes += part
        }
    }

    /// Reads records.
    package struct Reader: Sendable {
        private let bytes: [UInt8]
        private var position = 0

        package init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        /// The next record; `nil` at the end.
        ///
        /// - Throws: ``FirestoreError`` with code `invalidArgument`, in the official emulator's words, for a damaged file.
        package mutating func next() throws(FirestoreError) -> [UInt8]? {
            var record: [UInt8] = []
            var isInside = false
            while true {
                let room = ExportLog.blockSize - position % ExportLog.blockSize
                if room < ExportLog.headSize { position += room }
                guard position < bytes.count else {
                    if isInside { throw ExportLog.invalidRecord }
                    return nil
                }
                guard bytes.count - position >= ExportLog.headSize else { throw ExportLog.invalidRecord }
                let length = Int(bytes[position + 4]) | Int(bytes[position + 5]) << 8
                let start = position + ExportLog.headSize
                guard let piece = Piece(rawValue: bytes[position + 6]),
                    start + length <= bytes.count, isInside == (piece == .middle || piece == .last)
                else { throw ExportLog.invalidRecord }
                let part = bytes[start..<start + length]
                let stored = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[position + $1]) << UInt32(8 * $1) }
                guard stored == Checksum.masked(piece.rawValue, part) else {
                    throw FirestoreError.invalid("Checksum doesn't validate.")
                }
                position = start + length
                record += part
                if piece == .full || piece == .last { return record }
                isInside = true
            }
        }
    }

    private static let invalidRecord = FirestoreError.invalid("Invalid record")
}

/// CRC-32C, https://www.rfc-editor.org/rfc/rfc3720#appendix-B.4, changed as the log format wants it.
private enum Checksum {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
    }

    static func masked(_ type: UInt8, _ bytes: ArraySlice<UInt8>) -> UInt32 {
        var value = next(.max, type)
        for byte in bytes { value = next(value, byte) }
        value = ~value
        return (value >> 15 | value << 17) &+ 0xA282_EAD8
    }

    private static func next(_ value: UInt32, _ byte: UInt8) -> UInt32 {
        value >> 8 ^ table[Int((value ^ UInt32(byte)) & 255)]
    }
}
