import Testing

@testable import HearthServer

@Suite("Request parser under mutation")
struct RequestParserFuzzTests {
    /// Enough to try each seed a few hundred times; the four seeds of the generator run side by side.
    private static let mutations = 50_000

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `never traps, and judges alike however the bytes are cut`(_ seed: UInt64) async {
        var random = SeededGenerator(seed: seed)
        let seeds = Message.small.map(\.bytes)
        var accepted = 0
        for round in 0..<Self.mutations {
            // Others want the pool's few threads as well.
            if round.isMultiple(of: 500) { await Task.yield() }
            guard var message = seeds.randomElement(using: &random) else { return }
            for _ in 0..<Int.random(in: 1...4, using: &random) { Self.mutate(&message, seeds, &random) }
            let whole = Verdict.of(message)
            let cuts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                Int.random(in: 0...message.count, using: &random)
            }
            let pieces = Verdict.of(message, cutAt: cuts.sorted())
            if whole != pieces {
                Issue.record("\(whole) became \(pieces) when \(message) was cut at \(cuts.sorted())")
                return
            }
            if case .request = whole.first { accepted += 1 }
        }
        // Mutants that are all refused at the first byte would prove nothing.
        #expect(accepted > Self.mutations / 20)
    }

    private static func mutate(_ message: inout [UInt8], _ seeds: [[UInt8]], _ random: inout SeededGenerator) {
        guard let index = message.indices.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: message[index] = interesting.randomElement(using: &random) ?? 0
        case 1: message.insert(interesting.randomElement(using: &random) ?? 0, at: index)
        case 2: message.remove(at: index)
        case 3: message[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 4: message.removeSubrange(index..<min(message.count, index + 8))
        default: message.insert(contentsOf: (seeds.randomElement(using: &random) ?? []).suffix(24), at: index)
        }
    }

    private static let interesting: [UInt8] =
        [0, 9, 10, 11, 13, 127, 128, 255] + Array(" :;,/+-0159afAFxGT\"".utf8)
}
