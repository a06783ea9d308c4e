internal import HearthCore

/// The command-line tool: the emulator, the server, and the first tools around them.
@main
struct Hearth {
    static func main() async {
        let words = CommandLine.arguments.dropFirst()
        do {
            try await run(Array(words))
            Terminal.exit(0)
        } catch let error as UsageError {
            Terminal.complain("\(error.reason); \(error.hint)")
            Terminal.exit(64)
        } catch let error as CommandFailure {
            Terminal.complain(error.reason)
            Terminal.exit(error.status)
        } catch {
            Terminal.complain("\(error)")
            Terminal.exit(1)
        }
    }

    private static func run(_ words: [String]) async throws {
        guard let name = words.first, name != "--help", name != "-h", words != ["help"] else {
            Terminal.print(overview)
            return
        }
        if name == "help" { return try await run([words[1], "--help"]) }
        if name == "--version" {
            Terminal.print("hearth \(Version.current)")
            return
        }
        guard let command = commands.first(where: { $0.name == name }) else {
            throw UsageError("there is no command '\(name)'", hint: "hearth --help lists the commands")
        }
        let rest = Array(words.dropFirst())
        // What follows -- is another program's.
        let own = rest.prefix { $0 != "--" }
        if own.contains("--help") || own.contains("-h") {
            Terminal.print(command.help)
            return
        }
        try await command.run(rest)
    }

    static var commands: [any Command.Type] {
        [
            ServeCommand.self, ExecCommand.self, DemoCommand.self, LoginCommand.self, AccountCommand.self,
            UsersCommand.self, ServiceAccountsCommand.self, ConsoleCommand.self, TokenCommand.self,
            FirestoreCommand.self, FunctionsCommand.self, AnalyticsCommand.self,
            CrashesCommand.self, BenchCommand.self,
        ]
    }

    /// A command in the list; a long name has a line of its own.
    private static func line(_ name: String, _ summary: String) -> String {
        let width = 9
        guard name.count > width else { return "  \(name.padded(to: width))  \(summary)" }
        return "  \(name)\n  \("".padded(to: width))  \(summary)"
    }

    static var overview: String {
        """
        hearth: emulators of Firebase Auth and Cloud Firestore, and an identity
        server for real users.

        Usage: hearth COMMAND [OPTIONS]

        \(commands.map { line($0.name, $0.summary) }.joined(separator: "\n"))

        hearth COMMAND --help explains a command, hearth --version names the version.
        """
    }
}

/// The version of this build.
enum Version {
    static let current = "0.1.0"
}
