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
