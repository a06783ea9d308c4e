import HearthFirestoreModel
import HearthFirestoreWire
import Testing

@Suite("Frames of the web channel")
struct WebChannelFramesTests {
    @Test(arguments: [
        ("\"\"", "2\n\"\""), ("\"é\"", "3\n\"é\""), ("\"日本\"", "4\n\"日本\""), ("\"😀\"", "4\n\"😀\""),
        ("\"a😀é\"", "6\n\"a😀é\""), ("[]\n", "3\n[]\n"),
    ])
    func `count code units of UTF-16`(json: String, frame: String) throws {
        #expect(WebChannelFrames.frame(Array(json.utf8)) == Array(frame.utf8))
    }

    @Test(arguments: 1...9)
    func `are read however their bytes are cut up`(size: Int) throws {
        let texts = ["[[1,[\"noop\"]]]", "\"a😀é\"", "\"日本\"", "\"\"", "[[0,[\"c\",\"x\",\"\",8,14,30000]]]\n"]
        let body = texts.flatMap { WebChannelFrames.frame(Array($0.utf8)) }
        var frames = WebChannelFrames()
        var read: [String] = []
        for start in stride(from: 0, to: body.count, by: size) {
            frames.append(Array(body[start..<min(start + size, body.count)]))
            while let frame = try frames.next() { read.append(String(decoding: frame, as: UTF8.self)) }
        }
        #expect(read == texts)
        #expect(frames.isEmpty)
    }

    @Test(arguments: ["\n[]", "x\n[]", "-1\n[]", "123456789", "99999999\n", "1\n😀"])
    func `are refused if they are none`(body: String) throws {
        var frames = WebChannelFrames()
        frames.append(Array(body.utf8))
        #expect(throws: FirestoreError.self) { _ = try frames.next() }
    }
}
