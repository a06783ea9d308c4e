// A process for tests to kill, over the files of a session storage. Each line that it writes is a step that it took.
let arguments = CommandLine.arguments
if arguments.count == 4, let port = Int(arguments[2]), let seed = Int(arguments[3]) {
    await SigningIn(directory: arguments[1], port: port, seed: seed).run()
} else {
    try await writeNumbers(directory: arguments[1])
}
