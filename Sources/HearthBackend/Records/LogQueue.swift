internal import HearthCore

/// Writes lines of a log on a thread of its own, so that a log whose reader is slow keeps no request waiting.
///
/// Lines that find no room are counted, and their number is written when there is room again.
final class LogQueue: Sendable {
    /// The most lines that wait.
    static let limit = 1000

    private struct Line: Sendable {
        let level: Log.Level
        let text: String
    }

    private struct State: Sendable {
        var lines: [Line] = []
        var omitted = 0
        var hasThread = false
        var isClosed = false
    }

    private let log: Log
    private let state = Monitor(State())

    init(_ log: Log) {
        self.log = log
    }

    /// Lines a line up, and returns at once.
    func add(_ level: Log.Level, _ text: String) {
        let needsThread = state.withLock { state, wakesOne in
            guard !state.isClosed else { return false }
            guard state.lines.count < Self.limit else {
                state.omitted += 1
                return false
            }
            state.lines.append(Line(level: level, text: text))
            wakesOne = true
            defer { state.hasThread = true }
            return !state.hasThread
        }
        guard needsThread, SystemThread({ self.run() }) == nil else { return }
        // The next line tries again.
        state.withLock { state, _ in state.hasThread = false }
    }

    /// Takes no further lines; those that wait are written.
    func close() {
        state.wakeAll { $0.isClosed = true }
    }

    private func run() {
        while let (lines, omitted) = take() {
            for line in lines {
                switch line.level {
                case .info: log.info(line.text)
                case .warning: log.warning(line.text)
                case .error: log.error(line.text)
                }
            }
            if omitted > 0 { log.warning(SecurityLedger.omission(of: omitted)) }
        }
    }

    private func take() -> ([Line], Int)? {
        state.wait { state -> ([Line], Int)?? in
            guard !state.lines.isEmpty || state.omitted > 0 else {
                return state.isClosed ? .some(nil) : nil
            }
            defer { (state.lines, state.omitted) = ([], 0) }
            return (state.lines, state.omitted)
        }
    }
}
