internal import HearthFlows
internal import HearthModels

/// `hearth account`: shows and changes the account of the one who is signed in.
enum AccountCommand: Command {
    static let name = "account"
    static let summary = "see, change or delete the account you are signed in to"

    static let help = """
        hearth account: see, change or delete the account of hearth login.

        Usage: hearth account [OPTIONS]

        \(ClientOptions.help)

          --provider ID   a provider to offer for linking, for example google.com or
                          oidc.staff; may be repeated
        \(BrowserOptions.help)

        Passkeys can be seen and removed here; an app or a browser makes them.
        Sensitive changes ask for the password again. Ctrl-D goes back and, at the list
        of choices, ends with status 1; Ctrl-C ends at once.
        """

    static func run(_ words: [String]) async throws {
        let options = try Options(
            words,
            of: name,
            valued: ClientOptions.valued.union(BrowserOptions.valued).union(["provider"]),
            switches: BrowserOptions.switches
        )
        if let word = options.operands.first {
            throw UsageError("account takes no '\(word)'", hint: "hearth account --help explains the options")
        }
        let client = try ClientOptions(options)
        let browser = try BrowserOptions(options)
        let ids = options.all("provider")
        try await client.converse(providers: { auth in ids.map { browser.provider($0, auth) } }) { dependencies in
            let dialog = Dialog()
            switch SessionModel(dependencies).screen {
            case .storageUnavailable: throw CommandFailure(dialog.text(.storageProblem))
            case .signedIn: try await AccountStory(dependencies: dependencies, dialog: dialog).run()
            default:
                let story = LoginStory(dependencies: dependencies, dialog: dialog)
                guard try await story.signIn() != nil else { throw CommandFailure(dialog.text(.notSignedIn)) }
                try await AccountStory(dependencies: dependencies, dialog: dialog).run()
            }
        }
    }
}
