@testable import HearthServer

extension RequestParser {
    /// Reads on from an array, whose span an expectation could not hold.
    mutating func consume(_ bytes: [UInt8]) throws(RequestRefusal) -> Int {
        try consume(bytes.span)
    }
}

extension ChunkedDecoder {
    /// Reads on from text.
    mutating func consume(_ text: String, into body: inout [UInt8], limit: Int) throws(RequestRefusal) -> Int {
        let bytes = Array(text.utf8)
        return try consume(bytes.span, into: &body, limit: limit)
    }
}
