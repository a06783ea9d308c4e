internal import HearthFirestoreModel
internal import HearthFirestoreRules
internal import HearthHTTP
internal import HearthJSON

/// `hearth firestore`: documents, rules and indexes from the terminal.
enum FirestoreCommand: Command {
    static let name = "firestore"
    static let summary = "read and write documents, check rules"

    static let help = """
        hearth firestore: read and write documents, and check rules and indexes.

        Usage: hearth firestore get PATH
               hearth firestore set DOCUMENT FIELDS|- [--merge]
               hearth firestore delete PATH [--recursive]
               hearth firestore query COLLECTION [--where 'FIELD OP VALUE']…
                                     [--order FIELD[:desc]]… [--limit N] [--group]
               hearth firestore watch PATH
               hearth firestore clear [PATH]
               hearth firestore export FOLDER
               hearth firestore import FILE
               hearth firestore rules check FILE
               hearth firestore rules test FILE CASES
               hearth firestore indexes suggest

        A path with an even number of segments is a document, for example notes/1; one
        with an odd number is a collection. FIELDS is a JSON object, - reads it from
        standard input; 1 is an integer, 1.0 a double, and {"doubleValue": "NaN"} one
        that JSON does not have; so are Infinity and -Infinity. OP is ==, !=, <, <=, >,
        >=, in, not-in, array-contains or array-contains-any; VALUE is JSON, or a text.

          --merge             change only the fields that are given
          --recursive         delete everything below the path too (emulators)
          --group             query all collections with the same ID

        \(FirestoreAddress.help)

        watch prints + for documents that are or came to be as wanted, - for others,
        until Ctrl-C. export writes FOLDER/firestore_export, import reads an
        .overall_export_metadata, both on the emulator's own machine. clear, export,
        import and indexes are for emulators.

        rules check prints one line per issue, FILE:LINE:COLUMN: SEVERITY: TEXT, and
        ends with status 1 if the rules do not compile. rules test tries the cases of a
        JSON file: {"documents": {PATH: FIELDS}, "cases": [{"name": what it tries,
        "as": CLAIMS or null, "get": PATH (or list, create, set, update, delete),
        "fields": FIELDS, "expect": "allow" or "deny"}]}, and ends with status 1 if one
        comes out otherwise.

        indexes suggest prints the firestore.indexes.json that the queries so far need.
        """

    static func run(_ words: [String]) async throws {
        let options = try Options(
            words,
            of: name,
            valued: FirestoreAddress.valued.union(FirestoreAction.valued),
            switches: FirestoreAddress.switches.union(FirestoreAction.switches)
        )
        let operands = options.operands
        switch (operands.first, operands.dropFirst().first, operands.count) {
        case ("rules", "check", 3): try check(try RulesFile(path: operands[2]))
        case ("rules", "test", 4):
            let file = try RulesTestFile(rules: try RulesFile(path: operands[2]), path: operands[3])
            if try await !file.run({ Terminal.print($0) }) { Terminal.exit(1) }
        case ("indexes", "suggest", 2): try await suggest(try FirestoreAddress(options))
        case (let action?, _, _) where FirestoreAction.names.contains(action):
            let address = try FirestoreAddress(options)
            try await FirestoreAction(address: address, options: options) { Terminal.print($0) }
                .perform(action, Array(operands.dropFirst()))
        default:
            throw UsageError("firestore needs an action", hint: "hearth firestore --help names them")
        }
    }

    private static func check(_ file: RulesFile) throws {
        let issues = Ruleset.check(file.source)
        for issue in issues { Terminal.print(issue.line(in: file.path.printable)) }
        if issues.contains(where: { $0.severity == .error }) { Terminal.exit(1) }
    }

    private static func suggest(_ address: FirestoreAddress) async throws {
        let project = PercentEncoding.encode(address.database.project)
        let file = try await address.send(.get, "/emulator/v1/projects/\(project):suggestedIndexes")
        Terminal.print(String(decoding: JSON.serialize(file, isPretty: true), as: UTF8.self))
    }
}
