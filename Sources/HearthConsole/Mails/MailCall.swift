internal import HearthBackend
internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// The call `mail`: a mail with a code in plain words, as a mailer could write it.
struct MailCall: Sendable {
    private let scope: UserScope
    private let type: String
    private let language: String
    private let email: String
    private let newEmail: String

    init(_ request: HTTPRequest) throws(ConsoleRefusal) {
        let query = request.query
        scope = try UserScope(query["project"], nil)
        type = query["type"] ?? ""
        language = query["language"] ?? "en"
        email = query["email"] ?? "ada@example.com"
        newEmail = query["newEmail"] ?? "ada@new.example.com"
    }

    /// The mail, and which others there are.
    func answer(_ backend: Backend) async throws(ConsoleRefusal) -> JSONValue {
        let found: MailPreview?
        do throws(BackendError) {
            found = try await backend.mailPreview(
                type,
                in: language,
                of: scope.project,
                email: email,
                newEmail: newEmail
            )
        } catch {
            throw ConsoleRefusal(error)
        }
        guard let mail = found else {
            throw ConsoleRefusal(404, "There is no mail '\(type.prefix(60))'.")
        }
        return [
            "type": .string(type), "subject": .string(mail.subject),
            "paragraphs": .array(mail.paragraphs.map(JSONValue.string)), "button": .string(mail.button),
            "language": .string(mail.language), "direction": .string(mail.direction),
            "types": .array(MailPreview.types.map(JSONValue.string)),
            "languages": .array(MailPreview.languages.map(JSONValue.string)),
        ]
    }
}
