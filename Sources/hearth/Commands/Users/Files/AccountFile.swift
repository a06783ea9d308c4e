internal import HearthCore
internal import HearthJSON

/// A file of accounts as `firebase auth:export` writes it and `firebase auth:import` reads it.
///
/// An account is kept as the wire has it. Hashes and salts are in base64url on the wire, and in standard base64 in the
/// file; the official emulator's readable hashes are no base64 and stay as they are.
enum AccountFile {
    /// How the accounts are written.
    enum Format: String, CaseIterable {
        case json
        case csv

        /// The format that a file's name ends with.
        init?(path: String) {
            guard let dot = path.lastIndex(of: ".") else { return nil }
            self.init(rawValue: path[path.index(after: dot)...].lowercased())
        }
    }

    /// The providers whose users travel in a file.
    static let providers = [
        "google.com", "facebook.com", "twitter.com", "github.com", "apple.com", "microsoft.com", "gc.apple.com",
        "playgames.google.com", "linkedin.com", "yahoo.com",
    ]

    /// Reads the accounts of a file.
    ///
    /// - Throws: ``CommandFailure`` with the place of the mistake.
    static func read(_ bytes: [UInt8], as format: Format) throws -> [JSONObject] {
        // Spreadsheets begin a file with the mark of its byte order.
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        switch format {
        case .json: return try AccountJSON.read(bytes)
        case .csv: return try AccountCSV.read(bytes)
        }
    }

    /// Writes accounts.
    static func write(_ users: [JSONObject], as format: Format) -> [UInt8] {
        switch format {
        case .json: AccountJSON.write(users)
        case .csv: AccountCSV.write(users)
        }
    }

    /// A hash or a salt of the wire in the alphabet of files.
    static func fileText(_ text: String) -> String {
        guard !text.hasPrefix("fakeHash:"), let bytes = Base64.decodeLeniently(text) else { return text }
        return Base64.encode(bytes, .standard)
    }

    /// A hash or a salt of a file in the wire's alphabet.
    ///
    /// - Throws: ``CommandFailure`` if it is not base64.
    static func wireText(_ text: String, of name: String, at place: String) throws -> String {
        if text.hasPrefix("fakeHash:") || text.hasPrefix("fakeSalt") { return text }
        guard let bytes = Base64.decodeLeniently(text) else {
            throw CommandFailure("\(place): \(name) should be base64 encoded")
        }
        return Base64.encode(bytes)
    }
}

/// The file as JSON: `{"users": […]}`.
enum AccountJSON {
    /// The members of an account, by their names in the file and on the wire.
    private static let members = [
        ("localId", "localId"), ("email", "email"), ("emailVerified", "emailVerified"),
        ("passwordHash", "passwordHash"), ("salt", "salt"), ("displayName", "displayName"), ("photoUrl", "photoUrl"),
        ("lastSignedInAt", "lastLoginAt"), ("createdAt", "createdAt"), ("phoneNumber", "phoneNumber"),
        ("disabled", "disabled"), ("customAttributes", "customAttributes"), ("mfaInfo", "mfaInfo"),
        ("providerUserInfo", "providerUserInfo"),
    ]
    private static let providerMembers = ["providerId", "rawId", "email", "displayName", "photoUrl"]

    static func write(_ users: [JSONObject]) -> [UInt8] {
        let entries = users.map { user -> JSONValue in
            var entry = JSONObject()
            for (name, wire) in members { entry[name] = user[wire] }
            for name in ["passwordHash", "salt"] {
                entry[name] = user[name]?.string.map { .string(AccountFile.fileText($0)) }
            }
            entry["providerUserInfo"] = providers(of: user)
            return .object(entry)
        }
        return JSON.serialize(["users": .array(entries)], isPretty: true)
    }

    private static func providers(of user: JSONObject) -> JSONValue {
        let known = user["providerUserInfo"]?.array?.filter { provider in
            AccountFile.providers.contains(provider["providerId"]?.string ?? "")
        }
        return .array(
            (known ?? []).map { provider in
                var entry = JSONObject()
                for name in providerMembers { entry[name] = provider[name] }
                return .object(entry)
            }
        )
    }

    static func read(_ bytes: [UInt8]) throws -> [JSONObject] {
        let document: JSONValue
        do {
            document = try JSON.parse(bytes)
        } catch {
            throw CommandFailure("not JSON: \(error.reason)")
        }
        guard let users = document["users"]?.array else { throw CommandFailure("expected {\"users\": […]}") }
        return try users.enumerated().map { index, user in
            let place = "user \(index)"
            guard let entry = user.object else { throw CommandFailure("\(place): expected an object") }
            return try account(entry, place)
        }
    }

    private static func account(_ entry: JSONObject, _ place: String) throws -> JSONObject {
        let known = members.map(\.0)
        if let name = entry.names.first(where: { !known.contains($0) }) {
            throw CommandFailure("\(place): has unsupported keys: \(name.printable)")
        }
        var user = JSONObject()
        for (name, wire) in members { user[wire] = entry[name] }
        for name in ["passwordHash", "salt"] {
            guard let text = entry[name]?.string else { continue }
            user[name] = .string(try AccountFile.wireText(text, of: name, at: place))
        }
        for provider in entry["providerUserInfo"]?.array ?? [] {
            let id = provider["providerId"]?.string ?? ""
            guard AccountFile.providers.contains(id) else {
                throw CommandFailure("\(place): has unsupported providerId: \(id.printable)")
            }
        }
        return user
    }
}
