extension Firestore {
    /// Listens and writes again, and then calls a closure on the main actor.
    public func enableNetwork(completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil) {
        finish(completion) { try await self.enableNetwork() }
    }

    /// Stops listening and writing, and then calls a closure on the main actor.
    public func disableNetwork(completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil) {
        finish(completion) { try await self.disableNetwork() }
    }

    /// Waits until the server has what was written up to now, or has refused it, and then calls a closure on the main
    /// actor.
    public func waitForPendingWrites(completion: @escaping @MainActor @Sendable ((any Error)?) -> Void) {
        finish(completion) { try await self.waitForPendingWrites() }
    }

    /// Ends everything, and then calls a closure on the main actor.
    public func terminate(completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil) {
        finish(completion) { try await self.terminate() }
    }

    /// Removes what the device keeps of documents, and then calls a closure on the main actor.
    public func clearPersistence(completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil) {
        finish(completion) { try await self.clearPersistence() }
    }

    private func finish(
        _ completion: (@MainActor @Sendable ((any Error)?) -> Void)?,
        _ work: @escaping @Sendable () async throws -> Void
    ) {
        Task {
            do {
                try await work()
                await completion?(nil)
            } catch {
                await completion?(error)
            }
        }
    }
}
