import Foundation
import HearthCore
import Testing

/// A run of the built `hearth` at a terminal of its own, with a person who reads and types.
final class PseudoTerminal: Sendable {
    private let terminal: Int32
    private let reader: FileHandle
    // Held open so that the terminal's mode can still be asked when the process has ended.
    private let far: Int32
    private let process: Locked<Process>
    // What was read, and how much of it was seen already.
    private let text = Locked((all: "", unseen: ""))
    private let arrivals: AsyncStream<Void>
    private let ends: AsyncStream<Int32>

    /// Starts `hearth` with these words.
    init(_ words: [String], environment: [String: String]) throws {
        var near: Int32 = 0
        var far: Int32 = 0
        try #require(unsafe openpty(&near, &far, nil, nil, nil) == 0)
        terminal = near
        self.far = far
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        self.arrivals = arrivals
        self.ends = ends
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
            .deletingLastPathComponent().appendingPathComponent("hearth")
        process.arguments = words
        process.environment = environment
        let handle = FileHandle(fileDescriptor: far)
        process.standardInput = handle
        process.standardOutput = handle
        process.standardError = handle
        process.terminationHandler = { process in
            end.yield(process.terminationStatus)
            end.finish()
        }
        try process.run()
        self.process = Locked(process)
        reader = FileHandle(fileDescriptor: near)
        reader.readabilityHandler = { [text] handle in
            // Pieces end where they will; what is cut in two is drawn, not read.
            let piece = String(decoding: handle.availableData, as: UTF8.self)
            text.withLock { text in
                text.all += piece
                text.unseen += piece
            }
            arrival.yield()
        }
    }

    deinit {
        reader.readabilityHandler = nil
        process.withLock { if $0.isRunning { kill($0.processIdentifier, SIGKILL) } }
        close(terminal)
        close(far)
    }

    /// The path of a directory that is no one else's; it is not there yet.
    static func newDirectory() -> String {
        FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString)").path
    }

    /// All that was on the screen so far.
    var screen: String { text.withLock(\.all) }

    /// Whether the terminal shows what is typed.
    var echoes: Bool {
        var mode = termios()
        guard unsafe tcgetattr(terminal, &mode) == 0 else { return false }
        return mode.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Waits until a text is on the screen, after all that was seen before.
    func see(_ wanted: String) async {
        _ = await seeing { $0.range(of: wanted).map { (String(), $0.upperBound) } }
    }

    /// Waits for the rest of the line that begins with a text.
    func line(after label: String) async -> String {
        await seeing { unseen in
            guard let start = unseen.range(of: label)?.upperBound,
                let end = unseen[start...].range(of: "\r\n")
            else { return nil }
            return (String(unseen[start..<end.lowerBound]), end.upperBound)
        }
    }

    /// Waits for a menu, and types the number of one of its choices.
    func choose(_ name: String) async {
        let number = await seeing { unseen in
            guard let end = unseen.range(of: "  \(name)\r\n"), let prompt = unseen[end.upperBound...].range(of: "> ")
            else { return nil }
            let number = unseen[..<end.lowerBound].reversed().prefix { $0.isNumber }.reversed()
            return (String(number), prompt.upperBound)
        }
        type(number)
    }

    /// Types a line.
    func type(_ line: String) {
        send(Array((line + "\n").utf8))
    }

    /// Sends a signal to the process, as Ctrl-C does.
    func interrupt() {
        _ = process.withLock { kill($0.processIdentifier, SIGINT) }
    }

    /// Types the end of the input, Ctrl-D.
    func end() {
        send([4])
    }

    /// Waits for the process to end.
    func status() async -> Int32 {
        for await status in ends { return status }
        return -1
    }

    /// Waits for something to come, and takes note of it.
    private func seeing(_ find: (String) -> (String, String.Index)?) async -> String {
        while true {
            let found = text.withLock { text -> String? in
                guard let (found, end) = find(text.unseen) else { return nil }
                text.unseen = String(text.unseen[end...])
                return found
            }
            if let found { return found }
            var arrivals = arrivals.makeAsyncIterator()
            guard await arrivals.next() != nil else { return "" }
        }
    }

    private func send(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { _ = unsafe write(terminal, $0.baseAddress, $0.count) }
    }
}
