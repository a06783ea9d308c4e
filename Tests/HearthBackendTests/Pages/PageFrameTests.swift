import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("What stands on every page")
struct PageFrameTests {
    private func reader(
        _ configure: (inout BackendConfiguration) -> Void = { _ in }
    ) async throws -> MailReader {
        let backend = try await TestBackend(configure: configure)
        let client = TestClient(backend)
        _ = try await client.user("accounts:signUp", ["email": .string(MailReader.address), "password": "secret1"])
        return MailReader(backend: backend, client: client)
    }

    @Test func `is the project's name for itself, or the server's, or its identifier`() async throws {
        let plain = try await reader()
        #expect(try await plain.open("/emulator/action").text.contains("<span class=\"name\"><bdi>demo-test</bdi>"))
        let named = try await reader { $0.publicName = "Plover" }
        #expect(try await named.open("/emulator/action").text.contains("<span class=\"name\"><bdi>Plover</bdi>"))
        let answer = try await named.client.config(.patch, ["publicName": "Tern <Notes>"], mask: "publicName")
        #expect(answer["publicName"] == "Tern <Notes>")
        let page = try await named.open("/emulator/action").text
        #expect(page.contains("<span class=\"name\"><bdi>Tern &lt;Notes&gt;</bdi>"))
        #expect(page.contains("<title>This link does not work · Tern &lt;Notes&gt;</title>"))
        #expect(try await named.client.config(.patch, [:], mask: "publicName")["publicName"] == nil)
    }

    @Test func `is the domain, and in the emulator that it is one`() async throws {
        let emulator = try await reader { $0.publicURL = "http://auth.plover.test:9099" }
        let page = try await emulator.open("/emulator/action").text
        #expect(
            page.contains("<bdi dir=\"ltr\">auth.plover.test:9099</bdi>") && page.contains("class=\"mode\">Emulator")
        )
        let server = try await TestBackend {
            $0.profile = .strict
            $0.isEmulator = false
            $0.publicURL = "https://auth.plover.example"
        }
        let served = try await TestClient(server).send(.get, "/emulator/action", nil, ["Accept": "text/html"])
        #expect(served.text.contains("<bdi dir=\"ltr\">auth.plover.example</bdi>"))
        #expect(!served.text.contains("Emulator"))
    }

    @Test(
        arguments: [
            "", " ", " x", "x ", "a\nb", "a\u{202E}b", "a\u{2066}b", "a\u{0}b", String(repeating: "x", count: 65),
        ]
    )
    func `is no name that breaks the line or turns the page around`(_ name: String) async throws {
        let client = try await reader().client
        let answer = try await client.config(.patch, ["publicName": .string(name)], mask: "publicName")
        #expect(answer.status == 400 && answer.error?.hasPrefix("INVALID_CONFIG") == true)
        await #expect(throws: BackendError.self) { _ = try await TestBackend { $0.publicName = name } }
    }

    @Test(arguments: [("de", "ltr", "Dieser Link"), ("ar", "rtl", "هذا الرابط"), ("ja", "ltr", "このリンク")])
    func `is in the language of the link, before the browser's`(
        _ language: String,
        _ direction: String,
        _ words: String
    ) async throws {
        let reader = try await reader()
        for target in ["/emulator/action?lang=\(language)", "/emulator/auth/handler?lang=\(language)"] {
            let page = try await reader.open(target, language: "fr")
            #expect(page.text.contains("<html lang=\"\(language)\" dir=\"\(direction)\">"))
        }
        #expect(try await reader.open("/emulator/action?lang=\(language)").heading.hasPrefix(words))
        #expect(try await reader.open("/emulator/action", language: "fr-CA").heading == "Ce lien ne fonctionne pas")
        let custom = PercentEncoding.encode("{\"hl\":\"\(language)\"}")
        let widget = try await reader.open("/emulator/auth/handler?customParameters=\(custom)", language: "fr")
        #expect(widget.text.contains("<html lang=\"\(language)\""))
    }

    @Test func `is the project of the link`() async throws {
        let second = try #require(ProjectID(rawValue: "demo-second"))
        let backend = try await TestBackend { $0.projects.append(second) }
        var client = TestClient(backend)
        client.key = "demo-second"
        _ = try await client.user("accounts:signUp", ["email": .string(MailReader.address), "password": "secret1"])
        _ = try await client.user(
            "accounts:sendOobCode",
            ["requestType": "PASSWORD_RESET", "email": .string(MailReader.address)]
        )
        let reader = MailReader(backend: backend, client: client)
        let page = try await reader.open(try #require(try reader.mailed().last))
        #expect(page.heading == "Choose a new password")
        #expect(page.text.contains("<span class=\"name\"><bdi>demo-second</bdi>"))
    }
}
