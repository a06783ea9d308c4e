import FirestoreSamples
import HearthFirestoreModel
import Testing

@testable import HearthFirestoreRules

/// What the proof promises: a query that is allowed returns no document that the same statements deny when they see it.
@Suite("Soundness of the proof")
struct SoundnessTests {
    @Test func `allows no query that returns a document which the rules deny`() throws {
        var allowed = 0
        var rows = 0
        let count = LongRuns.count(4000, long: 50_000)
        for seed in 0..<UInt64(count) {
            var random = RuleGenerator(seed: seed)
            let query = random.query()
            let documents = random.documents(for: query)
            let source = random.rules(for: query)
            let rules = try Rules(source, documents: documents)
            let decision = rules.ruleset.decision(
                forQuery: query,
                caller: rules.caller,
                time: Rules.noon,
                documents: rules.documents
            )
            guard decision.isAllowed else { continue }
            allowed += 1
            for row in query.run(over: documents).results {
                rows += 1
                let request = RuleRequest(.list, row.name, rules.caller, Rules.noon, row, nil, false)
                let seen = rules.ruleset.decision(for: request, documents: rules.documents)
                #expect(seen.isAllowed, "seed \(seed): \(row.name.text) \(row.fields) of \(query.query)\n\(source)")
            }
        }
        // Otherwise the test would say nothing.
        #expect(allowed > count / 20)
        #expect(rows > count / 40)
    }

    /// The verdict may depend on documents that `get` and `exists` read, and on no others.
    @Test func `decides a query the same way whatever is stored`() throws {
        for seed in 0..<UInt64(LongRuns.count(500, long: 10_000)) {
            var random = RuleGenerator(seed: seed)
            let query = random.query()
            let documents = random.documents(for: query)
            let source = random.rules(for: query)
            guard !source.contains("get(/"), !source.contains("exists(") else { continue }
            let full = try Rules(source, documents: documents)
            let verdicts = [full.documents, DocumentTable()].map { documents in
                full.ruleset.decision(forQuery: query, caller: nil, time: Rules.noon, documents: documents).isAllowed
            }
            #expect(verdicts[0] == verdicts[1])
        }
    }
}
