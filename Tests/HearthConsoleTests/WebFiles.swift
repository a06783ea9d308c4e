@testable import HearthConsole

/// The console's files as they are in the binary, and which of them need which.
enum WebFiles {
    static let all = Dictionary(uniqueKeysWithValues: EmbeddedFiles.all().map { ($0.name, $0.bytes) })

    /// The text of every module between two quotation marks, and between those: each sentence of the code is among it.
    static let pieces = all.filter { $0.key.hasSuffix(".js") }
        .mapValues { String(decoding: $0, as: UTF8.self).split(separator: "'", omittingEmptySubsequences: false) }

    /// The modules that a module imports before it runs, itself included; with `later` also those it asks for at a click.
    static func modules(of name: String, later: Bool = false) -> Set<String> {
        var found: Set<String> = []
        var waiting = [name]
        while let next = waiting.popLast() {
            guard let pieces = pieces[next], found.insert(next).inserted else { continue }
            for (before, piece) in zip(pieces, pieces.dropFirst()) where piece.hasPrefix(".") {
                let isAsked = before.hasSuffix("import(")
                if isAsked ? later : before.hasSuffix("from ") || before.hasSuffix("import ") {
                    waiting.append(path(String(piece), from: next))
                }
            }
        }
        return found
    }

    /// A relative path as seen from a file.
    static func path(_ relative: String, from name: String) -> String {
        var path = name.split(separator: "/").dropLast().map(String.init)
        for part in relative.split(separator: "/") {
            if part == ".." { path.removeLast() } else if part != "." { path.append(String(part)) }
        }
        return path.joined(separator: "/")
    }
}
