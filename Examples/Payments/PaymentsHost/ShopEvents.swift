internal import HearthCore
package import HearthFunctionsHost
internal import HearthJSON

/// What the shop does when something happens: to accounts, to documents, and by the clock.
package struct ShopEvents: Sendable {
    private let ledger: Ledger
    /// Addresses of this domain may not have accounts.
    private let refusedDomain: String?
    /// Takes a line for each event, before the function is done with it.
    private let journal: @Sendable (String) throws -> Void

    package init(
        _ ledger: Ledger,
        refusedDomain: String? = nil,
        journal: @escaping @Sendable (String) throws -> Void = { _ in }
    ) {
        self.ledger = ledger
        self.refusedDomain = refusedDomain
        self.journal = journal
    }

    /// Adds the functions to a host.
    package func add(to host: FunctionsHost) throws {
        try host.onAccount("greet", retryFor: .hours(1)) { event in
            try journal("account \(event.uid) \(event.change.rawValue)")
            if event.change == .created { await ledger.send("Welcome.", to: event.uid) }
        }
        try host.onDocument("followOrders", of: "orders/{order}", retryFor: .hours(1)) { event in
            let revision = (event.after ?? event.before)?["revision"]?.integer ?? 0
            try journal("order \(event.params["order"] ?? "") \(event.change.rawValue) \(revision)")
        }
        try host.onDocument("bill", [.created], of: "bills/{bill}") { event in
            guard let amount = event.after?["amount"]?.integer else { throw UnreadableBill() }
            try journal("bill \(event.params["bill"] ?? "") \(amount)")
        }
        // Before the shop opens, where it is.
        host.onSchedule("forgetTries", try Schedule("every day 07:00", timeZone: "Europe/Berlin")) { _ in
            await ledger.forgetTries()
        }
    }

    /// Adds the functions that the identity service asks.
    package func addBlocking(to host: FunctionsHost, trust: BlockingTrust) throws(FunctionRegistrationError) {
        try host.beforeUserCreated(trust: trust) { event in
            if let refusedDomain, event.user.email?.hasSuffix("@\(refusedDomain)") == true {
                throw HTTPSError(.permissionDenied, "This address cannot have an account.")
            }
            return nil
        }
        try host.beforeUserSignedIn(trust: trust) { event in
            UserChanges(sessionClaims: ["signedInWith": .string(event.signInMethod ?? "unknown")])
        }
    }
}

/// A bill without an amount: an event that no second try helps, for a person to look at (`hearth functions events`).
private struct UnreadableBill: Error, CustomStringConvertible {
    var description: String { "the bill has no amount" }
}
