/// Words by their letters, to find all that begin at a place of a text.
struct WordTree: Sendable {
    /// The words of ``CommonWords``, read once.
    static let common = WordTree(
        [CommonWords.passwords, CommonWords.english].flatMap { list in
            list.unicodeScalars.map(\.value).split { $0 == 0x20 || $0 == 0x0A }.map { CanonicalText.folded(Array($0)) }
        },
        isPersonal: false
    )

    /// A word that begins at a place of a text.
    struct Match {
        /// Where the word ends.
        var end: Int
        /// How many words are more usual.
        var rank: Int
        /// Whether other characters stand for some of its letters.
        var isDisguised: Bool
    }

    /// Whether the words are those of one account.
    let isPersonal: Bool
    private var letters: [UInt32] = [0]
    // First child and next sibling; zero, the root, stands for none.
    private var children: [Int32] = [0]
    private var siblings: [Int32] = [0]
    private var ranks: [Int32] = [-1]

    init(_ words: [[UInt32]], isPersonal: Bool) {
        self.isPersonal = isPersonal
        for (rank, word) in words.enumerated() {
            var node = 0
            for letter in word { node = child(of: node, letter) ?? add(letter, to: node) }
            if node != 0, ranks[node] < 0 { ranks[node] = Int32(truncatingIfNeeded: rank) }
        }
    }

    /// Calls a function for each word that begins at a place, as it is or with characters in place of its letters.
    func matches(in text: [UInt32], from start: Int, _ found: (Match) -> Void) {
        walk(text, at: start, from: 0, isDisguised: false, found)
    }

    private func walk(
        _ text: [UInt32],
        at index: Int,
        from node: Int,
        isDisguised: Bool,
        _ found: (Match) -> Void
    ) {
        if ranks[node] >= 0 { found(Match(end: index, rank: Int(ranks[node]), isDisguised: isDisguised)) }
        guard index < text.count, children[node] != 0 else { return }
        if let next = child(of: node, text[index]) {
            walk(text, at: index + 1, from: next, isDisguised: isDisguised, found)
        }
        for letter in Self.letters(behind: text[index]) {
            if let next = child(of: node, letter) { walk(text, at: index + 1, from: next, isDisguised: true, found) }
        }
    }

    private func child(of node: Int, _ letter: UInt32) -> Int? {
        var index = Int(children[node])
        while index != 0 {
            if letters[index] == letter { return index }
            index = Int(siblings[index])
        }
        return nil
    }

    private mutating func add(_ letter: UInt32, to node: Int) -> Int {
        letters.append(letter)
        children.append(0)
        siblings.append(children[node])
        ranks.append(-1)
        children[node] = Int32(truncatingIfNeeded: letters.count - 1)
        return letters.count - 1
    }

    /// The letters that a digit or a symbol is written for.
    private static func letters(behind scalar: UInt32) -> [UInt32] {
        scalar < 0x80 ? disguises[Int(scalar)] : []
    }

    private static let disguises: [[UInt32]] = {
        var table = [[UInt32]](repeating: [], count: 0x80)
        let pairs: [(String, String)] = [
            ("0", "o"), ("1", "il"), ("2", "z"), ("3", "e"), ("4", "a"), ("5", "s"), ("6", "gb"), ("7", "t"),
            ("8", "b"),
            ("9", "g"), ("@", "a"), ("$", "s"), ("!", "il"), ("|", "il"), ("+", "t"), ("(", "c"), ("&", "a"),
            ("*", "o"),
        ]
        for (sign, letters) in pairs {
            for byte in sign.utf8 { table[Int(byte)] = letters.unicodeScalars.map(\.value) }
        }
        return table
    }()
}
