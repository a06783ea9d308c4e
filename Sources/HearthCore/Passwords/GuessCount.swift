/// The fewest guesses that lead to a text, over all ways to cut it into pieces.
struct GuessCount {
    /// What pieces were found in a text.
    struct Kinds: OptionSet {
        let rawValue: UInt8
        /// A word of the account.
        static let personal = Kinds(rawValue: 1)
        /// A word of the list.
        static let listed = Kinds(rawValue: 2)
    }

    /// A number of guesses, and what they guess.
    struct Estimate: Comparable {
        var guesses: Double
        var kinds: Kinds

        func times(_ factor: Double) -> Estimate {
            Estimate(guesses: guesses * factor, kinds: kinds)
        }

        static func < (left: Estimate, right: Estimate) -> Bool { left.guesses < right.guesses }
    }

    /// The estimate of the whole text.
    let best: Estimate

    /// Looks for the cheapest way, place by place.
    init(_ text: [UInt32], own: WordTree) {
        var best = [Estimate?](repeating: nil, count: text.count + 1)
        best[0] = Estimate(guesses: 1, kinds: [])
        for start in text.indices {
            guard let before = best[start] else { continue }
            func offer(_ end: Int, _ guesses: Double, _ kinds: Kinds = []) {
                let estimate = Estimate(guesses: before.guesses * guesses, kinds: before.kinds.union(kinds))
                if best[end].map({ estimate < $0 }) ?? true { best[end] = estimate }
            }
            offer(start + 1, Self.guesses(of: text[start]))
            own.matches(in: text, from: start) { offer($0.end, $0.isDisguised ? 8 : 4, .personal) }
            WordTree.common.matches(in: text, from: start) { match in
                // The first words are tried so early that their order says nothing.
                offer(match.end, Double(max(150, match.rank)) * (match.isDisguised ? 2 : 1), .listed)
            }
            Pattern.all(in: text, from: start) { end, guesses in offer(end, guesses) }
        }
        self.best = best[text.count] ?? Estimate(guesses: 1, kinds: [])
    }

    /// The guesses for a character that is part of nothing else.
    private static func guesses(of scalar: UInt32) -> Double {
        switch scalar {
        case 0x30...0x39: 10
        case 0x61...0x7A: 20
        // What people put between words.
        case 0x20, 0x2D, 0x2E, 0x5F: 4
        case 0x21: 8
        case ..<0x80: 20
        default: 40
        }
    }
}

/// Pieces of text that follow a simple rule.
enum Pattern {
    /// Calls a function for each piece that begins at a place, with its end and the guesses for it.
    static func all(in text: [UInt32], from start: Int, _ found: (_ end: Int, _ guesses: Double) -> Void) {
        repetitions(in: text, from: start, found)
        sequences(in: text, from: start, found)
        keys(in: text, from: start, found)
        dates(in: text, from: start, found)
    }

    /// One character again and again.
    private static func repetitions(in text: [UInt32], from start: Int, _ found: (Int, Double) -> Void) {
        var end = start + 1
        while end < text.count, text[end] == text[start] { end += 1 }
        if end - start >= 3 { found(end, 20 * Double(end - start)) }
    }

    /// Characters that follow each other in code, one by one or by twos: `abcd`, `9876`, `2468`, `абвг`.
    private static func sequences(in text: [UInt32], from start: Int, _ found: (Int, Double) -> Void) {
        guard start + 2 < text.count else { return }
        let step = Int(text[start + 1]) - Int(text[start])
        guard [1, -1, 2, -2].contains(step) else { return }
        var end = start + 2
        while end < text.count, Int(text[end]) - Int(text[end - 1]) == step {
            end += 1
            found(end, 15 * Double(end - start))
        }
    }

    /// Neighbouring keys: rows, columns, and walks that seldom turn.
    private static func keys(in text: [UInt32], from start: Int, _ found: (Int, Double) -> Void) {
        var turns = 0.0
        var last: Keyboard.Step?
        var end = start + 1
        while end < text.count, let step = Keyboard.step(from: text[end - 1], to: text[end]) {
            if step != last { turns += 1 }
            last = step
            end += 1
            // Words have neighbours too; a row of three is one only if it goes straight on.
            guard end - start >= 4 || (end - start == 3 && turns == 1) else { continue }
            var guesses = 10 * Double(end - start)
            for _ in 0..<Int(min(turns, 30)) { guesses *= 3 }
            found(end, guesses)
        }
    }

    /// Years, and days as eight digits or six.
    private static func dates(in text: [UInt32], from start: Int, _ found: (Int, Double) -> Void) {
        func number(_ offset: Int, _ count: Int) -> Int? {
            guard start + offset + count <= text.count else { return nil }
            var value = 0
            for scalar in text[(start + offset)..<(start + offset + count)] {
                guard (0x30...0x39).contains(scalar) else { return nil }
                value = value * 10 + Int(scalar) - 0x30
            }
            return value
        }
        func isYear(_ value: Int?) -> Bool { value.map { (1900...2039).contains($0) } ?? false }
        func isDay(_ first: Int?, _ second: Int?) -> Bool {
            guard let first, let second, min(first, second) >= 1 else { return false }
            return min(first, second) <= 12 && max(first, second) <= 31
        }
        guard let year = number(0, 4) else { return }
        if isYear(year) { found(start + 4, 60) }
        let isEight = isYear(year) && isDay(number(4, 2), number(6, 2))
        if isEight || (isYear(number(4, 4)) && isDay(number(0, 2), number(2, 2))) { found(start + 8, 40_000) }
        if number(0, 6) != nil, isDay(number(0, 2), number(2, 2)) || isDay(number(2, 2), number(4, 2)) {
            found(start + 6, 40_000)
        }
    }
}

/// Where keys are.
private enum Keyboard {
    struct Step: Equatable {
        var row: Int
        var column: Int
    }

    // The rows of QWERTY, QWERTZ, AZERTY and of Russian, where each row stands half a key to the right of the one above.
    private static let layouts: [[UInt32: Step]] = [
        ["1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"],
        ["1234567890", "qwertzuiopü", "asdfghjklöä", "yxcvbnm,.-"],
        ["1234567890", "azertyuiop", "qsdfghjklm", "wxcvbn,;:!"],
        ["1234567890", "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"],
        ["789", "456", "123", "0"],
    ].map { (rows: [String]) in
        var keys: [UInt32: Step] = [:]
        for (row, text) in rows.enumerated() {
            for (column, scalar) in text.unicodeScalars.enumerated() {
                keys[scalar.value] = Step(row: row, column: column)
            }
        }
        return keys
    }

    /// The way from a key to a neighbour, on the first keyboard where it is one.
    static func step(from one: UInt32, to other: UInt32) -> Step? {
        for keys in layouts {
            guard let from = keys[one], let to = keys[other] else { continue }
            let step = Step(row: to.row - from.row, column: to.column - from.column)
            if step.row == 0, abs(step.column) <= 1 { return step }
            if step.row == 1, (-1...0).contains(step.column) { return step }
            if step.row == -1, (0...1).contains(step.column) { return step }
        }
        return nil
    }
}
