internal import HearthConsole
internal import HearthCore

/// `hearth console`: the administrators of the console of a server for real users.
enum ConsoleCommand: Command {
    static let name = "console"
    static let summary = "administrators of a server's console"

    static let help = """
        hearth console: administrators of the console of a server for real users.

        Usage: hearth console administrators list [OPTIONS]
               hearth console administrators add EMAIL [--role ROLE] [OPTIONS]
               hearth console administrators set-role EMAIL ROLE [OPTIONS]
               hearth console administrators remove EMAIL [OPTIONS]

        add prints a link, valid once and for 15 minutes, with which the administrator
        chooses a password and adds an authenticator app. For an administrator who is
        there already it is a new beginning: what was lost is replaced when the link
        is used. Changing a role and removing end the sessions at once. Run it on the
        server's host; the server may run meanwhile.

          --role ROLE          viewer: reads users with their addresses masked
                               support: sees addresses, disables users, ends sessions
                               developer: reads users, documents, events and crashes
                               owner: everything (owner)
          --storage WHERE      sqlite:PATH, as hearth serve is told
          --project ID         the project, as hearth serve is told (demo-hearth)
          --console-url URL    the address of the console, for the link
                               (http://localhost:9098)
          --config FILE        the file of hearth serve, for all of these

        The administrators are in NAME.console.db and NAME.administrators.db beside
        the storage; hearth serve --production --console-listen ADDRESS:PORT serves
        their console.
        """

    static func run(_ words: [String]) async throws {
        let options = try storageOptions(words)
        let action = try Action(options)
        let (path, origin) = try place(options)
        let store: AdministratorStore
        do {
            store = try await AdministratorStore(path: path)
        } catch {
            throw CommandFailure("cannot open the console's storage: \(error.reason)")
        }
        do throws(AdministratorError) {
            try await perform(action, on: store, origin)
        } catch {
            await store.close()
            throw CommandFailure(error.reason)
        }
        await store.close()
    }

    /// What is asked for.
    enum Action {
        case list
        case add(EmailAddress, AdministratorRole)
        case setRole(EmailAddress, AdministratorRole)
        case remove(EmailAddress)
    }
}

extension ConsoleCommand {
    private static func storageOptions(_ words: [String]) throws -> Options {
        var options = try Options(words, of: name, valued: ["role", "storage", "project", "console-url", "config"])
        if let path = options.last("config") {
            let file = try ServeFile(path: path)
            options.adopt(file.values, switches: [], from: file.places)
        }
        return options
    }

    /// The console's file, and the address that its links begin with.
    private static func place(_ options: Options) throws -> (path: String, origin: String) {
        let name = options.all("project").first ?? "demo-hearth"
        guard let project = ProjectID(rawValue: name) else {
            throw options.refusal("project", name, expected: "letters, digits and - _ . :")
        }
        let storage = try ServeSettings.storage(options, project: project)
        guard let path = ConsoleListener.path("console", beside: storage) else {
            throw CommandFailure("--storage memory: only a server with a file has administrators")
        }
        let origin = try options.last("console-url").map { try ConsoleListener.Settings.origin($0, options) }
        return (path, origin ?? "http://localhost:\(ConsoleListener.Settings.defaultPort)")
    }

    private static func perform(
        _ action: Action,
        on store: AdministratorStore,
        _ origin: String
    ) async throws(AdministratorError) {
        switch action {
        case .list:
            for administrator in try await store.list() { Terminal.print(line(administrator)) }
        case .add(let email, let role):
            let code = try await store.invite(email, as: role)
            Terminal.print("\(origin)/console/welcome#\(code.reveal())")
        case .setRole(let email, let role):
            try await store.set(role, of: email)
        case .remove(let email):
            try await store.remove(email)
        }
    }

    private static func line(_ administrator: Administrator) -> String {
        let state =
            administrator.enrolledAt == nil
            ? "invited" : administrator.lastSignInAt.map { "signed in \($0)" } ?? "enrolled"
        return "\(administrator.email.text)  \(administrator.role.rawValue)  \(state)"
    }
}

extension ConsoleCommand.Action {
    init(_ options: Options) throws {
        let words = options.operands
        guard words.first == "administrators", words.count > 1 else {
            throw UsageError("console administers administrators", hint: "hearth console --help explains it")
        }
        switch (words[1], words.count) {
        case ("list", 2): self = .list
        case ("add", 3): self = .add(try Self.email(words[2]), try Self.role(options.last("role") ?? "owner"))
        case ("set-role", 4): self = .setRole(try Self.email(words[2]), try Self.role(words[3]))
        case ("remove", 3): self = .remove(try Self.email(words[2]))
        default:
            throw UsageError(
                "'\(words.joined(separator: " "))' is not understood",
                hint: "hearth console --help explains the words"
            )
        }
    }

    private static func email(_ text: String) throws -> EmailAddress {
        guard let email = EmailAddress(text) else { throw CommandFailure("\(text) is no e-mail address") }
        return email
    }

    private static func role(_ text: String) throws -> AdministratorRole {
        guard let role = AdministratorRole(rawValue: text) else {
            throw CommandFailure("\(text): a role is viewer, support, developer or owner")
        }
        return role
    }
}
