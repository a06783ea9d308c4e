package import HearthFunctionsHost
internal import HearthJSON
internal import HearthTokens
internal import PaymentsShared

/// The functions of the shop.
package struct PaymentFunctions: Sendable {
    private let ledger: Ledger

    package init(_ ledger: Ledger) {
        self.ledger = ledger
    }

    /// Adds the functions to a host.
    package func add(to host: FunctionsHost) throws(FunctionRegistrationError) {
        try host.onCall(ProcessPayment.self, options: .init(timeout: .seconds(30))) { try await processPayment($0) }
        try host.onCall(SendNotification.self) { try await sendNotification($0) }
        try host.onCall(GenerateReport.self) { try await generateReport($0) }
    }

    private func processPayment(_ call: Call<ProcessPayment.Input>) async throws -> ProcessPayment.Output {
        let user = try Self.user(call)
        guard call.data.amount > 0, call.data.amount.isFinite else {
            throw HTTPSError(.invalidArgument, "The amount has to be more than zero.")
        }
        do throws(Ledger.Refusal) {
            let payment = try await ledger.charge(call.data.orderId, for: user.uid, call.data.amount)
            return .init(transactionId: payment.id, status: "paid", amount: payment.amount)
        } catch {
            switch error {
            case .unknownOrder: throw HTTPSError(.notFound, "There is no such order.")
            case .otherOwner: throw HTTPSError(.permissionDenied, "The order is somebody else's.")
            case .otherAmount: throw HTTPSError(.failedPrecondition, "The order has another amount.")
            case .tooManyTries: throw HTTPSError(.resourceExhausted, "Try again in a minute.")
            }
        }
    }

    private func sendNotification(_ call: Call<SendNotification.Input>) async throws -> Empty {
        let user = try Self.user(call)
        guard !call.data.message.isEmpty, call.data.message.utf8.count <= 1000 else {
            throw HTTPSError(.invalidArgument, "A message has 1 to 1,000 bytes.")
        }
        guard user.uid == call.data.userId || user.token.claims["staff"]?.bool == true else {
            throw HTTPSError(.permissionDenied, "Only staff writes to others.")
        }
        await ledger.send(call.data.message, to: call.data.userId)
        return Empty()
    }

    private func generateReport(_ call: Call<GenerateReport.Input>) async throws -> GenerateReport.Output {
        let user = try Self.user(call)
        guard user.uid == call.data.userId else {
            throw HTTPSError(.permissionDenied, "A report is for its user alone.")
        }
        guard call.data.period.wholeMatch(of: /\d{4}-(0[1-9]|1[0-2])/) != nil else {
            throw HTTPSError(.invalidArgument, "A period is a month, for example 2026-11.")
        }
        let payments = await ledger.payments(of: user.uid, in: call.data.period)
        let total = payments.reduce(0) { $0 + $1.amount }
        return .init(period: call.data.period, payments: payments.count, total: total)
    }

    private static func user(_ call: Call<some Sendable>) throws(HTTPSError) -> CallAuth {
        guard let user = call.auth else { throw HTTPSError(.unauthenticated, "Sign in first.") }
        return user
    }
}
