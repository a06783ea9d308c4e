import Testing

@testable import HearthServer

@Suite("Chunked decoder")
struct ChunkedDecoderTests {
    @Test func `joins the chunks and stops behind the last`() throws {
        let text = "3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\nT: u\r\n\r\nGET"
        var decoder = ChunkedDecoder()
        var body: [UInt8] = []
        let used = try decoder.consume(text, into: &body, limit: 13)
        #expect(decoder.isDone)
        #expect(used == text.utf8.count - 3)
        #expect(body == Array("abc0123456789".utf8))
    }

    @Test(arguments: [(10, true), (9, false)])
    func `counts all chunks against the limit`(_ limit: Int, _ isAccepted: Bool) throws {
        let text = "5\r\n01234\r\n5\r\n56789\r\n0\r\n\r\n"
        var decoder = ChunkedDecoder()
        var body: [UInt8] = []
        if isAccepted {
            _ = try decoder.consume(text, into: &body, limit: limit)
            #expect(decoder.isDone)
        } else {
            #expect(throws: RequestRefusal.bodyTooLarge) {
                try decoder.consume(text, into: &body, limit: limit)
            }
            #expect(body.count == 5)
        }
    }

    @Test func `refuses a chunk before any of it is kept`() {
        var decoder = ChunkedDecoder()
        var body: [UInt8] = []
        #expect(throws: RequestRefusal.bodyTooLarge) {
            try decoder.consume("fffffffffffffff\r\n", into: &body, limit: 1 << 30)
        }
        #expect(body.isEmpty)
    }
}
