import HearthBackend
import HearthHTTP
import HearthJSON
import Testing

@testable import HearthConsole

@Suite struct MailCallTests {
    private static func mail(_ query: String, _ world: FlowWorld) async throws -> (status: Int, mail: JSONValue) {
        let answer = try await world.read("mail?project=demo-shop&\(query)")
        return (answer.status, try JSON.parse(answer.bytes))
    }

    @Test(arguments: [
        ("type=PASSWORD_RESET&language=de-AT&email=ada%40example.com", "Neues Passwort wählen", "de", "ltr"),
        ("type=VERIFY_EMAIL&language=xx&email=ada%40example.com", "Confirm your e-mail address", "en", "ltr"),
    ])
    func `a mail is in the reader's language, English where it is not spoken`(
        _ row: (query: String, subject: String, language: String, direction: String)
    ) async throws {
        let world = try await FlowWorld()
        let (status, mail) = try await Self.mail(row.query, world)
        #expect(status == 200)
        #expect(mail["subject"]?.string == row.subject)
        #expect(mail["language"]?.string == row.language && mail["direction"]?.string == row.direction)
        await world.backend.close()
    }

    @Test func `every kind of mail has its words in every language, and no name is left open`() async throws {
        let world = try await FlowWorld()
        var subjects: Set<String> = []
        for language in MailPreview.languages {
            for type in MailPreview.types {
                let (status, mail) = try await Self.mail("type=\(type)&language=\(language)", world)
                #expect(status == 200)
                let words = [mail["subject"]?.string, mail["button"]?.string].compactMap(\.self)
                let texts = words + (mail["paragraphs"]?.array ?? []).compactMap(\.string)
                #expect(words.count == 2 && texts.count > 2)
                for text in texts { #expect(!text.isEmpty && !text.contains("{") && !text.contains("}")) }
                subjects.insert(words[0])
            }
        }
        // Each kind has a subject of its own, in each language.
        #expect(subjects.count == MailPreview.languages.count * MailPreview.types.count)
        #expect(try await Self.mail("type=PASSWORD_RESET&language=ar", world).mail["direction"]?.string == "rtl")
        await world.backend.close()
    }

    @Test func `the app's name and both addresses stand in the mail`() async throws {
        let world = try await FlowWorld()
        let query = "type=VERIFY_AND_CHANGE_EMAIL&email=old%40example.com&newEmail=%3Cb%3E%40example.com"
        let mail = try await Self.mail(query, world).mail
        let text = try #require(mail["paragraphs"]?.array?.first?.string)
        for part in ["demo-shop", "old@example.com", "<b>@example.com"] { #expect(text.contains(part)) }
        await world.backend.close()
    }

    @Test(arguments: [("type=BAKE_A_CAKE&project=demo-shop", 404), ("type=PASSWORD_RESET", 400)])
    func `what is no mail, and what is no project, is refused`(_ row: (query: String, status: Int)) async throws {
        let world = try await FlowWorld()
        #expect(try await world.read("mail?\(row.query)").status == row.status)
        await world.backend.close()
    }
}
