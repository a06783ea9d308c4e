internal import HearthCore
internal import NotesAPI

/// What the words of the command line mean.
struct CommandOptions {
    /// The words cannot be understood; the process ends with status 64.
    struct Problem: Error {
        let reason: String
    }

    static let help = """
        notes-api: the example of an API that trusts Hearth's tokens.

        Usage: notes-api --project ID [OPTIONS]

          --project ID              the project whose users may come in
          --identity URL            the identity service whose keys are trusted, for example http://127.0.0.1:9099
                                    for 'hearth serve'; default: Firebase itself
          --storage memory          keep notes in memory (default)
          --storage sqlite:PATH     keep notes in an SQLite file, created if missing
          --host ADDRESS            where to listen; default 127.0.0.1
          --port NUMBER             where to listen; default 8080, 0 for any free port

        SIGTERM and Control-C end the server once the requests in flight are answered.
        """

    private static let names: Set<String> = ["project", "identity", "storage", "host", "port"]

    let project: ProjectID
    let identity: String?
    let storage: NotesStorage
    let host: String
    let port: Int

    init(_ words: [String]) throws(Problem) {
        let values = try Self.values(words)
        guard let project = values["project"].flatMap(ProjectID.init) else {
            throw Problem(reason: "--project names the project whose users may come in")
        }
        guard let storage = NotesStorage(values["storage"] ?? "memory") else {
            throw Problem(reason: "--storage is memory or sqlite:PATH")
        }
        guard let port = Int(values["port"] ?? "8080"), (0...65_535).contains(port) else {
            throw Problem(reason: "--port is a number from 0 to 65535")
        }
        self.project = project
        self.storage = storage
        self.port = port
        identity = values["identity"]
        host = values["host"] ?? "127.0.0.1"
    }

    private static func values(_ words: [String]) throws(Problem) -> [String: String] {
        var values: [String: String] = [:]
        var rest = words[...]
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0].dropFirst(2))
            guard word.hasPrefix("--"), names.contains(name) else { throw Problem(reason: "unknown word '\(word)'") }
            guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                throw Problem(reason: "--\(name) needs a value")
            }
            values[name] = value
        }
        return values
    }
}
