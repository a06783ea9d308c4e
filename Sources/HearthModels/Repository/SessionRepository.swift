/// Knows who is signed in.
public protocol SessionRepository: Sendable {
    /// What is known now; read without waiting.
    var status: SessionStatus { get }

    /// What is known, from now on: the first element is there at once.
    var statuses: AsyncStream<SessionStatus> { get }

    /// What waits for the user.
    var pending: PendingSteps { get }

    /// What waits for the user, from now on: the first element is there at once.
    var pendings: AsyncStream<PendingSteps> { get }

    /// Waits until it is known who is signed in, and what an earlier run has left.
    func ready() async

    /// Looks into the storage again, if it could not be read.
    func retryRestoring() async

    /// Opens the gate before the session.
    ///
    /// - Parameter reason: Why, in words that the system shows to the user.
    /// - Throws: ``AppError``, of kind ``AppError/Kind/cancelled`` if the user did not want to.
    func unlock(reason: String) async throws(AppError)

    /// Forgets the session on this device.
    ///
    /// - Throws: ``AppError`` of kind ``AppError/Kind/storage`` if a trace of it could not be removed yet.
    func signOut() async throws(AppError)
}
