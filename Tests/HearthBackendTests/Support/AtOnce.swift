/// Does the same so many times at once.
func atOnce<Outcome: Sendable>(
    _ count: Int,
    _ work: @escaping @Sendable () async throws -> Outcome
) async throws -> [Outcome] {
    try await withThrowingTaskGroup(of: Outcome.self) { group in
        for _ in 0..<count { group.addTask { try await work() } }
        var outcomes: [Outcome] = []
        for try await outcome in group { outcomes.append(outcome) }
        return outcomes
    }
}
