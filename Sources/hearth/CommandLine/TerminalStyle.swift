/// Whether lines may be in colors: the terminal obeys them, and the user has not declined (https://no-color.org).
enum TerminalStyle {
    static let isColored =
        Terminal.isInteractive && SystemEnvironment.variable("NO_COLOR") == nil
        && SystemEnvironment.variable("TERM") != "dumb"

    /// The text in bold, where that is shown.
    static func bold(_ text: String) -> String { isColored ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    /// The text in a fainter color, where that is shown.
    static func dim(_ text: String) -> String { isColored ? "\u{1B}[2m\(text)\u{1B}[0m" : text }

    /// The text light on dark, whatever the terminal's own colors are, where that is shown.
    static func lightOnDark(_ text: String) -> String { isColored ? "\u{1B}[97;40m\(text)\u{1B}[0m" : text }
}
