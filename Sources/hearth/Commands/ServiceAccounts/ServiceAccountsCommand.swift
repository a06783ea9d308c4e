internal import HearthTransport

/// `hearth service-accounts`: the identities of a project's own servers, and their keys.
enum ServiceAccountsCommand: Command {
    static let name = "service-accounts"
    static let summary = "identities and keys for your own servers"

    static let help = """
        hearth service-accounts: identities and keys for your own servers.

        Usage: hearth service-accounts list [OPTIONS]
               hearth service-accounts create NAME [--title TEXT] [--key FILE] [OPTIONS]
               hearth service-accounts delete EMAIL [OPTIONS]
               hearth service-accounts keys EMAIL [OPTIONS]
               hearth service-accounts add-key EMAIL --key FILE [OPTIONS]
               hearth service-accounts upload-key EMAIL --public-key FILE [OPTIONS]
               hearth service-accounts delete-key EMAIL KEY [OPTIONS]

        A service account administers the accounts of its project and signs custom
        tokens. Give its key file to an official Admin SDK, for example in
        GOOGLE_APPLICATION_CREDENTIALS: the SDK gets its access tokens from the server
        that made the file.

          NAME                6 to 30 lower-case letters, digits and hyphens
          --title TEXT        what the account is for
          --key FILE          make a key and write it to a new file that only you can
                              read; the server keeps no copy of it
          --public-key FILE   a public key or certificate in PEM, whose private key you
                              have already
          delete, delete-key  end the access tokens too, at once

        \(BackendAddress.help)
        """

    static func run(_ words: [String]) async throws {
        let options = try Options(
            words,
            of: name,
            valued: BackendAddress.valued.union(["title", "key", "public-key"]),
            switches: BackendAddress.switches
        )
        let action = try ServiceAccountAction(options)
        let caller = OperatorCaller(try BackendAddress(options), SystemTransport())
        try await action.perform(caller) { Terminal.print($0) }
    }
}
