/// The options of `hearth serve` and `hearth exec` that start functions.
struct FunctionsPlan: Sendable {
    static let options: Set<String> = ["functions", "functions-port"]

    /// A line for the shell.
    let program: String
    /// The port; `nil` for any that is free.
    let port: Int?

    /// Reads the options.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - port: The port if none is named; `nil` for any that is free.
    /// - Throws: ``UsageError`` if the port is none.
    init?(_ options: Options, port: Int?) throws {
        guard let program = options.last("functions") else {
            guard options.last("functions-port") == nil else {
                throw UsageError(
                    "--functions-port needs --functions",
                    hint: "name the program that has them with --functions PROGRAM"
                )
            }
            return nil
        }
        self.program = program
        guard let text = options.last("functions-port") else {
            self.port = port
            return
        }
        guard let number = Int(text), (0...65_535).contains(number) else {
            throw options.refusal("functions-port", text, expected: "a number from 0 to 65535")
        }
        self.port = number == 0 ? nil : number
    }
}
