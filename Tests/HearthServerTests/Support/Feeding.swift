@testable import HearthServer

extension RequestParser {
    /// Reads on from an array, whose span an expectation could not hold, and lets every body come.
    mutating func consume(_ bytes: [UInt8], _ limits: ServerLimits = ServerLimits()) throws(RequestRefusal) -> Int {
        var used = 0
        repeat {
            used += try consume(bytes.span.extracting(used..<bytes.count))
            if stage == .admission { try admit(maximumBody: limits.bodyBytes) }
        } while used < bytes.count && stage == .body
        return used
    }
}

extension ChunkedDecoder {
    /// Reads on from text.
    mutating func consume(_ text: String, into body: inout [UInt8], limit: Int) throws(RequestRefusal) -> Int {
        let bytes = Array(text.utf8)
        var buffer = BodyBuffer(maximum: limit, budget: nil)
        defer { body = buffer.bytes }
        return try consume(bytes.span, into: &buffer)
    }
}
