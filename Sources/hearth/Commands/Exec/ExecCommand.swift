internal import HearthBackend
internal import HearthCore
internal import HearthServer
internal import HearthTransport

/// `hearth exec`: the emulators for as long as another program runs, usually a suite of tests.
enum ExecCommand: Command {
    static let name = "exec"
    static let summary = "run a program, for example a test suite, beside fresh emulators"

    static let help = """
        hearth exec: run a program beside fresh emulators.

        Usage: hearth exec [OPTIONS] -- PROGRAM [ARGUMENTS]
               hearth exec [OPTIONS] "COMMAND LINE"

        Starts the emulators in memory, sets the variables that official clients read,
        runs the program, stops the emulators, and ends with the program's status. A
        single word with spaces is run by the shell, as firebase emulators:exec does.

          --only LIST            the services, separated by commas: auth, firestore,
                                 functions (default: those that firebase.json
                                 configures, or auth and firestore)
          --project ID           the project (default: .firebaserc's default project,
                                 or demo-hearth)
          --firebase-json FILE   read hosts and ports of the emulators from FILE
                                 (default: firebase.json of the current folder, if
                                 there is one; without it ports are free ones)
          --rules FILE           Firestore's security rules (default: those that
                                 firebase.json names; without any, all is allowed)
          --indexes FILE         Firestore's indexes (default: those that firebase.json
                                 names)
          --strict-indexes       refuse queries whose index is missing, as production
                                 does
          --profile lenient      behave as the official emulator (default)
          --profile strict       apply production's rules
          --import FOLDER        take over what the official emulators, or hearth,
                                 exported
          --export-on-exit [FOLDER]
                                 export when the program has ended, in place of an
                                 earlier export (the folder of --import)
          --functions PROGRAM    run a program with functions beside the emulators, on
                                 the port that it finds in FUNCTIONS_PORT; it gets the
                                 events that it wants
          --functions-port PORT  the port of the functions (default: firebase.json's,
                                 or any free one)
          --quiet                do not name the addresses on standard error

        The auth emulator's port also collects events and crash reports.
        Sets FIREBASE_AUTH_EMULATOR_HOST, FIRESTORE_EMULATOR_HOST, GCLOUD_PROJECT and
        GOOGLE_CLOUD_PROJECT, and with functions FUNCTIONS_EMULATOR_HOST.
        Ctrl-C reaches the program too; SIGTERM is passed on to it.
        """

    static func run(_ words: [String]) async throws {
        let plan = try ExecPlan(words)
        let signals = try ShutdownSignals()
        let functions = plan.functions.map { FunctionsLink($0, isQuiet: plan.isQuiet) }
        let identity = try await EmulatorServer.identity(plan, functions)
        let servers = try await EmulatorServer.start(plan, identity, functions)
        defer { for server in servers { server.stop() } }
        let exported = servers.compactMap(\.exported)
        try await plan.export.load(into: exported)
        var variables = ["GCLOUD_PROJECT": plan.project.rawValue, "GOOGLE_CLOUD_PROJECT": plan.project.rawValue]
        for server in servers {
            variables.merge(server.variables) { _, new in new }
            if !plan.isQuiet { Terminal.note("hearth: \(server.service.rawValue) on \(server.address)") }
        }
        if let functions {
            try await functions.start(
                beside: variables,
                identity: identity,
                project: plan.project,
                firestore: servers.lazy.compactMap(\.documents).first
            )
            variables.merge(functions.variables) { _, new in new }
        }
        let child = try ChildProcess(plan.program, environment: variables)
        let watch = Task {
            // A terminal sends Ctrl-C to every process of its foreground group, the program included.
            switch await signals.first() {
            case .terminate: child.send(ChildProcess.terminate)
            case .interrupt where !TerminalInput.isTerminal: child.send(ChildProcess.interrupt)
            default: break
            }
        }
        let status = await child.status()
        watch.cancel()
        await functions?.stop()
        for server in servers { await server.drain() }
        try await plan.export.save(exported)
        for server in servers { await server.close() }
        if status != 0 { Terminal.exit(status) }
    }
}

