import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@testable import HearthBackend

/// What the reader of a link sees and can do next, from the first tap to the last one.
@Suite("A mailed link in its reader's hands", .inProcessAndLiveInLongRuns)
struct ActionStateTests {
    private let reader: MailReader
    private let client: TestClient
    private static let password: FormParameters = [
        "newPassword": "plover-cabinet-moss", "repeatPassword": "plover-cabinet-moss",
    ]

    private static let wish = "do"

    init() async throws {
        let (backend, client) = try await TestClient.strict {
            $0.publicName = "Plover & Sons"
            $0.acceptsCommonPasswords = false
        }
        reader = MailReader(backend: backend, client: client)
        self.client = client
        _ = try await client.user(
            "accounts:signUp",
            ["email": .string(MailReader.address), "password": "marsh-otter-nine"]
        )
    }

    // MARK: Taps

    @Test(arguments: [("VERIFY_EMAIL", "confirmed"), ("VERIFY_AND_CHANGE_EMAIL", "changed")])
    func `a second tap is told that it is done, and is no error`(_ type: String, _ word: String) async throws {
        let link = try await reader.link(type)
        let question = try await reader.open(link)
        #expect(question.tone == "ask" && question.status == 200)
        #expect(try await reader.press(link).heading == "Your e-mail address is \(word)")
        for shown in [try await reader.press(link), try await reader.open(link)] {
            #expect(shown.heading == "Your e-mail address is already \(word)")
            #expect(shown.tone == "good" && shown.status == 200)
        }
    }

    @Test func `the older of two links is told that the newer one did it`() async throws {
        let links = [try await reader.link("VERIFY_EMAIL"), try await reader.link("VERIFY_EMAIL")]
        _ = try await reader.press(links[1])
        #expect(try await reader.open(links[0]).heading == "Your e-mail address is already confirmed")
    }

    @Test func `taps at the same moment do it once`() async throws {
        let link = try await reader.link("PASSWORD_RESET")
        let shown = try await withThrowingTaskGroup(of: MailReader.Shown.self) { group in
            for _ in 0..<4 { group.addTask { [reader] in try await reader.press(link, Self.password) } }
            return try await group.reduce(into: []) { $0.append($1.heading) }
        }
        #expect(shown.count { $0 == "Your password is changed" } == 1)
        #expect(shown.count { $0 == "This link was already used" } == 3)
    }

    @Test func `a link that is no longer in effect says that it was used`() async throws {
        let link = try await reader.link("VERIFY_EMAIL")
        _ = try await reader.press(link)
        let account = try await client.admin("accounts:lookup", ["email": [.string(MailReader.address)]])
        let id = try #require(account["users"]?.array?.first?["localId"])
        _ = try await client.admin("accounts:update", ["localId": id, "email": "other@example.com"])
        let shown = try await reader.open(link)
        #expect(shown.heading == "This link was already used" && shown.tone == "warn")
        // Nor does it mail anything about an account that has left the address.
        #expect(try await reader.press(link, ["do": "renew"]).status == 400)
        #expect(try reader.mailed().isEmpty)
    }

    // MARK: Another link

