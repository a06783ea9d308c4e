import HearthBackend
import HearthJSON
import HearthTesting
import Testing

/// What ``EqualWorkTests`` counts, by the clock: for a quiet machine.
@Suite("What a call takes tells nothing", .enabled(if: LongRun.isWanted), .serialized)
struct EqualTimeTests {
    /// Welch's t of two samples: above 4.5 they come from different distributions for all practical purposes.
    private static func welch(_ one: [Double], _ other: [Double]) -> Double {
        func moments(_ values: [Double]) -> (mean: Double, error: Double) {
            // The slowest tenth is what the machine did beside.
            let kept = values.sorted().dropLast(values.count / 10)
            let mean = kept.reduce(0, +) / Double(kept.count)
            let variance = kept.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(kept.count - 1)
            return (mean, variance / Double(kept.count))
        }
        let (a, b) = (moments(one), moments(other))
        return (a.mean - b.mean) / (a.error + b.error).squareRoot()
    }

    @Test(
        arguments: [
            ("accounts:sendOobCode", ["requestType": "PASSWORD_RESET"], 2000),
            ("accounts:signInWithPassword", ["password": "wrong-password"], 300),
        ] as [(String, [String: JSONValue], Int)]
    )
    func `for a known address and an unknown one`(
        _ operation: String,
        _ body: [String: JSONValue],
        _ tries: Int
    ) async throws {
        let (_, client) = try await TestClient.strict()
        for index in 0..<10 { _ = try await client.signUp("known\(index)@example.com") }
        var times: [String: [Double]] = [:]
        for index in 0..<tries {
            for kind in index.isMultiple(of: 2) ? ["known", "unknown"] : ["unknown", "known"] {
                var request = body
                request["email"] = .string("\(kind)\(index % 10)@example.com")
                let start = ContinuousClock.now
                _ = try await client.user(operation, JSONValue(request))
                let took = ContinuousClock.now - start
                times[kind, default: []].append(took / .milliseconds(1))
            }
        }
        let t = Self.welch(try #require(times["known"]), try #require(times["unknown"]))
        #expect(abs(t) < 4.5, "t = \(t)")
    }
}
