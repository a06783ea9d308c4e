internal import HearthJSON

/// What `hearth users import` and `hearth users export` are asked to do.
enum UserFileAction {
    case importFile(path: String, AccountFile.Format, hash: JSONObject)
    case exportFile(path: String, AccountFile.Format)

    static let valued: Set<String> = HashOptions.valued.union(["format"])

    /// Reads the words after `users`; `nil` if they are about something else.
    ///
    /// - Throws: ``UsageError`` if the file is missing, or its format cannot be told.
    init?(_ options: Options) throws {
        let words = options.operands
        guard let verb = words.first, verb == "import" || verb == "export" else { return nil }
        guard words.count == 2 else {
            throw UsageError("users \(verb) needs one FILE", hint: "hearth users --help explains the options")
        }
        let path = words[1]
        let format: AccountFile.Format
        if options.last("format") != nil {
            format = try options.choice("format", default: .json)
        } else if let named = AccountFile.Format(path: path) {
            format = named
        } else {
            throw UsageError("\(path): name it .json or .csv, or give --format", hint: "hearth users --help")
        }
        self =
            verb == "export"
            ? .exportFile(path: path, format)
            : .importFile(path: path, format, hash: try HashOptions.members(options))
    }

    /// Does it.
    ///
    /// - Parameters:
    ///   - transfer: Speaks to the backend.
    ///   - note: Hears what is for people.
    /// - Throws: ``CommandFailure`` if the file or the backend fails, or if an account is not imported.
    func perform(_ transfer: AccountTransfer, note: (String) -> Void) async throws {
        switch self {
        case .exportFile(let path, let format):
            let users = try await transfer.download()
            try Folder.write(AccountFile.write(users, as: format), toFile: path)
            note("\(users.count) users exported to \(path)")
        case .importFile(let path, let format, let hash):
            let users: [JSONObject]
            do {
                users = try AccountFile.read(try Folder.contents(ofFile: path), as: format)
            } catch let failure as CommandFailure {
                throw CommandFailure("\(path): \(failure.reason)")
            }
            let count = try await transfer.upload(users, hash: hash) { index, reason in
                note("\(path): user \(index) is not imported: \(reason.printable)")
            }
            note("\(count) of \(users.count) users imported from \(path)")
            if count < users.count { throw CommandFailure("\(users.count - count) users were not imported") }
        }
    }
}
