#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif
import HearthCore

/// Reads from the person at the terminal, what is secret without showing it.
enum TerminalInput {
    // How the terminal was before it was told to show nothing; `nil` while it shows everything.
    private static let saved = Locked<termios?>(nil)

    /// Whether standard input is a terminal.
    static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// Reads a line, or `nil` at the end of the input; other work goes on meanwhile.
    ///
    /// `readLine` would take the first Ctrl-D for the end of all input.
    static func line() async -> String? {
        await Task.detached {
            var bytes: [UInt8] = []
            while let byte = nextByte() {
                if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
                bytes.append(byte)
            }
            return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
        }.value
    }

    /// Asks for a line that the terminal does not show; from a pipe, as any other.
    ///
    /// It is hidden before it is asked for, so that the fastest typist shows nothing.
    static func secretLine(_ prompt: String) async -> String? {
        hide()
        defer { show() }
        Terminal.prompt(prompt)
        return await line()
    }

    /// Has the terminal show what is typed, as it did before; to be called on every way out.
    static func show() {
        saved.withLock { saved in
            guard var mode = saved else { return }
            unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &mode)
            saved = nil
        }
    }

    private static func nextByte() -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = unsafe read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            return count == 1 ? byte : nil
        }
    }

    private static func hide() {
        saved.withLock { saved in
            var mode = termios()
            guard saved == nil, unsafe tcgetattr(STDIN_FILENO, &mode) == 0 else { return }
            saved = mode
            mode.c_lflag &= ~tcflag_t(ECHO)
            // The end of the line is shown all the same.
            mode.c_lflag |= tcflag_t(ECHONL)
            unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode)
        }
    }
}
