internal import HearthAdmin
internal import HearthTransport

/// `hearth users`: the accounts of a project, from the terminal.
enum UsersCommand: Command {
    static let name = "users"
    static let summary = "list, create and delete accounts"

    static let help = """
        hearth users: list, create and delete accounts.

        Usage: hearth users list [--limit NUMBER] [OPTIONS]
               hearth users create [--email ADDRESS] [--password PASSWORD|-] [--uid ID]
                                   [--name NAME] [--phone NUMBER] [--claims JSON]
                                   [--verified] [--disabled] [OPTIONS]
               hearth users delete UID… [OPTIONS]
               hearth users delete --email ADDRESS [OPTIONS]

          --password -        read the password from standard input, which keeps it out
                              of the shell's history
          --claims JSON       custom claims, for example '{"role":"editor"}'
          --verified          the address is known to be the user's
          --disabled          create the account disabled
          --limit NUMBER      the largest number of accounts to list
          --json              print JSON, one user a line

        \(BackendAddress.help)
        """

    static func run(_ words: [String]) async throws {
        let options = try Options(
            words,
            of: name,
            valued: BackendAddress.valued.union(UserAction.valued),
            switches: BackendAddress.switches.union(UserAction.switches)
        )
        let action = try UserAction(options)
        let address = try BackendAddress(options)
        let admin = try address.admin(SystemTransport())
        do {
            try await action.perform(admin, isJSON: options.has("json")) { Terminal.print($0) }
        } catch let error as AdminError {
            throw CommandFailure(explain(error, address))
        }
    }

    private static func explain(_ error: AdminError, _ address: BackendAddress) -> String {
        switch error.code {
        case .noAnswer: "no backend answers at \(address.origin); is 'hearth serve' running? (\(error.reason))"
        case .unauthenticated: "the backend does not accept the credential; a server in production needs --production"
        default: error.detail.map { "\(error.code.rawValue): \($0)" } ?? "\(error)"
        }
    }
}
