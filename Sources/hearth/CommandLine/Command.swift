/// One command of the tool.
protocol Command {
    /// What the user types.
    static var name: String { get }
    /// One line for the list of commands.
    static var summary: String { get }
    /// Everything that `--help` says.
    static var help: String { get }

    /// Does it.
    static func run(_ words: [String]) async throws
}

/// The words of the command line cannot be understood; the process ends with status 64.
struct UsageError: Error {
    let reason: String
    let hint: String

    init(_ reason: String, hint: String) {
        self.reason = reason
        self.hint = hint
    }
}

/// The command was understood and could not be done.
struct CommandFailure: Error {
    let reason: String
    let status: Int32

    init(_ reason: String, status: Int32 = 1) {
        self.reason = reason
        self.status = status
    }
}

extension String {
    /// The text with spaces after it, up to a width.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}