/// What the words of `hearth exec` ask for.
struct ExecPlan {
    let services: [FirebaseProject.Service]
    let project: ProjectID
    let profile: BackendConfiguration.Profile
    let places: [FirebaseProject.Service: FirebaseProject.Place]
    /// Firestore's security rules; `nil` allows everything.
    let rules: RulesFile?
    /// Firestore's composite indexes.
    let indexes: IndexOptions
    /// The program and its arguments.
    let program: [String]
    /// What is imported before the program starts, and exported when it has ended.
    let export: EmulatorExport
    let isQuiet: Bool
    /// The program with functions.
    let functions: FunctionsPlan?

    init(_ words: [String]) throws {
        let end = words.firstIndex(of: "--")
        let valued: Set<String> = ["only", "project", "firebase-json", "profile", "rules", "indexes"]
        let options = try Options(
            EmulatorExport.spellOut(Array(words[..<(end ?? words.endIndex)])),
            of: ExecCommand.name,
            valued: EmulatorExport.valued.union(FunctionsPlan.options).union(valued),
            switches: ["quiet", "strict-indexes"]
        )
        program = try Self.program(options.operands, after: end.map { Array(words[($0 + 1)...]) })
        isQuiet = options.has("quiet")
        export = try EmulatorExport(options, of: ExecCommand.name, isEmulator: true)
        profile = try options.choice("profile", default: .lenient)
        let file = try options.last("firebase-json").map { try FirebaseProject(path: $0) } ?? FirebaseProject.current()
        places = file?.places ?? [:]
        indexes = try IndexOptions(options, else: file?.indexes)
        rules = try (options.last("rules") ?? file?.rules).map { try RulesFile(path: $0) }
        project = try Self.project(options, file)
        functions = try FunctionsPlan(options, port: file?.functions?.port.flatMap { $0 == 0 ? nil : $0 })
        services = try Self.services(options, file, hasFunctions: functions != nil)
    }

    private static func program(_ operands: [String], after mark: [String]?) throws -> [String] {
        let hint = "hearth exec --help explains the two forms"
        if let mark {
            if let word = operands.first { throw UsageError("exec takes no '\(word)' before --", hint: hint) }
            guard !mark.isEmpty else { throw UsageError("exec needs a program after --", hint: hint) }
            return mark
        }
        guard let line = operands.first else { throw UsageError("exec needs a program", hint: hint) }
        guard operands.count == 1 else {
            throw UsageError("exec needs -- before a program with arguments", hint: hint)
        }
        return ["/bin/sh", "-c", line]
    }

    private static func project(_ options: Options, _ file: FirebaseProject?) throws -> ProjectID {
        let name = options.last("project") ?? file?.project?.rawValue ?? "demo-hearth"
        guard let project = ProjectID(rawValue: name) else {
            throw options.refusal("project", name, expected: "letters, digits and - _ . :")
        }
        return project
    }

    /// The name of the functions in a list of services: a program has them, which is named for itself.
    private static let functionsName = "functions"

    private static func services(
        _ options: Options,
        _ file: FirebaseProject?,
        hasFunctions: Bool
    ) throws -> [FirebaseProject.Service] {
        guard let list = options.last("only") else {
            if file?.functions != nil, !hasFunctions {
                Terminal.note(
                    "hearth: firebase.json also configures functions: --functions PROGRAM names the program that has them"
                )
            }
            if let missing = file?.missing, !missing.isEmpty {
                Terminal.note(
                    "hearth: firebase.json also configures \(missing.joined(separator: ", ")), which hearth lacks"
                )
            }
            let configured = FirebaseProject.Service.allCases.filter { file?.places[$0] != nil }
            return configured.isEmpty ? FirebaseProject.Service.allCases : configured
        }
        let known = (FirebaseProject.Service.allCases.map(\.rawValue) + [functionsName]).joined(separator: ", ")
        return try list.split(separator: ",", omittingEmptySubsequences: false).reduce(into: []) { services, word in
            if word == functionsName {
                guard !hasFunctions else { return }
                throw UsageError(
                    "--only \(list): functions need the program that has them",
                    hint: "name it with --functions PROGRAM"
                )
            }
            guard let service = FirebaseProject.Service(rawValue: String(word)) else {
                throw options.refusal("only", list, expected: "some of \(known), separated by commas")
            }
            if !services.contains(service) { services.append(service) }
        }
    }
}
