package import HearthCore

/// The orders and the payments, in memory.
package actor Ledger {
    /// An order that can be paid.
    package struct Order: Sendable {
        var owner: String
        var amount: Double
    }

    /// A payment.
    package struct Payment: Sendable {
        var id: String
        var owner: String
        var amount: Double
        var time: UnixTime
    }

    /// Why an order is not charged.
    enum Refusal: Error {
        case unknownOrder
        case otherOwner
        case otherAmount
        case tooManyTries
    }

    private var orders: [String: Order] = [:]
    private var payments: [String: Payment] = [:]
    private var tries: [String: [UnixTime]] = [:]
    /// The messages that were sent, by the user who got them.
    package private(set) var messages: [String: [String]] = [:]
    private let now: @Sendable () -> UnixTime

    package init(now: @escaping @Sendable () -> UnixTime = { .systemNow() }) {
        self.now = now
    }

    /// Takes an order.
    package func add(order: String, of owner: String, amount: Double) {
        orders[order] = Order(owner: owner, amount: amount)
    }

    /// Charges an order once; asked again, it answers the same.
    func charge(_ order: String, for user: String, _ amount: Double) throws(Refusal) -> Payment {
        let time = now()
        let recent = (tries[user] ?? []).filter { $0 > time - .seconds(60) }
        guard recent.count < 10 else { throw .tooManyTries }
        tries[user] = recent + [time]
        guard let found = orders[order] else { throw .unknownOrder }
        guard found.owner == user else { throw .otherOwner }
        if let payment = payments[order] { return payment }
        guard found.amount == amount else { throw .otherAmount }
        let payment = Payment(id: "tx-\(payments.count + 1)", owner: user, amount: amount, time: time)
        payments[order] = payment
        return payment
    }

    /// Forgets tries that no longer count.
    func forgetTries() {
        let start = now() - .seconds(60)
        tries = tries.mapValues { $0.filter { $0 > start } }.filter { !$0.value.isEmpty }
    }

    func send(_ message: String, to user: String) {
        messages[user, default: []].append(message)
    }

    func payments(of user: String, in month: String) -> [Payment] {
        payments.values.filter { $0.owner == user && CivilTime($0.time).rfc3339.hasPrefix(month + "-") }
    }
}