    @Test(arguments: ["PASSWORD_RESET", "VERIFY_EMAIL", "EMAIL_SIGNIN"])
    func `an expired link mails another one, once, in its language`(_ type: String) async throws {
        let link = try await reader.link(type, ["continueUrl": "http://localhost/done"])
            .replacing("lang=en", with: "lang=de-AT")
        reader.backend.clock.advance(by: .hours(24))
        let expired = try await reader.open(link)
        #expect(expired.heading == "Dieser Link ist abgelaufen" && expired.offers("renew") && expired.tone == "warn")
        for _ in 0..<3 {
            let sent = try await reader.press(link, ["do": "renew"])
            #expect(sent.heading == "Öffnen Sie die E-Mail von uns" && sent.tone == "note" && sent.status == 200)
        }
        #expect(try await reader.open(link).heading == "Öffnen Sie die E-Mail von uns")
        let mail = try #require(reader.backend.inbox.all.last)
        #expect(reader.backend.inbox.all.count == 1)
        #expect(mail.kind.rawValue == type && mail.to == MailReader.address)
        let fresh = try #require(try reader.mailed().last)
        #expect(fresh.contains("continueUrl=http%3A%2F%2Flocalhost%2Fdone") && fresh.contains("lang=de-AT"))
        if type != "EMAIL_SIGNIN" { #expect(try await reader.open(fresh).tone == "ask") }
    }

    @Test func `taps at the same moment mail one link`() async throws {
        let link = try await reader.link("PASSWORD_RESET")
        reader.backend.clock.advance(by: .hours(2))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { [reader] in _ = try await reader.press(link, ["do": "renew"]) } }
            try await group.waitForAll()
        }
        #expect(reader.backend.inbox.all.count == 1)
    }

    @Test func `a used link for a password mails another one`() async throws {
        let link = try await reader.link("PASSWORD_RESET")
        _ = try await reader.press(link, Self.password)
        let used = try await reader.open(link)
        #expect(used.heading == "This link was already used" && used.offers("renew"))
        #expect(try await reader.press(link, ["do": "renew"]).heading == "Open the mail that we sent you")
        #expect(try await reader.open(try #require(try reader.mailed().last)).heading == "Choose a new password")
    }

    @Test func `a link that works, an unknown one and one that needs a sign-in mail nothing`() async throws {
        let works = try await reader.link("PASSWORD_RESET")
        let change = try await reader.link("VERIFY_AND_CHANGE_EMAIL")
        for link in [works, "/emulator/action?mode=resetPassword&oobCode=x"] {
            for wish in ["renew", "password"] {
                #expect(try await reader.press(link, [Self.wish: wish]).status == 400)
            }
        }
        reader.backend.clock.advance(by: .hours(24))
        let expired = try await reader.open(change)
        #expect(expired.heading == "This link has expired" && !expired.offers("renew"))
        #expect(expired.text.contains("Ask for a new link in"))
        #expect(try await reader.press(change, ["do": "renew"]).status == 400)
        #expect(reader.backend.inbox.all.isEmpty)
    }

    @Test func `a link of another kind cannot borrow a code`() async throws {
        let link = try await reader.link("PASSWORD_RESET")
        reader.backend.clock.advance(by: .hours(2))
        let borrowed = link.replacing("mode=resetPassword", with: "mode=signIn")
        #expect(try await reader.open(borrowed).heading == "This link does not work")
        #expect(try await reader.press(borrowed, ["do": "renew"]).status == 400)
        #expect(reader.backend.inbox.all.isEmpty)
    }

    @Test func `where to go on to is checked again in the mail of another link`() async throws {
        let link = try await reader.link("EMAIL_SIGNIN", ["continueUrl": "http://localhost/done"])
            .replacing("localhost", with: "evil.example")
        reader.backend.clock.advance(by: .hours(1))
        _ = try await reader.press(link, ["do": "renew"])
        #expect(try reader.mailed().count == 1)
        #expect(try reader.mailed().allSatisfy { !$0.contains("evil") })
    }

    @Test func `what a link did is forgotten with its account`() async throws {
        let link = try await reader.link("VERIFY_EMAIL")
        _ = try await reader.press(link)
        let account = try await client.admin("accounts:lookup", ["email": [.string(MailReader.address)]])
        let id = try #require(account["users"]?.array?.first?["localId"])
        _ = try await client.admin("accounts:delete", ["localId": id])
        #expect(try await reader.open(link).heading == "This link does not work")
    }

    @Test func `what a link did is forgotten after a week`() async throws {
        let link = try await reader.link("VERIFY_EMAIL")
        _ = try await reader.press(link)
        reader.backend.clock.advance(by: .hours(24 * 7 + 1))
        _ = try await reader.press(try await reader.link("VERIFY_EMAIL"))
        #expect(try await reader.open(link).heading == "This link does not work")
    }

    // MARK: Taking changes back

    @Test func `after an address is restored, a link for a new password is mailed to it`() async throws {
        let change = try await reader.link("VERIFY_EMAIL")
        _ = try await reader.press(change)
        _ = try await reader.press(try await reader.link("VERIFY_AND_CHANGE_EMAIL"))
        let undo = try #require(try reader.mailed().last { $0.contains("mode=recoverEmail") })
        #expect(try await reader.open(undo).heading == "Restore your e-mail address")
        let restored = try await reader.press(undo)
        #expect(restored.heading == "Your e-mail address is restored" && restored.offers("password"))
        #expect(try await reader.press(undo).heading == "Your e-mail address is already restored")
        let before = reader.backend.inbox.all.count
        for _ in 0..<2 {
            let sent = try await reader.press(undo, ["do": "password"])
            #expect(sent.heading == "Open the mail that we sent you")
        }
        #expect(reader.backend.inbox.all.count == before + 1)
        let mail = try #require(reader.backend.inbox.all.last)
        #expect(mail.kind == .passwordReset && mail.to == MailReader.address)
        let reset = try #require(try reader.mailed().last)
        #expect(try await reader.press(reset, Self.password).heading == "Your password is changed")
        #expect(try await client.signIn(MailReader.address, "plover-cabinet-moss").status == 200)
    }

    @Test func `a link that undid something mails nothing to an address that the account has left`() async throws {
        _ = try await reader.press(try await reader.link("VERIFY_EMAIL"))
        _ = try await reader.press(try await reader.link("VERIFY_AND_CHANGE_EMAIL"))
        let undo = try #require(try reader.mailed().last { $0.contains("mode=recoverEmail") })
        _ = try await reader.press(undo)
        let account = try await client.admin("accounts:lookup", ["email": [.string(MailReader.address)]])
        let id = try #require(account["users"]?.array?.first?["localId"])
        _ = try await client.admin("accounts:update", ["localId": id, "email": "later@example.com"])
        let before = reader.backend.inbox.all.count
        #expect(try await reader.press(undo, ["do": "password"]).status == 400)
        #expect(reader.backend.inbox.all.count == before)
    }

    // MARK: Refusals

    @Test func `an address that was taken in the meantime, and a disabled account, are named`() async throws {
        let change = try await reader.link("VERIFY_AND_CHANGE_EMAIL")
        _ = try await client.user("accounts:signUp", ["email": "new@example.com", "password": "marsh-otter-nine"])
        let taken = try await reader.press(change)
        #expect(taken.heading == "This e-mail address is already in use" && taken.tone == "fail")
        #expect(taken.text.contains("new@example.com"))
        let account = try await client.admin("accounts:lookup", ["email": [.string(MailReader.address)]])
        let id = try #require(account["users"]?.array?.first?["localId"])
        _ = try await client.admin("accounts:update", ["localId": id, "disableUser": true])
        let verify = try await reader.link("VERIFY_EMAIL")
        let disabled = try await reader.press(verify)
        #expect(disabled.heading == "This account is disabled" && disabled.tone == "fail")
    }

    @Test func `a project without passwords resets none`() async throws {
        let link = try await reader.link("PASSWORD_RESET")
        let off: JSONValue = ["signIn": ["email": ["enabled": false]]]
        #expect(try await client.config(.patch, off, mask: "signIn.email.enabled").status == 200)
        let shown = try await reader.press(link, Self.password)
        #expect(shown.heading == "This is not possible here" && shown.tone == "fail")
        #expect(try await client.config(.patch, [:], mask: "signIn.email").status == 200)
        #expect(try await client.signIn(MailReader.address, "marsh-otter-nine").status == 200)
    }

    @Test(
        arguments: [
            ("", nil, "Please enter a password."), ("short", "short", "does not meet the rules"),
            ("plover-cabinet-moss", "plover-cabinet-mos", "not the same"), ("Passw0rd!", "Passw0rd!", "easy to guess"),
            ("\"><script>alert(1)</script>", "'", "not the same"),
        ] as [(String, String?, String)]
    )
    func `a password that is not taken stays in the form, and the link good`(
        _ typed: String,
        _ repeated: String?,
        _ complaint: String
    ) async throws {
        let link = try await reader.link("PASSWORD_RESET")
        var form: FormParameters = ["newPassword": typed]
        if let repeated { form.append("repeatPassword", repeated) }
        let shown = try await reader.press(link, form)
        #expect(shown.status == 400 && shown.tone == "ask" && shown.text.contains(complaint))
        #expect(shown.text.contains("aria-invalid=\"true\"") && shown.text.contains("aria-describedby=\"note"))
        let escaped = typed.replacing("\"", with: "&quot;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        if !typed.isEmpty { #expect(shown.text.contains(" value=\"\(escaped)\"")) }
        #expect(!shown.text.contains("<script>alert"))
        #expect(try await reader.press(link, Self.password).status == 200)
    }

    @Test func `the rules of the project stand in the form`() async throws {
        let strength: JSONValue = [
            "minPasswordLength": 12, "maxPasswordLength": 40, "containsUppercaseCharacter": true,
            "containsNumericCharacter": true,
        ]
        let policy: JSONValue = [
            "passwordPolicyConfig": [
                "passwordPolicyEnforcementState": "ENFORCE",
                "passwordPolicyVersions": [["customStrengthOptions": strength]],
            ]
        ]
        #expect(try await client.config(.patch, policy, mask: "passwordPolicyConfig").status == 200)
        let link = try await reader.link("PASSWORD_RESET").replacing("lang=en", with: "lang=fr")
        let form = try await reader.open(link)
        for words in ["Au moins 12 caractères", "Au plus 40 caractères", "Une lettre majuscule", "Un chiffre"] {
            #expect(form.text.contains("<span>\(words)</span>"))
        }
        #expect(!form.text.contains("minuscule") && form.text.contains("minlength=\"12\""))
        #expect(try await reader.press(link, Self.password).text.contains("ne respecte pas les règles"))
    }
}
