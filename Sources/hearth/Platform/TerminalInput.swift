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

    /// Reads a line, or `nil` at the end of the input; other work goes on meanwhile.
    static func line() async -> String? {
        await Task.detached { readLine() }.value
    }

    /// Reads a line that the terminal does not show; from a pipe, as any other.
    static func secretLine() async -> String? {
        hide()
        defer { show() }
        return await line()
    }

    /// Has the terminal show what is typed, as it did before; to be called on every way out.
    static func show() {
        saved.withLock { saved in
            guard var mode = saved else { return }
            unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode)
            saved = nil
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
