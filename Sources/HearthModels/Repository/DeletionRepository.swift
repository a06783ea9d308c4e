public import HearthFlows

/// Deletes the account of the one who is signed in.
public protocol DeletionRepository: Sendable {
    /// Deletes the account after what belongs to it.
    ///
    /// What was done is kept: after a failure, or in the next run of the app, the same call goes on where it was.
    /// ``PendingSteps/deletion`` shows how far it has come.
    ///
    /// - Parameter steps: What of the app's own is to be deleted first, in this order.
    /// - Throws: ``AppError``.
    func deleteAccount(_ steps: [Step]) async throws(AppError)

    /// Gives an interrupted deletion up: the account stays, without what was deleted already.
    ///
    /// - Parameter deletion: The deletion.
    func abandon(_ deletion: DeletionProgress) async
}
