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

        Sensitive changes ask for the password again. Ctrl-D goes back, Ctrl-C ends.
        """

    static func run(_ words: [String]) async throws {
        let options = try ClientOptions(Options(words, of: name, valued: ClientOptions.valued))
        try await options.converse { dependencies in
            let dialog = Dialog()
            switch SessionModel(dependencies).screen {
            case .storageUnavailable: throw CommandFailure(dialog.text(.storageProblem))
            case .signedIn: try await AccountStory(dependencies: dependencies, dialog: dialog).run()
            default:
                let story = LoginStory(dependencies: dependencies, dialog: dialog)
                guard try await story.signIn() != nil else { throw CommandFailure("nobody is signed in") }
                try await AccountStory(dependencies: dependencies, dialog: dialog).run()
            }
        }
    }
}
