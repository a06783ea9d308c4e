import HearthAuth
import HearthCore
import Testing

@testable import hearth

@Suite("hearth demo")
struct DemoTests {
    /// Everything that is told, line by line.
    private final class Listener: Sendable {
        private let heard = Locked<[String]>([])

        var lines: [String] { heard.withLock { $0 } }

        func hear(_ line: String) { heard.withLock { $0.append(line) } }
    }

    @Test func `plays every step, in eighty columns and without a secret`() async throws {
        let listener = Listener()
        let stage = try await Stage.set(backend: nil, api: nil, project: "demo-test")
        let scene = Scene(stage: stage, project: "demo-test", narrator: Narrator(print: listener.hear))
        try await DemoCommand.play(DemoCommand.everything, in: scene)
        await stage.clear()
        #expect(scene.narrator.number >= 25)
        #expect(listener.lines.last?.contains("each of them held") == true)
        for line in listener.lines {
            #expect(line.count <= 80 + (line.hasPrefix("\n") ? 1 : 0))
            #expect(!line.contains("eyJ") && !line.contains("oobCode=") && !line.contains(scene.password))
        }
    }

    @Test func `stops at the first step that goes wrong`() async throws {
        let stage = try await Stage.set(backend: "http://127.0.0.1:1", api: nil, project: "demo-test")
        let scene = Scene(stage: stage, project: "demo-test", narrator: Narrator(print: { _ in }))
        await #expect(throws: (any Error).self) { try await DemoCommand.play(DemoCommand.everything, in: scene) }
        #expect(scene.narrator.number == 1)
        await stage.clear()
    }

    @Test func `stops if someone is let in who must be refused`() async throws {
        let stage = try await Stage.set(backend: nil, api: nil, project: "demo-test")
        let scene = Scene(stage: stage, project: "demo-test", narrator: Narrator(print: { _ in }))
        await #expect(throws: CommandFailure.self) { try await scene.refuse(.wrongPassword) {} }
        await stage.clear()
    }

    @Test(
        arguments: [
            ("short", 10, ["short"]), ("one two three", 8, ["one two", "three"]),
            ("{\"a\":1,\"b\":2}", 8, ["{\"a\":1,", "\"b\":2}"]), ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
            ("", 4, [""]),
        ]
    )
    func `breaks lines where a reader would`(_ text: String, _ width: Int, _ lines: [String]) {
        #expect(text.wrapped(to: width) == lines)
    }
}
