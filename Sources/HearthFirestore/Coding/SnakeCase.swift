/// Names in snake case, cut into words as Foundation's `JSONEncoder` and `JSONDecoder` cut them: data that apps have
/// stored with FirebaseFirestore has such names.
enum SnakeCase {
    static func encode(_ name: String) -> String {
        let characters = Array(name)
        var words: [ArraySlice<Character>] = []
        var start = 0
        // The first character begins the first word, whatever its case.
        var position = min(1, characters.count)
        while let upper = characters[position...].firstIndex(where: \.isUppercase) {
            words.append(characters[start..<upper])
            start = upper
            guard let lower = characters[upper...].firstIndex(where: \.isLowercase) else { break }
            if lower > upper + 1 {
                // Several capitals are a word; the last of them begins the next one.
                words.append(characters[upper..<(lower - 1)])
                start = lower - 1
            }
            position = lower + 1
        }
        words.append(characters[start...])
        return words.map { String($0).lowercased() }.joined(separator: "_")
    }

    static func decode(_ name: String) -> String {
        let core = name.drop { $0 == "_" }
        guard !core.isEmpty else { return name }
        let start = name.prefix(name.count - core.count)
        let end = core.reversed().prefix { $0 == "_" }
        let words = core.dropLast(end.count).split(separator: "_")
        guard let first = words.first else { return name }
        guard words.count > 1 else { return name }
        return start + first.lowercased() + words.dropFirst().map(capitalized).joined() + String(end)
    }

    /// A word whose letters are small but for those that follow none.
    private static func capitalized(_ word: Substring) -> String {
        var result = ""
        var followsLetter = false
        for character in word {
            result += followsLetter ? character.lowercased() : character.uppercased()
            followsLetter = character.isCased
        }
        return result
    }
}
