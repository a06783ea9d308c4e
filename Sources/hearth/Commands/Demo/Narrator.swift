/// Prints a story for eighty columns: numbered steps, the call that an app makes, and what came back.
///
/// Color only adds: signs tell the lines apart without it.
final class Narrator {
    private static let width = 80
    private static let nameWidth = 11
    private static let arrow = "     → "

    private let print: (String) -> Void
    /// The step that is told.
    private(set) var number = 0

    /// Creates a narrator who speaks to standard output, or to someone else.
    init(print: @escaping (String) -> Void = Terminal.print) {
        self.print = print
    }

    /// Says where the story plays.
    func open(_ places: [(name: String, value: String)]) {
        for place in places { print(dim(place.name.padded(to: Self.nameWidth + 1) + place.value)) }
    }

    /// Begins a part.
    func chapter(_ title: String) {
        let line = String(repeating: "─", count: max(3, Self.width - title.count - 4))
        print("\n" + bold("── \(title) ") + dim(line))
    }

    /// Begins a step, with the calls that an app makes for it.
    func step(_ title: String, _ calls: String...) {
        number += 1
        print("\n" + bold("\(String(number).padded(toLeft: 2)). \(title)"))
        for call in calls { print(dim("    \(call)")) }
    }

    /// Tells one thing that came back.
    func tell(_ name: String, _ value: String) {
        let start = Self.arrow + name.padded(to: Self.nameWidth) + " "
        let lines = value.printable.wrapped(to: Self.width - start.count)
        print(start + (lines.first ?? ""))
        for line in lines.dropFirst() { print(String(repeating: " ", count: start.count) + line) }
    }

    /// Ends the story.
    func close(_ line: String) {
        print("\n" + bold(line))
    }

    private func bold(_ text: String) -> String { TerminalStyle.bold(text) }
    private func dim(_ text: String) -> String { TerminalStyle.dim(text) }
}

extension String {
    /// The text with spaces before it, up to a width.
    func padded(toLeft width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - count)) + self
    }

    /// The text in lines of at most a width, broken at a space, after a comma, or anywhere if there is neither.
    func wrapped(to width: Int) -> [String] {
        var lines: [String] = []
        var rest = self[...]
        while rest.count > width {
            let line = rest.prefix(width)
            let end = line.lastIndex { $0 == " " || $0 == "," }.map(line.index(after:)) ?? line.endIndex
            let hasSpace = line[..<end].last == " "
            lines.append(String(hasSpace ? line[..<end].dropLast() : line[..<end]))
            rest = rest[end...]
        }
        return lines + [String(rest)]
    }
}
