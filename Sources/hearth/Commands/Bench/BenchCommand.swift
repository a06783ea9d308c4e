internal import HearthJSON

/// `hearth bench`: what this machine can do, for comparisons with what the server does.
enum BenchCommand: Command {
    static let name = "bench"
    static let summary = "measure signing, verifying and hashing on this machine"

    static let help = """
        hearth bench: measure signing, verifying and hashing on this machine.

        Usage: hearth bench raw

        Runs each operation on one thread for about a second and prints operations per
        second:

          rs256SignsPerSecond           signatures with a 2048-bit key
          rs256VerifiesPerSecond        verifications of such signatures
          developmentHashesPerSecond    password hashes of the lenient profile
          argon2idHashesPerSecond       password hashes of the strict profile
          tokenVerificationsPerSecond   identity tokens verified, from text to claims
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
