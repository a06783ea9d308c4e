import HearthFirestoreModel
import HearthFirestoreWire
import Testing

@Suite("gRPC on the wire")
struct GRPCTests {
    /// Three messages in frames written by hand.
    private static let stream: [UInt8] =
        [0, 0, 0, 0, 2, 10, 20] + [0, 0, 0, 0, 0] + [0, 0, 0, 1, 0] + [UInt8](repeating: 7, count: 256)
    private static let messages: [[UInt8]] = [[10, 20], [], [UInt8](repeating: 7, count: 256)]

    @Test func `frames are found wherever pieces cut them`() throws {
        for cut in 0...Self.stream.count {
            var frames = GRPCFrames(maximum: 256)
            var found: [[UInt8]] = []
            for piece in [Self.stream.prefix(cut), Self.stream.dropFirst(cut)] {
                frames.append(Array(piece))
                while let message = try frames.next() { found.append(message) }
            }
            #expect(found == Self.messages)
            #expect(frames.kept == 0)
        }
        var frames = GRPCFrames(maximum: 256)
        var found: [[UInt8]] = []
        for byte in Self.stream {
            frames.append([byte])
            while let message = try frames.next() { found.append(message) }
        }
        #expect(found == Self.messages)
    }

    @Test func `messages are framed with their length`() {
        #expect(Self.messages.flatMap { GRPCFrames.frame($0) } == Self.stream)
    }

    @Test(arguments: [
        ([1, 0, 0, 0, 0] as [UInt8], FirestoreError.Code.unimplemented), ([0, 0, 0, 1, 1], .resourceExhausted),
        ([0, 255, 255, 255, 255], .resourceExhausted),
    ]) func `a head that cannot be accepted is refused before its message`(_ head: [UInt8], _ code: FirestoreError.Code)
    {
        var frames = GRPCFrames(maximum: 256)
        frames.append(head)
        let error = #expect(throws: FirestoreError.self) { _ = try frames.next() }
        #expect(error?.code == code)
    }

    @Test(arguments: [
        ("plain", "plain"), ("100 %", "100 %25"), ("é\n", "%C3%A9%0A"), ("~ ", "~ "), ("\u{7F}", "%7F"), ("", ""),
    ]) func `messages of a status are escaped`(_ message: String, _ text: String) {
        #expect(GRPCText.encode(message) == text)
        #expect(GRPCText.decode(text) == message)
    }

    @Test func `what is no escape stands for itself`() {
        #expect(GRPCText.decode("%") == "%")
        #expect(GRPCText.decode("%4") == "%4")
        #expect(GRPCText.decode("%zz%41") == "%zzA")
        #expect(GRPCText.decode("%c3%a9") == "é")
    }

    @Test(arguments: [
        ("1H", Duration.seconds(3600)), ("2M", .seconds(120)), ("3S", .seconds(3)), ("4m", .milliseconds(4)),
        ("5u", .microseconds(5)), ("6n", .nanoseconds(6)), ("00000000S", .zero),
        ("99999999H", .seconds(359_999_996_400)),
    ]) func `timeouts are read`(_ text: String, _ timeout: Duration) {
        #expect(GRPCText.timeout(text) == timeout)
    }

    @Test(arguments: ["", "S", "1", "1s", "-1S", "1.5S", "999999999S", " 1S", "1S ", "٣S"])
    func `what is no timeout is none`(_ text: String) {
        #expect(GRPCText.timeout(text) == nil)
    }
}

@Suite("Frames that arrive in pieces")
struct FramePieceTests {
    @Test(arguments: 1...30) func `give the messages that were put in, and keep nothing`(seed: UInt64) throws {
        var random = MessageGenerator(seed: seed)
        let messages = (0..<20).map { _ in
            (0..<Int.random(in: 0...400, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        let texts = (0..<20).map { _ in
            let scalars = ["a", "é", "日", "😀", "\n", "\"", "7", "\u{7FF}", "\u{FFFD}"]
            return (0..<Int.random(in: 1...40, using: &random)).map { _ in
                scalars[Int.random(in: 0..<scalars.count, using: &random)]
            }.joined()
        }
        var frames = GRPCFrames(maximum: 400)
        var channel = WebChannelFrames()
        var found: [[UInt8]] = []
        var read: [String] = []
        for piece in pieces(of: messages.flatMap { GRPCFrames.frame($0) }, &random) {
            frames.append(piece)
            while let message = try frames.next() { found.append(message) }
            #expect(frames.kept < 405)
        }
        for piece in pieces(of: texts.flatMap { WebChannelFrames.frame(Array($0.utf8)) }, &random) {
            channel.append(piece)
            while let frame = try channel.next() { read.append(String(decoding: frame, as: UTF8.self)) }
        }
        #expect(found == messages && frames.kept == 0)
        #expect(read == texts && channel.isEmpty)
    }

    private func pieces(of bytes: [UInt8], _ random: inout MessageGenerator) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...97, using: &random))
            pieces.append(Array(piece))
            rest = rest.dropFirst(piece.count)
        }
        return pieces
    }

    @Test func `are not held beyond the head that refuses them`() throws {
        var frames = GRPCFrames(maximum: 10)
        frames.append([0, 0, 0, 0, 11])
        #expect(refusal { _ = try frames.next() }?.code == .resourceExhausted)
        // The largest that is taken.
        var whole = GRPCFrames(maximum: 10)
        whole.append(GRPCFrames.frame(Array(repeating: 1, count: 10)))
        #expect(try whole.next()?.count == 10)
    }

    @Test(arguments: [
        // Longer than a frame may be, digits of other scripts, a sign, a length with a blank, a length alone.
        "12582913\n", "٣\n[]", "+2\n[]", " 2\n[]", "2 \n[]", "0x2\n[]", "2\r\n[]", "999999999",
        // A length that ends within a scalar of two code units.
        "1\n😀", "2\na😀",
    ]) func `of the web channel are refused if their length is none`(body: String) {
        var frames = WebChannelFrames()
        frames.append(Array(body.utf8))
        #expect(refusal { _ = try frames.next() }?.code == .invalidArgument)
    }

    @Test(arguments: 1...20) func `of random bytes are refused or are frames`(seed: UInt64) {
        var random = MessageGenerator(seed: seed)
        for _ in 0..<50 {
            let alphabet = Array("0123456789\n\n[]\"a".utf8) + [0xC3, 0xA9, 0xF0, 0x9F, 0x98, 0x80, 0xFF, 0x00]
            let bytes = (0..<60).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] }
            var channel = WebChannelFrames()
            var frames = GRPCFrames(maximum: 1 << 20)
            channel.append(bytes)
            frames.append(bytes)
            var taken = 0
            let error = refusal {
                while let frame = try channel.next() { taken += frame.count + 2 }
                while let message = try frames.next() { #expect(message.count <= 55) }
            }
            #expect(taken <= bytes.count)
            #expect(error == nil || error?.message.isEmpty == false)
        }
    }
}
