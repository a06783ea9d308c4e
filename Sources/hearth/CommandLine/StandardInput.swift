/// What is typed or piped into the tool.
enum StandardInput {
    /// The text of a word, where `-` stands for all of standard input.
    static func text(of word: String, _ name: String) throws -> String {
        guard word == "-" else { return word }
        var text = ""
        while let line = readLine(strippingNewline: false) { text += line }
        guard !text.isEmpty else { throw CommandFailure("standard input has no \(name)") }
        return text
    }

    /// The value of a word, where `-` stands for the first line of standard input: what is secret should not be in
    /// the shell's history, nor in the list of processes.
    static func value(of word: String, _ name: String) throws -> String {
        guard word == "-" else { return word }
        guard let line = readLine(), !line.isEmpty else {
            throw CommandFailure("standard input has no \(name)")
        }
        return line
    }
}
