/// A property list in Apple's binary form, version 0, read one object at a time.
///
/// The bytes may be anything: nothing is followed outside of them, and nothing is read twice as large as they are.
struct BinaryPropertyList: Sendable {
    /// An object, with the others that it holds by their numbers.
    enum Object: Sendable, Hashable {
        case null
        case bool(Bool)
        case integer(Int64)
        case real(Double)
        case data([UInt8])
        case string(String)
        /// A number that an archive refers to its own objects by.
        case uid(Int)
        case array([Int])
        case dictionary(keys: [Int], values: [Int])
    }

    private static let magic = Array("bplist00".utf8)
    private static let trailerSize = 32

    private let bytes: [UInt8]
    private let offsets: [Int]
    private let referenceSize: Int
    /// The number of the object that holds all others.
    let root: Int

    /// Reads where the objects are; `nil` if the bytes are no such list.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.magic.count + Self.trailerSize, bytes.starts(with: Self.magic) else { return nil }
        let trailer = bytes.count - Self.trailerSize
        let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = Self.number(bytes, trailer + 8, 8), let root = Self.number(bytes, trailer + 16, 8),
            let table = Self.number(bytes, trailer + 24, 8), table <= trailer, root < count,
            count <= (trailer - table) / offsetSize
        else { return nil }
        var offsets: [Int] = []
        for index in 0..<count {
            guard let offset = Self.number(bytes, table + index * offsetSize, offsetSize), offset < table else {
                return nil
            }
            offsets.append(offset)
        }
        self.bytes = bytes
        self.offsets = offsets
        self.referenceSize = referenceSize
        self.root = root
    }

    /// The object of a number; `nil` if there is none, or none that can be read.
    func object(_ number: Int) -> Object? {
        guard offsets.indices.contains(number) else { return nil }
        let start = offsets[number]
        let (kind, low) = (bytes[start] >> 4, Int(bytes[start] & 15))
        switch kind {
        case 0x0: return low == 0 ? .null : low == 8 ? .bool(false) : low == 9 ? .bool(true) : nil
        case 0x1: return low <= 4 ? integer(start + 1, 1 << low).map { .integer($0) } : nil
        // A date is a number of seconds too.
        case 0x2, 0x3: return real(start + 1, 1 << low).map { .real($0) }
        case 0x8: return Self.number(bytes, start + 1, low + 1).map { .uid($0) }
        default: break
        }
        guard let (count, content) = length(start, low) else { return nil }
        switch kind {
        case 0x4: return slice(content, count).map { .data(Array($0)) }
        case 0x5: return slice(content, count).map { .string(String(decoding: $0, as: UTF8.self)) }
        case 0x6: return slice(content, count, times: 2).map { .string(Self.utf16(Array($0))) }
        case 0xA: return references(content, count).map { .array($0) }
        case 0xD:
            guard let keys = references(content, count),
                let values = references(content + count * referenceSize, count)
            else { return nil }
            return .dictionary(keys: keys, values: values)
        default: return nil
        }
    }

    /// How many elements an object has, and where the first is.
    private func length(_ start: Int, _ low: Int) -> (count: Int, content: Int)? {
        guard low == 15 else { return (low, start + 1) }
        guard start + 1 < bytes.count, bytes[start + 1] >> 4 == 1 else { return nil }
        let size = 1 << Int(bytes[start + 1] & 15)
        guard size <= 8, let count = Self.number(bytes, start + 2, size) else { return nil }
        return (count, start + 2 + size)
    }

    private func references(_ start: Int, _ count: Int) -> [Int]? {
        guard slice(start, count, times: referenceSize) != nil else { return nil }
        return (0..<count).reduce(into: [Int]?.some([])) { found, index in
            guard let number = Self.number(bytes, start + index * referenceSize, referenceSize) else {
                found = nil
                return
            }
            found?.append(number)
        }
    }

    private func slice(_ start: Int, _ count: Int, times size: Int = 1) -> ArraySlice<UInt8>? {
        guard start <= bytes.count, count <= (bytes.count - start) / size else { return nil }
        return bytes[start..<(start + count * size)]
    }

    private func integer(_ start: Int, _ size: Int) -> Int64? {
        // Sixteen bytes hold what is too large for eight; nothing here is.
        guard size <= 8, let slice = slice(start, size) else { return nil }
        return Int64(truncatingIfNeeded: slice.reduce(into: UInt64(0)) { $0 = $0 << 8 | UInt64($1) })
    }

    private func real(_ start: Int, _ size: Int) -> Double? {
        guard let bits = slice(start, size)?.reduce(into: UInt64(0), { $0 = $0 << 8 | UInt64($1) }) else { return nil }
        switch size {
        case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case 8: return Double(bitPattern: bits)
        default: return nil
        }
    }

    /// A number without a sign that an `Int` can hold.
    private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int? {
        guard size <= 8, start >= 0, start <= bytes.count - size else { return nil }
        return Int(exactly: bytes[start..<(start + size)].reduce(into: UInt64(0)) { $0 = $0 << 8 | UInt64($1) })
    }

    private static func utf16(_ bytes: [UInt8]) -> String {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        return String(decoding: units, as: UTF16.self)
    }
}
