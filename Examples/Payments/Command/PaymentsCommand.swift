internal import HearthCore
internal import HearthFunctionsHost
internal import HearthServer
internal import HearthTransport
internal import PaymentsHost

/// `payments-functions`: the shop's functions on a port, until the process is asked to end.
///
/// `hearth serve --functions payments-functions` starts it with what ``FunctionsProcess`` reads. `SHOP_ORDERS` has the
/// orders that can be paid, for example `[{"id":"A1","owner":"UID","amount":12.5}]`. `SHOP_REFUSED_DOMAIN` names the domain
/// whose addresses cannot have accounts, and `SHOP_JOURNAL` a file that gets a line for each event.
@main
struct PaymentsCommand {
    private struct Order: Decodable {
        var id: String
        var owner: String
        var amount: Double
    }

    static func main() async throws {
        let orders = try FunctionParameters.read { try $0.json("SHOP_ORDERS", as: [Order].self, default: []) }
        let ledger = Ledger()
        for order in orders { await ledger.add(order: order.id, of: order.owner, amount: order.amount) }
        let process = try FunctionsProcess(transport: SystemTransport())
        try PaymentFunctions(ledger).add(to: process.host)
        let (refused, path) = try FunctionParameters.read { parameters in
            (
                try parameters.text("SHOP_REFUSED_DOMAIN", default: ""),
                try parameters.text("SHOP_JOURNAL", default: "")
            )
        }
        let journal = path.isEmpty ? nil : Journal(path: path)
        let events = ShopEvents(ledger, refusedDomain: refused.isEmpty ? nil : refused) { try journal?.add($0) }
        try events.add(to: process.host)
        try events.addBlocking(to: process.host, trust: process.blockingTrust)
        let signals = try ShutdownSignals()
        try await process.run { _ = await signals.first() }
    }
}
