import HearthBackend
import HearthJSON
import HearthTesting
import Testing

/// What ``EqualWorkTests`` counts, by the clock.
///
/// Right at any load: each known address is timed beside an unknown one, in turns, and what the machine does beside
/// makes the one slower as often as the other. Only the power of the test suffers.
@Suite("What a call takes tells nothing", .serialized)
struct EqualTimeTests {
    /// The differences of pairs: how far their signs are from chance, in standard deviations, and their median.
    private struct Difference {
        let deviation: Double
        let median: Double

        init(_ pairs: [(known: Double, unknown: Double)]) {
            let differences = pairs.map { $0.known - $0.unknown }.sorted()
            let positive = Double(differences.count { $0 > 0 })
            let count = Double(differences.count)
            deviation = (2 * positive - count) / count.squareRoot()
            median = differences[differences.count / 2]
        }
    }

    @Test func `a difference that is there is found, and one that is not is not`() {
        func pairs(_ gap: Double) -> [(known: Double, unknown: Double)] {
            var random = SplitMix(state: 7)
            return (0..<400).map { _ in
                let noise = (0..<2).map { _ in Double(random.next() % 1000) / 1000 }
                return (1 + noise[0] + gap, 1 + noise[1])
            }
        }
        #expect(abs(Difference(pairs(0)).deviation) < 4.5)
        #expect(Difference(pairs(0.3)).deviation > 4.5)
    }

    @Test(
        arguments: [
            ("accounts:sendOobCode", ["requestType": "PASSWORD_RESET"], LongRun.isWanted ? 2000 : 400, 0.5),
            ("accounts:signInWithPassword", ["password": "wrong-password"], LongRun.isWanted ? 2000 : 200, 0.1),
        ] as [(String, [String: JSONValue], Int, Double)]
    )
    func `for a known address and an unknown one`(
        _ operation: String,
        _ body: [String: JSONValue],
        _ tries: Int,
        _ tolerance: Double
    ) async throws {
        let (_, client) = try await TestClient.strict()
        for index in 0..<10 { _ = try await client.signUp("known\(index)@example.com") }
        var pairs: [(known: Double, unknown: Double)] = []
        for index in 0..<tries {
            var pair = (known: 0.0, unknown: 0.0)
            for kind in index.isMultiple(of: 2) ? ["known", "unknown"] : ["unknown", "known"] {
                var request = body
                request["email"] = .string("\(kind)\(index % 10)@example.com")
                let start = ContinuousClock.now
                _ = try await client.user(operation, JSONValue(request))
                let took = (ContinuousClock.now - start) / .milliseconds(1)
                if kind == "known" { pair.known = took } else { pair.unknown = took }
            }
            pairs.append(pair)
        }
        let difference = Difference(pairs)
        let usual = pairs.map(\.unknown).sorted()[tries / 2]
        // A mail is put into the inbox of the test in the time of the call.
        #expect(
            abs(difference.deviation) < 4.5 || abs(difference.median) < tolerance * usual,
            "\(difference.deviation) deviations, a median of \(difference.median) ms in \(usual) ms"
        )
    }
}

/// A generator whose numbers are the same in every run.
private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
