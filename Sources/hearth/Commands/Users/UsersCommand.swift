internal import HearthAdmin
internal import HearthTransport

/// `hearth users`: the accounts of a project, from the terminal.
enum UsersCommand: Command {
    static let name = "users"
    static let summary = "list, create, delete, import and export accounts"

    static let help = """
        hearth users: list, create, delete, import and export accounts.

        Usage: hearth users list [--limit NUMBER] [OPTIONS]
               hearth users create [--email ADDRESS] [--password PASSWORD|-] [--uid ID]
                                   [--name NAME] [--phone NUMBER] [--claims JSON]
                                   [--verified] [--disabled] [OPTIONS]
               hearth users delete UID… [OPTIONS]
               hearth users delete --email ADDRESS [OPTIONS]
               hearth users export FILE [--format json|csv] [OPTIONS]
               hearth users import FILE [--format json|csv] [--hash-algo NAME …]
                                   [OPTIONS]

        FILE is one that firebase auth:export writes and auth:import reads. It holds
        passwords' hashes: only its owner can read it.

          --password -        read the password from standard input, which keeps it out
                              of the shell's history
          --claims JSON       custom claims, for example '{"role":"editor"}'
          --verified          the address is known to be the user's
          --disabled          create the account disabled
          --limit NUMBER      the largest number of accounts to list
          --json              print JSON, one user a line
        \(HashOptions.help)

        \(BackendAddress.help)
        """

    static func run(_ words: [String]) async throws {
        let options = try Options(
            words,
            of: name,
            valued: BackendAddress.valued.union(UserAction.valued).union(UserFileAction.valued),
            switches: BackendAddress.switches.union(UserAction.switches)
        )
        if let action = try UserFileAction(options) {
            return try await action.perform(try BackendAddress(options).transfer(SystemTransport())) {
                Terminal.note($0)
            }
        }
        let action = try UserAction(options)
        let address = try BackendAddress(options)
        let admin = try address.admin(SystemTransport())
        do {
            try await action.perform(admin, isJSON: options.has("json"), width: Terminal.width) { Terminal.print($0) }
        } catch let error as AdminError {
            throw CommandFailure(explain(error, address))
        }
    }

    private static func explain(_ error: AdminError, _ address: BackendAddress) -> String {
        switch error.code {
        case .noAnswer: "no backend answers at \(address.origin); is 'hearth serve' running? (\(error.reason))"
        case .unauthenticated: "the backend does not accept the credential; a server in production needs --production"
        default: (error.detail.map { "\(error.code.rawValue): \($0)" } ?? "\(error)").printable
        }
    }
}
