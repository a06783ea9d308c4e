package import PaymentsShared

/// What the app's use cases need of payments.
package protocol PaymentService: Sendable {
    /// Charges an order.
    func processPayment(amount: Double, orderId: String) async throws(PaymentError) -> ProcessPayment.Output
    /// Sends a user a message.
    func sendNotification(userId: String, message: String) async throws(PaymentError)
    /// Sums up a month, given as `2026-11`.
    func generateReport(userId: String, period: String) async throws(PaymentError) -> GenerateReport.Output
}

/// What the app tells its user when a payment fails.
package enum PaymentError: Error, Sendable, Hashable {
    /// The user has to sign in.
    case signInNeeded
    /// The user may not do this.
    case notAllowed
    /// The order does not exist.
    case orderNotFound
    /// The user's input is wrong; the text says what.
    case invalidInput(String)
    /// The order cannot be paid as it is; the text says why.
    case refused(String)
    /// Too many tries; later one works.
    case tooManyTries
    /// Without a connection, or with a server that is down, nothing can be paid now.
    case offline
    /// The answer did not come in time. The order may be paid: ask again with the same order.
    case unknownOutcome
    /// The user left the screen.
    case cancelled
    /// A failure that is not the user's.
    case failed
}
