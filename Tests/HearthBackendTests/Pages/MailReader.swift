import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// A reader of mails with a browser: opens the links, and presses the buttons of their pages.
struct MailReader: Sendable {
    static let address = "ada@example.com"

    let backend: TestBackend
    let client: TestClient

    /// The address of a link, from its path on, as an administrator gets it.
    func link(_ type: String, _ more: JSONValue = [:], key: String? = nil) async throws -> String {
        var body = more.object ?? JSONObject()
        body["requestType"] = .string(type)
        body["email"] = body["email"] ?? .string(Self.address)
        body["newEmail"] = "new@example.com"
        body["returnOobLink"] = true
        let answer = try await client.admin("accounts:sendOobCode", .object(body))
        return try path(try #require(answer["oobLink"]?.string, "\(answer.document)"))
    }

    /// The links in the mails that were sent, oldest first.
    func mailed() throws -> [String] {
        try backend.inbox.all.map { mail in try path(mail.link) }
    }

    func open(_ link: String, language: String? = nil) async throws -> Shown {
        var fields: HTTPFields = ["Accept": "text/html,*/*;q=0.8"]
        fields["Accept-Language"] = language
        return Shown(try await client.send(.get, link, nil, fields))
    }

    func press(_ link: String, _ form: FormParameters = [:]) async throws -> Shown {
        let type = "application/x-www-form-urlencoded"
        return Shown(
            try await client.send(.post, link, text: form.encoded, type: type, ["Accept": "text/html"])
        )
    }

    private func path(_ link: String) throws -> String {
        String(link[try #require(link.firstRange(of: "/emulator/")).lowerBound...])
    }

    /// A page as its reader sees it.
    struct Shown: Sendable {
        let status: Int
        let text: String
        let heading: String
        /// What it looks like: `ask`, `good`, `note`, `warn` or `fail`.
        let tone: String

        init(_ answer: TestClient.Answer) {
            func between(_ start: String, _ end: String) -> String {
                guard let from = answer.text.firstRange(of: start)?.upperBound,
                    let to = answer.text[from...].firstRange(of: end)?.lowerBound
                else { return "" }
                return String(answer.text[from..<to])
            }
            status = answer.status
            text = answer.text
            heading = between("<h1>", "</h1>").replacing("<span class=\"word\">", with: "")
                .replacing("</span>", with: "")
            tone = between("<main class=\"card ", "\"")
        }

        func offers(_ wish: String) -> Bool { text.contains("name=\"do\" value=\"\(wish)\"") }
    }
}
