internal import HearthCore
internal import HearthFirestoreModel

/// Where the next page of an answer begins; it holds nothing that the page before did not.
struct PageToken {
    /// The key of the last result of the page before.
    let key: [UInt8]
    /// The moment that all pages see.
    let readTime: Timestamp
    /// What else was asked: a token goes with its request alone.
    private let context: UInt64

    private static let version: UInt8 = 1

    init(key: [UInt8], readTime: Timestamp, context: String) {
        self.key = key
        self.readTime = readTime
        self.context = Self.digest(context)
    }

    /// Reads a token; `nil` for the first page.
    init?(text: String, context: String) throws(FirestoreError) {
        if text.isEmpty { return nil }
        guard let bytes = Base64.decodeLeniently(text), bytes.count >= 17, bytes[0] == Self.version,
            Self.word(bytes[1..<9]) == Self.digest(context)
        else { throw .invalid("The page token is not valid for this request.") }
        key = Array(bytes[17...])
        readTime = Timestamp(microseconds: Int64(bitPattern: Self.word(bytes[9..<17])))
        self.context = Self.digest(context)
    }

    var text: String {
        var bytes = [Self.version]
        for word in [context, UInt64(bitPattern: readTime.microseconds)] {
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        return Base64.encode(bytes + key)
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// FNV-1a: it finds mistakes and is no defence against intent, for which there is no reason.
    private static func digest(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
