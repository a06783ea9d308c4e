internal import HearthCore
internal import HearthTokens
internal import HearthTransport

/// `hearth token`: what is in a token, and whether it is to be believed.
enum TokenCommand: Command {
    static let name = "token"
    static let summary = "look into a token, or verify one"

    static let help = """
        hearth token: look into a token, or verify one.

        Usage: hearth token inspect TOKEN|-
               hearth token verify TOKEN|- --project ID
                                   [--backend ADDRESS | --keys URL] [--cookie]

          TOKEN               the token; - reads it from standard input, which keeps it
                              out of the shell's history
          --project ID        the project that the token must be issued for
          --backend ADDRESS   use the keys of this backend: HOST, HOST:PORT or a URL
                              (Firebase's keys)
          --keys URL          use the keys of this document: a JSON Web Key Set, or
                              certificates by key ID
          --cookie            the token is a session cookie
          --json              print JSON

        inspect makes no request and proves nothing. verify ends with status 1 if the
        token does not verify.
        """

    static func run(_ words: [String]) async throws {
        let options = try Options(
            words,
            of: name,
            valued: ["project", "backend", "keys"],
            switches: ["cookie", "json"]
        )
        let operands = options.operands
        guard operands.count == 2 else {
            throw UsageError("token needs inspect or verify, and one token", hint: "hearth token --help explains both")
        }
        let isJSON = options.has("json")
        switch operands[0] {
        case "inspect":
            let token = try StandardInput.value(of: operands[1], "token")
            Terminal.print(try inspect(token, isJSON: isJSON, now: .systemNow()))
        case "verify":
            let verifier = try VerifierChoice(options).verifier(SystemTransport())
            let token = try StandardInput.value(of: operands[1], "token")
            try await verify(token, verifier, isJSON: isJSON, now: .systemNow()) { Terminal.print($0) }
        case let word: throw UsageError("token cannot '\(word)'", hint: "hearth token --help lists what it can")
        }
    }

    /// What a token says of itself.
    static func inspect(_ token: String, isJSON: Bool, now: UnixTime) throws -> String {
        do throws(TokenRejection) {
            return TokenReport(try UnverifiedToken(token), now: now).inspection(isJSON: isJSON)
        } catch {
            throw CommandFailure(error.description)
        }
    }

    /// Says who a token is, or why it is not believed; then it fails with status 1.
    static func verify(
        _ token: String,
        _ verifier: TokenVerifier,
        isJSON: Bool,
        now: UnixTime,
        print: (String) -> Void
    ) async throws {
        do throws(TokenRejection) {
            let verified = try await verifier.verify(token)
            print(TokenReport.belief(verified, isJSON: isJSON, now: now))
        } catch {
            if isJSON { print(TokenReport.refusal(error)) }
            throw CommandFailure("refused: \(error.description)")
        }
    }
}
