internal import HearthCore
internal import HearthFirestoreModel
internal import HearthHTTP
internal import HearthJSON

/// One thing that `hearth firestore` does with documents.
struct FirestoreAction {
    static let valued: Set<String> = ["where", "order", "limit"]
    static let switches: Set<String> = ["merge", "group", "recursive"]
    static let names: Set<String> = ["get", "set", "delete", "query", "watch", "clear", "import", "export"]

    let address: FirestoreAddress
    let options: Options
    let print: @Sendable (String) -> Void

    /// How many documents a page is of.
    private static let page = 300

    /// Does it.
    ///
    /// - Throws: ``CommandFailure`` with the server's words.
    func perform(_ name: String, _ operands: [String]) async throws {
        switch (name, operands.count) {
        case ("get", 1): try await get(try FirestoreAddress.path(operands[0]))
        case ("set", 2): try await set(try document(operands[0]), operands[1])
        case ("delete", 1): try await delete(try FirestoreAddress.path(operands[0]))
        case ("query", 1): try await query(try FirestoreAddress.path(operands[0]))
        case ("watch", 1):
            try await FirestoreWatch(address: address, print: print).run(try FirestoreAddress.path(operands[0]))
        case ("clear", 0...1): try await clear(operands.first)
        case ("export", 1): try await transfer("export", Self.absolute(operands[0]), "firestore_export")
        case ("import", 1): try await transfer("import", Self.absolute(operands[0]), nil)
        default: throw UsageError("firestore \(name): wrong arguments", hint: "hearth firestore --help explains it")
        }
    }

    private func document(_ text: String) throws -> ResourcePath {
        let path = try FirestoreAddress.path(text)
        guard path.isDocument else { throw CommandFailure("'\(text.printable)' is no path of a document") }
        return path
    }

    private func get(_ path: ResourcePath) async throws {
        if path.isDocument {
            let document = try await address.send(.get, address.target(path))
            print(PlainFields.text(document["fields"], isPretty: true))
            return
        }
        var token = ""
        repeat {
            let more = token.isEmpty ? "" : "&pageToken=\(PercentEncoding.encode(token))"
            let page = try await address.send(.get, "\(address.target(path))?pageSize=\(Self.page)\(more)")
            for document in page["documents"]?.array ?? [] { print(Self.line(document)) }
            token = page["nextPageToken"]?.string ?? ""
        } while !token.isEmpty
    }

    /// A document in one line: its path, and its fields.
    static func line(_ document: JSONValue) -> String {
        let name = document["name"]?.string ?? ""
        let path = name.firstRange(of: "/documents/").map { String(name[$0.upperBound...]) } ?? name
        return "\(path.printable) \(PlainFields.text(document["fields"]))"
    }

    private func set(_ path: ResourcePath, _ text: String) async throws {
        let source = try StandardInput.text(of: text, "fields")
        guard let fields = try? JSON.parse(Array(source.utf8)).object else {
            throw CommandFailure("the fields must be a JSON object, for example '{\"text\": \"hello\"}'")
        }
        var write: JSONObject = [
            "update": [
                "name": .string(ResourceName(database: address.database, path: path).text),
                "fields": PlainFields.typed(fields),
            ]
        ]
        if options.has("merge") {
            let paths = fields.names.map { JSONValue.string(FieldPath([$0]).text) }
            write["updateMask"] = ["fieldPaths": .array(paths)]
        }
        try await address.send(.post, address.documents + ":commit", ["writes": [.object(write)]])
    }

    private func delete(_ path: ResourcePath) async throws {
        guard !options.has("recursive") else { return try await clear(path.text) }
        guard path.isDocument else {
            throw CommandFailure("'\(path.text.printable)' is a collection; add --recursive to delete all below it")
        }
        try await address.send(.delete, address.target(path))
    }

    private func clear(_ path: String?) async throws {
        let target = try path.map { address.target(try FirestoreAddress.path($0)) } ?? address.documents
        try await address.send(.delete, "/emulator" + target)
    }

    /// The server has a working folder of its own.
    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = SystemEnvironment.variable("PWD") else { return path }
        return folder + "/" + path
    }

    private func transfer(_ verb: String, _ folder: String, _ name: String?) async throws {
        var body: JSONObject = ["database": .string(address.database.text), "export_directory": .string(folder)]
        if let name { body["export_name"] = .string(name) }
        let project = PercentEncoding.encode(address.database.project)
        try await address.send(.post, "/emulator/v1/projects/\(project):\(verb)", .object(body))
    }

    // MARK: Queries

    private func query(_ path: ResourcePath) async throws {
        guard path.isCollection else { throw CommandFailure("'\(path.text.printable)' is no path of a collection") }
        var query: JSONObject = [
            "from": [["collectionId": .string(path.id), "allDescendants": .bool(options.has("group"))]]
        ]
        let filters = try options.all("where").map { try Self.filter($0) }
        if !filters.isEmpty { query["where"] = ["compositeFilter": ["op": "AND", "filters": .array(filters)]] }
        let orders = try options.all("order").map { try order($0) }
        if !orders.isEmpty { query["orderBy"] = .array(orders) }
        if options.last("limit") != nil {
            query["limit"] = .integer(Int64(try options.integer("limit", in: 1...1_000_000, default: 100)))
        }
        let parent = path.parent ?? .root
        let answer = try await address.send(
            .post,
            address.target(parent) + ":runQuery",
            ["structuredQuery": .object(query)]
        )
        for element in answer.array ?? [] {
            if let document = element["document"] { print(Self.line(document)) }
        }
    }

    private func order(_ text: String) throws -> JSONValue {
        let directions = ["asc": "ASCENDING", "desc": "DESCENDING"]
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(parts.count), !parts[0].isEmpty,
            let direction = directions[parts.count == 2 ? parts[1] : "asc"]
        else { throw options.refusal("order", text, expected: "FIELD, FIELD:asc or FIELD:desc") }
        return ["field": ["fieldPath": .string(parts[0])], "direction": .string(direction)]
    }

    private static let operators: [String: String] = [
        "==": "EQUAL", "!=": "NOT_EQUAL", "<": "LESS_THAN", "<=": "LESS_THAN_OR_EQUAL", ">": "GREATER_THAN",
        ">=": "GREATER_THAN_OR_EQUAL", "in": "IN", "not-in": "NOT_IN", "array-contains": "ARRAY_CONTAINS",
        "array-contains-any": "ARRAY_CONTAINS_ANY",
    ]

    /// Reads `FIELD OPERATOR VALUE`; a value that is no JSON is a text.
    static func filter(_ text: String) throws -> JSONValue {
        let words = text.split(separator: " ", maxSplits: 2).map(String.init)
        guard words.count == 3, let name = operators[words[1]] else {
            throw UsageError(
                "--where '\(text.printable)': expected FIELD OPERATOR VALUE",
                hint: "hearth firestore --help names the operators"
            )
        }
        let value = (try? JSON.parse(Array(words[2].utf8))) ?? .string(words[2])
        return [
            "fieldFilter": [
                "field": ["fieldPath": .string(words[0])], "op": .string(name), "value": PlainFields.typed(value),
            ]
        ]
    }
}
