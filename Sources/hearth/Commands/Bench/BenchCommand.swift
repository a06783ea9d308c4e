internal import HearthJSON

/// `hearth bench`: what this machine can do, for comparisons with what the server does.
enum BenchCommand: Command {
    static let name = "bench"
    static let summary = "measure signing, verifying and hashing on this machine"

    static let help = """
        hearth bench: measure signing, verifying and hashing on this machine.

        Usage: hearth bench raw

        Runs each piece of work on one thread for about a second, and prints how often it can be done in a second:

          rs256SignsPerSecond           signatures with a key of 2048 bits
          rs256VerifiesPerSecond        their verification
          developmentHashesPerSecond    passwords hashed as the lenient profile does
          argon2idHashesPerSecond       passwords hashed as the strict profile does
          tokenVerificationsPerSecond   identity tokens verified, from their text to their claims
        """

    static func run(_ words: [String]) async throws {
        let options = try Options(words, of: name)
        guard options.operands == ["raw"] else {
            throw UsageError("bench measures 'raw'", hint: "hearth bench --help explains it")
        }
        let rates = try await RawBench().rates()
        Terminal.print(String(decoding: JSON.serialize(.object(rates), isPretty: true), as: UTF8.self))
    }
}
