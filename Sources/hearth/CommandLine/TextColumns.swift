/// How much room texts take in a terminal, and how they are fitted into it.
enum TextColumns {
    /// How many columns a text takes: two for a character of East Asia, none for a mark that goes with another.
    static func count(_ text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + columns(of: $1) }
    }

    /// The text in lines of at most a width, broken at spaces, and between characters of East Asia.
    ///
    /// A word that is longer than a line stays whole, so that an address can be copied.
    ///
    /// - Parameters:
    ///   - text: The text; its own line breaks stay.
    ///   - width: The number of columns; `nil` for no limit.
    /// - Returns: The lines.
    static func wrap(_ text: String, to width: Int?) -> [String] {
        let paragraphs = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let width, width > 0 else { return paragraphs.map(String.init) }
        return paragraphs.flatMap { wrap(paragraph: $0, to: width) }
    }

    private static func wrap(paragraph: Substring, to width: Int) -> [String] {
        guard count(paragraph) > width else { return [String(paragraph)] }
        var lines: [String] = []
        var line = ""
        for piece in pieces(of: paragraph) {
            if !line.isEmpty, count(line) + count(piece.trimmedEnd) > width {
                lines.append(String(line.trimmedEnd))
                line = ""
            }
            line += piece
        }
        return lines + [String(line.trimmedEnd)]
    }

    /// The pieces of a text that stay whole, each with the spaces after it.
    private static func pieces(of text: Substring) -> [Substring] {
        var pieces: [Substring] = []
        var start = text.startIndex
        for index in text.indices.dropFirst() where index > start {
            let (before, after) = (text[text.index(before: index)], text[index])
            let isBetweenWords = before == " " && after != " "
            let isBetweenWide = columns(of: before) == 2 && columns(of: after) == 2 && !closing.contains(after)
            guard isBetweenWords || isBetweenWide else { continue }
            pieces.append(text[start..<index])
            start = index
        }
        return pieces + [text[start...]]
    }

    /// What begins no line.
    private static let closing: Set<Character> = ["、", "。", "，", "．", "）", "」", "』", "？", "！", "ー"]

    /// The text with its middle left out, if it needs more than a width.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - width: The number of columns, at least one; `nil` for no limit.
    /// - Returns: A text of at most that width, with `…` in the place of what is left out.
    static func cut(_ text: String, to width: Int?) -> String {
        guard let width, count(text) > width else { return text }
        let room = max(0, width - 1)
        return prefix(text, columns: room - room / 2) + "…" + suffix(text, columns: room / 2)
    }

    /// The text with spaces after it, up to a width.
    static func pad(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - count(text)))
    }

    private static func prefix(_ text: String, columns limit: Int) -> String {
        var (result, used) = ("", 0)
        for character in text {
            used += columns(of: character)
            guard used <= limit else { break }
            result.append(character)
        }
        return result
    }

    private static func suffix(_ text: String, columns limit: Int) -> String {
        String(prefix(String(text.reversed()), columns: limit).reversed())
    }

    private static func columns(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return isWide(scalar.value) ? 2 : 1
        }
    }

    /// What Unicode's East Asian Width calls wide or full width, by blocks.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}

extension StringProtocol {
    /// The text without the spaces at its end.
    fileprivate var trimmedEnd: SubSequence {
        guard let last = lastIndex(where: { $0 != " " }) else { return self[startIndex..<startIndex] }
        return self[...last]
    }
}
