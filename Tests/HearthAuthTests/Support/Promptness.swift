/// Whether something ends within 50 ms, if the machine is not too busy to tell: one of many tries suffices.
func endsPromptly(_ attempt: () async throws -> Duration) async rethrows -> Bool {
    for _ in 0..<200 where try await attempt() < .milliseconds(50) { return true }
    return false
}
