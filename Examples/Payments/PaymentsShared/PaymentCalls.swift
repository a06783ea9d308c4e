package import HearthFunctionsWire

/// Charges an order.
///
/// Charging one again that was paid answers with the first receipt.
package enum ProcessPayment: CallableFunction {
    package static let name = "processPayment"

    /// Which order, and the amount that the user agreed to.
    package struct Input: Codable, Sendable, Hashable {
        package var amount: Double
        package var orderId: String

        package init(amount: Double, orderId: String) {
            self.amount = amount
            self.orderId = orderId
        }
    }

    /// The receipt.
    package struct Output: Codable, Sendable, Hashable {
        package var transactionId: String
        package var status: String
        package var amount: Double

        package init(transactionId: String, status: String, amount: Double) {
            self.transactionId = transactionId
            self.status = status
            self.amount = amount
        }
    }
}

/// Sends a user a message.
///
/// Staff may write to everyone, others to themselves alone.
package enum SendNotification: CallableFunction {
    package static let name = "sendNotification"

    /// Who gets which message.
    package struct Input: Codable, Sendable, Hashable {
        package var userId: String
        package var message: String

        package init(userId: String, message: String) {
            self.userId = userId
            self.message = message
        }
    }

    package typealias Output = Empty
}

/// Sums up what a user paid in a month.
package enum GenerateReport: CallableFunction {
    package static let name = "generateReport"

    /// Whose payments of which month, as `2026-11`.
    package struct Input: Codable, Sendable, Hashable {
        package var userId: String
        package var period: String

        package init(userId: String, period: String) {
            self.userId = userId
            self.period = period
        }
    }

    /// The sum.
    package struct Output: Codable, Sendable, Hashable {
        package var period: String
        package var payments: Int
        package var total: Double

        package init(period: String, payments: Int, total: Double) {
            self.period = period
            self.payments = payments
            self.total = total
        }
    }
}
