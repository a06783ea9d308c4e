/// What is typed or piped into the tool.
enum StandardInput {
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
