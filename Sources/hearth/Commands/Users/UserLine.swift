internal import HearthAdmin
internal import HearthCore
internal import HearthJSON

/// A user on one line of output.
enum UserLine {
    static func text(_ user: UserRecord, isJSON: Bool) -> String {
        isJSON ? String(decoding: JSON.serialize(.object(document(user))), as: UTF8.self) : words(user)
    }

    /// What stands in the columns of a list.
    static let header = columns("USER", "ADDRESS OR NUMBER", "SIGN-IN METHODS")

    /// A user in a sentence: identifier, and address or number.
    static func name(of user: UserRecord) -> String {
        let contact = (user.email ?? user.phoneNumber).map { ", \($0.printable)" } ?? ""
        return "user \(user.uid.rawValue.printable)\(contact)"
    }

    private static func columns(_ user: String, _ contact: String, _ methods: String) -> String {
        "\(user.padded(to: 28))  \(contact.padded(to: 32))  \(methods)"
    }

    /// Identifier, address or number, sign-in methods, and what is unusual.
    private static func words(_ user: UserRecord) -> String {
        let contact = (user.email ?? user.phoneNumber ?? "-").printable
        let providers = user.providers.map(\.id).joined(separator: ",").printable
        var line = columns(user.uid.rawValue.printable, contact, providers.isEmpty ? "-" : providers)
        if user.isEmailVerified { line += "  verified" }
        if user.isDisabled { line += "  disabled" }
        return line
    }

    private static func document(_ user: UserRecord) -> JSONObject {
        var document: JSONObject = ["uid": .string(user.uid.rawValue)]
        document["email"] = user.email.map { .string($0) }
        document["emailVerified"] = .bool(user.isEmailVerified)
        document["displayName"] = user.displayName.map { .string($0) }
        document["photoURL"] = user.photoURL.map { .string($0) }
        document["phoneNumber"] = user.phoneNumber.map { .string($0) }
        document["disabled"] = .bool(user.isDisabled)
        document["providers"] = .array(user.providers.map { .string($0.id) })
        if !user.customClaims.isEmpty { document["customClaims"] = .object(user.customClaims) }
        document["createdAt"] = user.createdAt.map { .string(CivilTime($0).rfc3339) }
        document["lastSignInAt"] = user.lastSignInAt.map { .string(CivilTime($0).rfc3339) }
        return document
    }
}
