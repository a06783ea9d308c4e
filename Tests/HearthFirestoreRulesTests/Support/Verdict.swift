import HearthFirestoreModel

@testable import HearthFirestoreRules

/// What a condition comes to for the fields of a document that is read.
enum Verdict: String, Sendable {
    case isTrue
    case isFalse
    case isError

    init(_ rules: Rules, _ fields: Fields = [:]) {
        switch rules.get("a/b", fields) {
        case .allowed: self = .isTrue
        case .denied(let denials): self = denials.first?.cause == .isFalse ? .isFalse : .isError
        }
    }

    init(_ condition: String, _ fields: Fields = [:]) throws {
        self.init(try Rules(condition: condition), fields)
    }
}

extension Rules {
    /// A ruleset that lets a document be read under one condition.
    init(condition: String) throws {
        try self.init("match /a/{b} { allow get: if \(condition); }")
    }
}

/// Numbers that look random and are the same in every run.
struct SmallRandom {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 2_654_435_769 &+ 1 }

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }
}
