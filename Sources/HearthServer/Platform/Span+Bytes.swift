extension Span<UInt8> {
    /// The bytes as text; what is not UTF-8 becomes U+FFFD.
    func text(_ range: Range<Int>) -> String {
        unsafe extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the bytes are a word in lower case, their own case aside.
    func matches(_ range: Range<Int>, _ word: StaticString) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { letters in
            var offset = 0
            while offset < letters.count {
                guard unsafe Bytes.lowered(self[range.lowerBound + offset]) == letters[offset] else { return false }
                offset += 1
            }
            return true
        }
    }
}

extension [UInt8] {
    /// Adds bytes at the end.
    package mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }

    /// Adds ASCII text that the program itself wrote.
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { unsafe append(contentsOf: $0) }
    }
}
