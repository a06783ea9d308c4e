internal import HearthFirestoreRules

/// A file of Firestore security rules.
struct RulesFile {
    let path: String
    let source: String

    /// Reads a file.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be read.
    init(path: String) throws {
        self.path = path
        source = try SystemEnvironment.text(ofFile: path)
    }

    /// The failure that names every issue of rules that do not compile.
    func failure(_ error: RulesetError) -> CommandFailure {
        let lines = error.issues.map { $0.line(in: path.printable) }
        return CommandFailure("the rules do not compile\n" + lines.joined(separator: "\n"))
    }
}
