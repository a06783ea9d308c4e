internal import HearthBackend
internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// The call `users:export`: the users of a search as a file, written page by page.
struct UserExport: Sendable {
    /// How the users are written.
    enum Format: String, Sendable, CaseIterable {
        /// As `firebase auth:export` writes them, and every `auth:import` reads them.
        case json
        /// With a head, for spreadsheets; the console's import reads it.
        case csv
    }

    private let search: UserSearch
    private let format: Format
    private let hasHashes: Bool

    /// What the caller needs.
    static let needs: [ConsolePermission] = [.viewUsers, .viewAddresses, .exportUsers]

    /// What is exported, for the audit.
    let detail: JSONObject
    var target: String { search.scope.project.rawValue }

    init(_ body: JSONObject) throws(ConsoleRefusal) {
        guard let format = body["format"]?.string.flatMap({ Format(rawValue: $0) }) else {
            throw ConsoleRefusal(400, "'format' is json or csv.")
        }
        self.format = format
        hasHashes = body["hashes"]?.bool ?? false
        search = try UserSearch(body).settled(size: 200)
        detail = body
    }

    /// The file.
    func response(_ backend: Backend) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            fields: [
                "Content-Type": format == .json ? "application/json; charset=utf-8" : "text/csv; charset=utf-8",
                "Content-Disposition": "attachment; filename=\"users.\(format.rawValue)\"",
                "Cache-Control": "no-store",
            ],
            body: .stream { writer in try await write(backend, to: writer) }
        )
    }

    private func write(_ backend: Backend, to writer: any HTTPBodyWriter) async throws {
        var (search, isFirst) = (search, true)
        try await writer.write(Array((format == .json ? "{\"users\": [" : UserCSV.head + "\r\n").utf8))
        while true {
            try Task.checkCancellation()
            let page = try await search.page(of: backend)
            var piece: [UInt8] = []
            for user in page["users"]?.array?.compactMap(\.object) ?? [] {
                let row = ExportedUser.members(of: user, hasHashes: hasHashes)
                switch format {
                case .json: piece += Array((isFirst ? "\n" : ",\n").utf8) + JSON.serialize(.object(row))
                case .csv: piece += Array((UserCSV.line(row) + "\r\n").utf8)
                }
                isFirst = false
            }
            if !piece.isEmpty { try await writer.write(piece) }
            guard let next = page["next"]?.string else { break }
            search = search.next(after: next)
        }
        if format == .json { try await writer.write(Array("\n]}\n".utf8)) }
    }
}

/// A user as export files have one.
enum ExportedUser {
    /// The members by their names in the file and on the wire, in the file's order.
    private static let members = [
        ("localId", "localId"), ("email", "email"), ("emailVerified", "emailVerified"),
        ("passwordHash", "passwordHash"), ("salt", "salt"), ("displayName", "displayName"), ("photoUrl", "photoUrl"),
        ("lastSignedInAt", "lastLoginAt"), ("createdAt", "createdAt"), ("phoneNumber", "phoneNumber"),
        ("disabled", "disabled"), ("customAttributes", "customAttributes"), ("mfaInfo", "mfaInfo"),
    ]
    private static let providerMembers = ["providerId", "rawId", "email", "displayName", "photoUrl"]
    private static let hashes: Set<String> = ["passwordHash", "salt"]
    /// What follows from the account's own address and number.
    private static let derived: Set<String> = ["password", "phone"]

    static func members(of user: JSONObject, hasHashes: Bool) -> JSONObject {
        var row = JSONObject()
        for (name, wire) in members {
            guard let value = user[wire], hasHashes || !hashes.contains(name) else { continue }
            row[name] = hashes.contains(name) ? value.string.map { .string(standardBase64($0)) } : value
        }
        let providers = (user["providerUserInfo"]?.array ?? []).compactMap(\.object).filter {
            !derived.contains($0["providerId"]?.string ?? "")
        }
        row["providerUserInfo"] = .array(
            providers.map { provider in
                var entry = JSONObject()
                for name in providerMembers { entry[name] = provider[name] }
                return .object(entry)
            }
        )
        return row
    }

    /// A hash or a salt in the alphabet of files; the official emulator's readable ones stay as they are.
    private static func standardBase64(_ text: String) -> String {
        guard !text.hasPrefix("fakeHash:"), !text.hasPrefix("fakeSalt"), let bytes = Base64.decodeLeniently(text)
        else { return text }
        return Base64.encode(bytes, .standard)
    }
}

/// Users as comma-separated values ([RFC 4180](https://www.rfc-editor.org/rfc/rfc4180)).
enum UserCSV {
    private static let columns = [
        "localId", "email", "emailVerified", "displayName", "photoUrl", "phoneNumber", "disabled", "createdAt",
        "lastSignedInAt", "customAttributes", "providerUserInfo", "passwordHash", "salt",
    ]

    /// The names of the columns.
    static let head = columns.joined(separator: ",")

    static func line(_ user: JSONObject) -> String {
        columns.map { cell(text(user[$0])) }.joined(separator: ",")
    }

    private static func text(_ value: JSONValue?) -> String {
        guard let value else { return "" }
        if let array = value.array, array.isEmpty { return "" }
        if value.array != nil || value.object != nil { return String(decoding: JSON.serialize(value), as: UTF8.self) }
        return value.string ?? value.bool.map { $0 ? "true" : "false" } ?? value.integer.map { "\($0)" } ?? ""
    }

    /// A cell that no spreadsheet takes for a formula: what would begin one stands behind an apostrophe.
    static func cell(_ text: String) -> String {
        let begins = text.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
        let shown = begins ? "'" + text : text
        guard shown.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return shown }
        return "\"" + shown.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
