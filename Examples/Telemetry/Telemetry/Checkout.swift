/// Pays orders; a use case that tells what it did.
public struct Checkout: Sendable {
    /// Why an order was not paid.
    public enum Failure: Error, Sendable, Equatable {
        /// There is nothing in it.
        case empty
        /// The bank refused.
        case refused(code: Int)
    }

    private let telemetry: any TelemetryService
    private let pay: @Sendable (Order) async throws -> Void

    /// Describes the use case.
    ///
    /// - Parameters:
    ///   - telemetry: Hears what happens.
    ///   - pay: Asks the bank.
    public init(telemetry: any TelemetryService, pay: @escaping @Sendable (Order) async throws -> Void) {
        self.telemetry = telemetry
        self.pay = pay
    }

    /// Pays an order.
    ///
    /// - Parameter order: The order.
    /// - Throws: ``Failure``, or what the bank's client throws.
    public func buy(_ order: Order) async throws {
        do {
            guard !order.lines.isEmpty else { throw Failure.empty }
            try await pay(order)
            telemetry.log(.bought(order))
        } catch {
            telemetry.record(error, during: "checkout")
            throw error
        }
    }
}
