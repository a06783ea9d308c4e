package import HearthFunctions
internal import HearthHTTP
package import PaymentsShared

/// Payments over callable functions.
package struct FunctionsPaymentService: PaymentService {
    private let functions: Functions

    package init(_ functions: Functions) {
        self.functions = functions
    }

    package func processPayment(amount: Double, orderId: String) async throws(PaymentError) -> ProcessPayment.Output {
        try await call(ProcessPayment.self, .init(amount: amount, orderId: orderId))
    }

    package func sendNotification(userId: String, message: String) async throws(PaymentError) {
        _ = try await call(SendNotification.self, .init(userId: userId, message: message))
    }

    package func generateReport(userId: String, period: String) async throws(PaymentError) -> GenerateReport.Output {
        try await call(GenerateReport.self, .init(userId: userId, period: period))
    }

    private func call<Function: CallableFunction>(
        _ function: Function.Type,
        _ input: Function.Input
    ) async throws(PaymentError) -> Function.Output {
        do throws(FunctionsError) {
            return try await functions.call(function, input)
        } catch {
            throw PaymentError(error)
        }
    }
}

extension PaymentError {
    /// What each code of a function means to this app.
    package init(_ error: FunctionsError) {
        self =
            switch error.code {
            case .unauthenticated: .signInNeeded
            case .permissionDenied: .notAllowed
            case .notFound: .orderNotFound
            case .invalidArgument, .outOfRange: .invalidInput(error.message)
            case .failedPrecondition, .alreadyExists: .refused(error.message)
            case .resourceExhausted: .tooManyTries
            // A connection that is lost in the middle may have carried the payment.
            case .unavailable: error.transport == .connectionLost ? .unknownOutcome : .offline
            case .deadlineExceeded, .aborted: .unknownOutcome
            case .cancelled: .cancelled
            case .ok, .unknown, .unimplemented, .internal, .dataLoss: .failed
            }
    }
}
