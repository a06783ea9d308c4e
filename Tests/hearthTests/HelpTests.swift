import Testing

@testable import hearth

@Suite("The help of each command")
struct HelpTests {
    @Test func `fits into 80 columns`() {
        for command in Hearth.commands {
            for line in command.help.split(separator: "\n") where line.count > 80 {
                Issue.record("hearth \(command.name) --help: \(line)")
            }
        }
        for line in Hearth.overview.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }
}
