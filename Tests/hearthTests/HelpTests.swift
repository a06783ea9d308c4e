import Testing

@testable import hearth

@Suite("The help of each command")
struct HelpTests {
    @Test func `fits into 80 columns`() {
        for command in Hearth.commands {
            for line in command.help.split(separator: "\n") where line.count > 80 {
                Issue.record("hearth \(command.name) --help: \(line)")
            }
            #expect("  \(command.name)  \(command.summary)".count <= 80)
        }
    }
}
