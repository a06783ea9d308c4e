import HearthCore
import HearthFunctionsWire
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTriggers
import Testing

@testable import HearthFunctionsHost

@Suite("Counts of calls, for the servers beside a host")
struct StatisticsTests {
    @Test func `name every function with its calls and failures, for the holder of the token alone`() async throws {
        let backend = try await TestBackend()
        let host = try backend.functions.host
        try host.onCall("pay") { (call: Call<Int>) -> Int in
            guard call.data > 0 else { throw HTTPSError(.outOfRange, "Nothing to pay.") }
            return call.data
        }
        try host.onAccount("log") { _ in }
        for amount in [1, 2, 0] {
            let request = HTTPRequest(
                .post,
                target: "/\(host.project)/us-central1/pay",
                fields: ["Content-Type": "application/json"],
                body: Array(#"{"data":\#(amount)}"#.utf8)
            )
            _ = await host.handle(request)
        }
        let entrance = ServerEntrance(host: host, token: Secret("shared"))
        func ask(_ token: String) async -> HTTPResponse? {
            let fields: HTTPFields = ["Authorization": "Bearer \(token)"]
            return await entrance.answer(HTTPRequest(.get, target: RemoteFunctions.statisticsPath, fields: fields))
        }
        #expect(await ask("guessed")?.status == 401)
        let statistics = try JSON.parse(try #require(await ask("shared")).bytes)
        #expect(statistics["us-central1/pay"]?["calls"]?.integer == 3)
        #expect(statistics["us-central1/pay"]?["failures"]?["OUT_OF_RANGE"]?.integer == 1)
        #expect(statistics["log"]?["calls"]?.integer == 0)
    }
}
