internal import HearthAdmin
internal import HearthCore
internal import HearthJSON

/// A user on one line of output.
enum UserLine {
    static func text(_ user: UserRecord, isJSON: Bool) -> String {
        isJSON ? String(decoding: JSON.serialize(.object(document(user))), as: UTF8.self) : words(user)
    }

    /// Identifier, address or number, sign-in methods, and what is unusual.
    private static func words(_ user: UserRecord) -> String {
        let contact = (user.email ?? user.phoneNumber ?? "-").printable
        let providers = user.providers.map(\.id).joined(separator: ",")
        var line =
            "\(user.uid.rawValue.printable.padded(to: 28))  \(contact.padded(to: 32))  \(providers.isEmpty ? "-" : providers.printable)"
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
