internal import HearthFirestoreRules

/// `hearth firestore`: what a developer does with Firestore's files.
enum FirestoreCommand: Command {
    static let name = "firestore"
    static let summary = "check Firestore security rules"

    static let help = """
        hearth firestore: check Firestore security rules.

        Usage: hearth firestore rules check FILE

        Prints one line per issue, FILE:LINE:COLUMN: SEVERITY: TEXT, and ends with
        status 1 if the rules do not compile. Warnings do not change the status.

        hearth serve --rules FILE serves Firestore with the rules.
        """

    static func run(_ words: [String]) async throws {
        let options = try Options(words, of: name)
        guard options.operands.count == 3, Array(options.operands.prefix(2)) == ["rules", "check"] else {
            throw UsageError("firestore needs: rules check FILE", hint: "hearth firestore --help explains it")
        }
        let file = try RulesFile(path: options.operands[2])
        let issues = Ruleset.check(file.source)
        for issue in issues { Terminal.print(issue.line(in: file.path.printable)) }
        if issues.contains(where: { $0.severity == .error }) { Terminal.exit(1) }
    }
}
