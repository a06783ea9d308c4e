internal import HearthAdmin
internal import HearthCore
internal import HearthJSON

/// A user on one line of output.
struct UserLine {
    /// How many columns there are for the identifier, the address or number, and the rest.
    private struct Widths {
        var user = 28
        var contact = 32
        /// `nil` for as many as it needs.
        var rest: Int?
    }

    private let widths: Widths
    private let isCut: Bool

    /// Makes lines that fit a terminal, or lines that leave nothing out.
    ///
    /// - Parameter width: The terminal's columns; `nil` for a pipe, where nothing is cut.
    init(width: Int?) {
        isCut = width != nil
        guard let width else {
            widths = Widths()
            return
        }
        // An identifier that a backend made has 28 characters; the address needs more of the rest than the methods.
        let user = min(28, max(8, width / 3 + 2))
        let room = max(12, width - user - 4)
        let contact = room - min(room / 2, max(room * 2 / 5, 22))
        widths = Widths(user: user, contact: contact, rest: room - contact)
    }

    /// What stands over the columns of a list.
    var header: String { columns("USER", "ADDRESS OR NUMBER", "SIGN-IN METHODS") }

    /// A user as one JSON document.
    static func json(_ user: UserRecord) -> String {
        String(decoding: JSON.serialize(.object(document(user))), as: UTF8.self)
    }

    /// A user in a sentence: identifier, and address or number.
    static func name(of user: UserRecord) -> String {
        let contact = (user.email ?? user.phoneNumber).map { ", \($0.printable)" } ?? ""
        return "user \(user.uid.rawValue.printable)\(contact)"
    }

    /// Identifier, address or number, sign-in methods, and what is unusual.
    func text(_ user: UserRecord) -> String {
        let contact = (user.email ?? user.phoneNumber ?? "-").printable
        let providers = user.providers.map(\.id).joined(separator: ",").printable
        let marks = (user.isEmailVerified ? "  verified" : "") + (user.isDisabled ? "  disabled" : "")
        let room = widths.rest.map { max(1, $0 - marks.count) }
        return columns(
            user.uid.rawValue.printable,
            contact,
            TextColumns.cut(providers.isEmpty ? "-" : providers, to: room) + marks
        )
    }

    private func columns(_ user: String, _ contact: String, _ rest: String) -> String {
        let cells = [(user, widths.user), (contact, widths.contact)].map { text, width in
            TextColumns.pad(TextColumns.cut(text, to: isCut ? width : nil), to: width)
        }
        return (cells + [TextColumns.cut(rest, to: widths.rest)]).joined(separator: "  ")
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
