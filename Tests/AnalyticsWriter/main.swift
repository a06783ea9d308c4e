// Logs 1, 2, 3 … for as long as it lives, and reports each number once `logEvent` has returned.
import HearthAnalytics
import HearthAnalyticsModel

struct Unreachable: AnalyticsSink {
    func send(_ batch: AnalyticsBatch) async -> AnalyticsDelivery { .later(after: nil) }
}

let analytics = Analytics(sink: Unreachable(), storage: .folder(CommandLine.arguments[1]))
var number: Int64 = 1
while number <= 10_000 {
    analytics.logEvent("counted", ["number": .int(number)])
    report(number)
    number += 1
}
_ = readLine()
