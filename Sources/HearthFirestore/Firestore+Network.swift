internal import HearthFirestoreModel

extension Firestore {
    /// Waits until the server has everything that was written up to now, or has refused it.
    ///
    /// While the server cannot be reached, it waits.
    public func waitForPendingWrites() async {
        await core.engine.waitForPendingWrites()
    }

    /// Stops listening and writing: listeners are told that what they have is from memory, writes wait.
    ///
    /// - Throws: ``FirestoreError`` with code `failedPrecondition` after ``terminate()``.
    public func disableNetwork() async throws(FirestoreError) {
        try await core.engine.setNetwork(enabled: false)
    }

    /// Listens and writes again.
    ///
    /// Call it also without ``disableNetwork()`` before, when the device has its network back: nothing waits longer then.
    ///
    /// - Throws: ``FirestoreError`` with code `failedPrecondition` after ``terminate()``.
    public func enableNetwork() async throws(FirestoreError) {
        try await core.engine.setNetwork(enabled: true)
    }

    /// Ends everything: listeners end, calls that wait throw `cancelled`, further ones `failedPrecondition`.
    ///
    /// Writes that the server does not have are lost: wait for them before.
    public func terminate() async {
        await core.engine.terminate()
    }

    /// Says each time that all listeners were told what belongs together.
    public var snapshotsInSync: AsyncStream<Void> {
        let engine = core.engine
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let mailbox = Mailbox<Void>(keeping: .newest)
            let task = Task {
                let id = await engine.addSyncMailbox(mailbox)
                while (try? await mailbox.next()) != nil { continuation.yield() }
                await engine.removeSyncMailbox(id)
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
