import Foundation
import HearthAuth
import HearthCore
import Testing

@Suite("Two processes, every call, every fault", .timeLimit(.minutes(240)))
struct ModelTests {
    private static let environment = ProcessInfo.processInfo.environment
    /// Ten thousand seeds with `HEARTH_LONG`; else as many as a run of all tests has time for.
    private static let isLong = environment["HEARTH_LONG"] != nil
    private static let seeds = chosenSeeds ?? (isLong ? 0..<10_000 : 0..<250)

    /// The seeds of `HEARTH_SEEDS`, for example `300-305`, to play what has failed again.
    private static var chosenSeeds: Range<Int>? {
        let bounds = environment["HEARTH_SEEDS"]?.split(separator: "-").compactMap { Int($0) } ?? []
        guard bounds.count == 2, bounds[0] <= bounds[1] else { return nil }
        return bounds[0]..<bounds[1] + 1
    }

    /// Whether a seed has the backend's strict profile, whose passwords take their time.
    private static func isStrict(_ seed: Int) -> Bool { seed.isMultiple(of: isLong ? 3 : 12) }

    @Test func `the storage, the screen and the backend agree with what the user was told`() async throws {
        await withTaskGroup(of: (Int, [String], [String]).self) { group in
            for seed in Self.seeds {
                if seed >= Self.seeds.lowerBound + 4, let (seed, violations, trace) = await group.next() {
                    report(seed, violations, trace)
                }
                if Self.isLong, seed > 0, seed.isMultiple(of: 500) { print("\(seed) seeds were played") }
                group.addTask { await Self.run(seed) }
            }
            for await (seed, violations, trace) in group { report(seed, violations, trace) }
        }
    }

    private func report(_ seed: Int, _ violations: [String], _ trace: [String]) {
        if !violations.isEmpty {
            Issue.record("seed \(seed): \(violations.joined(separator: "; "))\n\(trace.joined(separator: "\n"))")
        }
    }

    private static func run(_ seed: Int) async -> (Int, [String], [String]) {
        let directory = NSTemporaryDirectory() + "hearth-model-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: directory) }
        do {
            let world = try await World(seed: seed, isStrict: isStrict(seed), directory: directory)
            for _ in 0..<world.pick(10...30) where world.violations.isEmpty { await world.step() }
            if world.violations.isEmpty { await world.checkAccounts() }
            for process in world.processes { process.end() }
            return (seed, world.violations, world.trace)
        } catch {
            return (seed, ["\(error)"], [])
        }
    }
}
