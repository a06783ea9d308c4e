/// Lets one caller in at a time, in the order in which they came.
actor Turn {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Does something while no other caller does.
    ///
    /// The callers wait for each other, cancelled or not: what is done here ends soon.
    func take<Result: Sendable>(_ body: @Sendable () async -> Result) async -> Result {
        if isTaken {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            isTaken = true
        }
        let result = await body()
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
        return result
    }
}
