internal import HearthCore
internal import HearthJSON

/// The file as comma-separated values: 52 columns without a head, and a comma after the last one.
enum AccountCSV {
    private static let width = 52
    /// Where the four columns of each provider begin: rawId, email, displayName, photoUrl.
    private static let providerColumns = [7, 11, 15, 19, 28, 32, 36, 40, 44, 48]
    private static let providerMembers = ["rawId", "email", "displayName", "photoUrl"]
    private static let columns: [(Int, String)] = [
        (0, "localId"), (1, "email"), (2, "emailVerified"), (3, "passwordHash"), (4, "salt"), (5, "displayName"),
        (6, "photoUrl"), (23, "createdAt"), (24, "lastLoginAt"), (25, "phoneNumber"), (26, "disabled"),
        (27, "customAttributes"),
    ]
    private static let truths: Set<String> = ["emailVerified", "disabled"]

    // MARK: Writing

    static func write(_ users: [JSONObject]) -> [UInt8] {
        var text = ""
        for user in users { text += line(user) + "\n" }
        return Array(text.utf8)
    }

    private static func line(_ user: JSONObject) -> String {
        var fields = [String](repeating: "", count: width)
        for (column, name) in columns {
            guard let value = user[name], let text = Self.text(value) else { continue }
            fields[column] = name == "passwordHash" || name == "salt" ? AccountFile.fileText(text) : text
        }
        for provider in user["providerUserInfo"]?.array ?? [] {
            guard let index = AccountFile.providers.firstIndex(of: provider["providerId"]?.string ?? "") else {
                continue
            }
            for (offset, name) in providerMembers.enumerated() {
                fields[providerColumns[index] + offset] = provider[name]?.string ?? ""
            }
        }
        return fields.map(quoted).joined(separator: ",") + ","
    }

    private static func text(_ value: JSONValue) -> String? {
        value.string ?? value.bool.map { $0 ? "true" : "false" } ?? value.integer.map { "\($0)" }
    }

    /// A field in quotation marks if it needs them.
    private static func quoted(_ field: String) -> String {
        guard field.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return field }
        return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    // MARK: Reading

    static func read(_ bytes: [UInt8]) throws -> [JSONObject] {
        try records(bytes).map { line, fields in try account(fields, "line \(line)") }
    }

    private static func account(_ fields: [String], _ place: String) throws -> JSONObject {
        func field(_ index: Int) -> String? { index < fields.count && !fields[index].isEmpty ? fields[index] : nil }
        guard fields.count <= width + 1 else { throw CommandFailure("\(place): has more than \(width) columns") }
        var user = JSONObject()
        for (column, name) in columns {
            guard let text = field(column) else { continue }
            switch name {
            case "passwordHash", "salt":
                user[name] = .string(try AccountFile.wireText(text, of: name, at: place))
            case _ where truths.contains(name): user[name] = .bool(text == "true")
            default: user[name] = .string(text)
            }
        }
        var providers: [JSONValue] = []
        for (index, column) in providerColumns.enumerated() where field(column) != nil {
            var provider: JSONObject = ["providerId": .string(AccountFile.providers[index])]
            for (offset, name) in providerMembers.enumerated() {
                provider[name] = field(column + offset).map { .string($0) }
            }
            providers.append(.object(provider))
        }
        if !providers.isEmpty { user["providerUserInfo"] = .array(providers) }
        guard user["localId"] != nil else { throw CommandFailure("\(place): has no localId") }
        return user
    }

    /// The records so far, each with the line at which it begins.
    private struct Records {
        private(set) var all: [(line: Int, fields: [String])] = []
        private var fields: [String] = []
        var field: [UInt8] = []
        var line = 1
        private(set) var start = 1

        mutating func endField() throws {
            guard let text = String(validating: field, as: UTF8.self) else {
                throw CommandFailure("line \(start): is not UTF-8")
            }
            fields.append(AccountCSV.trimmed(text))
            field = []
        }

        mutating func end() throws {
            try endField()
            if fields != [""] { all.append((start, fields)) }
            fields = []
            start = line
        }
    }

    /// Splits the text into lines of fields; a field in quotation marks may hold commas and line ends.
    private static func records(_ bytes: [UInt8]) throws -> [(line: Int, fields: [String])] {
        var records = Records()
        var isQuoted = false
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\n") { records.line += 1 }
            if isQuoted {
                guard byte == UInt8(ascii: "\"") else {
                    records.field.append(byte)
                    continue
                }
                let isDoubled = index < bytes.endIndex && bytes[index] == byte
                if isDoubled {
                    records.field.append(byte)
                    index += 1
                } else {
                    isQuoted = false
                }
            } else if byte == UInt8(ascii: "\""), records.field.allSatisfy({ $0 == UInt8(ascii: " ") }) {
                records.field = []
                isQuoted = true
            } else if byte == UInt8(ascii: ",") {
                try records.endField()
            } else if byte == UInt8(ascii: "\n") {
                try records.end()
            } else if byte != UInt8(ascii: "\r") {
                records.field.append(byte)
            }
        }
        guard !isQuoted else { throw CommandFailure("line \(records.start): a quotation mark is never closed") }
        try records.end()
        return records.all
    }

    /// The field without spaces around it, and without a pair of single quotation marks.
    fileprivate static func trimmed(_ text: String) -> String {
        var field = text[...]
        while field.first == " " || field.first == "\t" { field = field.dropFirst() }
        while field.last == " " || field.last == "\t" { field = field.dropLast() }
        if field.utf8.count >= 2, field.first == "'", field.last == "'" { field = field.dropFirst().dropLast() }
        return String(field)
    }
}
