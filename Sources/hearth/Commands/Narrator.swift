/// Prints a story: numbered steps, and what came back below each.
final class Narrator {
    private let isColored = Terminal.isInteractive && SystemEnvironment.variable("NO_COLOR") == nil
    private var number = 0

    func open(_ line: String) {
        Terminal.print(dim(line))
    }

    /// Begins a step, with the call that a developer writes.
    func step(_ title: String, _ call: String) {
        number += 1
        Terminal.print("\n\(bold("\(number). \(title)"))  \(dim(call))")
    }

    /// Tells one thing that came back.
    func tell(_ name: String, _ value: String) {
        Terminal.print("   \(name.padded(to: 20)) \(value)")
    }

    func close(_ line: String) {
        Terminal.print("\n\(line)")
    }

    private func bold(_ text: String) -> String { isColored ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
    private func dim(_ text: String) -> String { isColored ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
