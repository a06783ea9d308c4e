internal import HearthCore
internal import HearthFunctions
internal import HearthHTTP
internal import HearthJSON
internal import HearthTransport

/// `hearth functions`: functions, called from the terminal, and the events that they failed with.
enum FunctionsCommand: Command {
    static let name = "functions"
    static let summary = "call a function, see the events that functions failed with"

    static let help = """
        hearth functions: call functions, as an app does, and see to the events that
        functions failed with.

        Usage: hearth functions call NAME [DATA] [OPTIONS]
               hearth functions events [FUNCTION] [--limit NUMBER] [--json]
                                       [--backend ADDRESS]
               hearth functions retry|forget FUNCTION [EVENT] [--backend ADDRESS]

          call                print what the function answers, as JSON; DATA is JSON
                              (null)
          events              list the events that were given up, the newest first
          retry               deliver an event once more, or all of a function
          forget              remove an event from the list, or all of a function

          --stream            print each message of a streaming function, a line each,
                              and then the result
          --token TOKEN       the identity token of the user who calls (no user);
                              - reads it from standard input
          --host HOST:PORT    where the functions are (FUNCTIONS_EMULATOR_HOST, or
                              127.0.0.1:5001)
          --url URL           the whole address of the function
          --project ID        the project (GCLOUD_PROJECT, or demo-hearth)
          --region REGION     the region (us-central1)

          --backend ADDRESS   'hearth serve' or 'hearth exec' with --functions: HOST,
                              HOST:PORT or a URL (FIREBASE_AUTH_EMULATOR_HOST, or
                              127.0.0.1:9099)
          --limit NUMBER      the largest number of events, 1 to 1000 (20)
          --json              print JSON, one event a line

        An error of the function is printed with its code, and the status is 1.
        """

    static func run(_ words: [String]) async throws {
        let options = try Options(
            words,
            of: name,
            valued: ["token", "host", "url", "project", "region", "backend", "limit"],
            switches: ["stream", "json"]
        )
        try await run(options) { Terminal.print($0) }
    }

    /// Does what the options say, and prints each line as soon as it is there.
    static func run(_ options: Options, print: (String) -> Void) async throws {
        let words = options.operands
        if let action = try FailedEventsAction(words) { return try await action.run(options, print: print) }
        guard words.first == "call", (2...3).contains(words.count) else {
            throw UsageError(
                "functions needs call with a NAME, events, or retry or forget with a FUNCTION",
                hint: "hearth functions --help explains them"
            )
        }
        let data: JSONValue
        do throws(JSONError) {
            data = try words.count == 3 ? JSON.parse(Array(words[2].utf8)) : .null
        } catch {
            throw UsageError("the data is no JSON: \(error.reason)", hint: #"for example '{"amount":1}'"#)
        }
        let callable = try callable(words[1], options)
        do throws(FunctionsError) {
            guard options.has("stream") else { return print(TelemetryClient.line(try await callable.call(data).data)) }
            for try await response in callable.stream(data) {
                switch response {
                case .message(let value), .result(let value): print(TelemetryClient.line(value))
                }
            }
            return
        } catch {
            throw CommandFailure("\(error.code.status): \(error.message)".printable)
        }
    }

    private static func callable(_ name: String, _ options: Options) throws -> HTTPSCallable {
        let project = options.last("project") ?? SystemEnvironment.variable("GCLOUD_PROJECT") ?? "demo-hearth"
        var functions = Functions(
            project: project,
            region: options.last("region") ?? "us-central1",
            credentials: try options.last("token").map {
                FixedCredentials(token: Secret(try StandardInput.value(of: $0, "token")))
            }
        )
        if let url = options.last("url") { return functions.httpsCallable(url: url) }
        let text = options.last("host") ?? SystemEnvironment.variable("FUNCTIONS_EMULATOR_HOST") ?? "127.0.0.1:5001"
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (1...65_535).contains(port)
        else { throw options.refusal("host", text, expected: "HOST:PORT") }
        functions.useEmulator(withHost: String(text[..<colon]), port: port)
        return functions.httpsCallable(name)
    }
}
