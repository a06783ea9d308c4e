internal import HearthJSON

/// `hearth bench`: what this machine can do, for comparisons with what the server does.
enum BenchCommand: Command {
    static let name = "bench"
    static let summary = "measure cryptography, a client or Firestore on this machine"

    static let help = """
        hearth bench: measure cryptography, a client or Firestore on this machine.

        Usage: hearth bench raw
               hearth bench client
               hearth bench telemetry
               hearth bench firestore
               hearth bench firestore-client

        Runs each operation on one thread for about a second. raw prints operations per
        second:

          rs256SignsPerSecond           signatures with a 2048-bit key
          rs256VerifiesPerSecond        verifications of such signatures
          developmentHashesPerSecond    password hashes of the lenient profile
          argon2idHashesPerSecond       password hashes of the strict profile
          tokenVerificationsPerSecond   identity tokens verified, from text to claims

        client prints nanoseconds, each beside the same work done by hand:

          hotIDTokenNanoseconds         a token that is still good, from a client
          stateReadNanoseconds          who is signed in
          coldStartNanoseconds          from a stored, sealed session to a usable token
          bytesForEachClient            memory of a signed-in client, among a thousand

        telemetry prints what a breadcrumb, a line of the log, a custom key, a
        recorded error and an event cost the thread that calls, in microseconds.

        firestore prints what the store of documents does, on a file:

          singleCommitsPerSecond        documents of 1 KiB in ten fields, one a commit
          transactionsByHandPerSecond   the same rows in plain SQLite
          wholeCommitMicroseconds       a commit without a listener
          commitAmongListenersMicroseconds
                                        with 10,000 that each want another value

        firestore-client prints how long a write takes to the listener of the same
        client and to that of another one, how fast a first snapshot of 10,000
        documents comes, beside the same answer as plain JSON, and the memory of a
        document that is listened to.
        """

    static func run(_ words: [String]) async throws {
        let options = try Options(words, of: name)
        let figures: JSONObject
        switch options.operands {
        case ["raw"]: figures = try await RawBench().rates()
        case ["client"]: figures = try await ClientBench().figures()
        case ["telemetry"]: figures = try await TelemetryBench().costs()
        case ["firestore"]: figures = try await FirestoreStoreBench().figures()
        case ["firestore-client"]: figures = try await FirestoreClientBench().figures()
        default:
            throw UsageError(
                "bench measures 'raw', 'client', 'telemetry', 'firestore' or 'firestore-client'",
                hint: "hearth bench --help explains them"
            )
        }
        Terminal.print(String(decoding: JSON.serialize(.object(figures), isPretty: true), as: UTF8.self))
    }
}
