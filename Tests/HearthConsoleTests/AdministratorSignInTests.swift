import HearthCore
import HearthHTTP
import HearthJSON
import Testing

@testable import HearthConsole

@Suite struct AdministratorSignInTests {
    typealias World = AdministrationWorld

    @Test func `an invitation leads to a password, an authenticator app and a session, once`() async throws {
        let world = try await World()
        let invitation = try await world.store.invite(try #require(EmailAddress("ada@example.com")), as: .owner)
        let body: JSONObject = ["invitation": .string(invitation.reveal()), "password": .string(World.password)]
        let draft = try World.document(await world.send(.post, "invitation", body))
        let key = try #require(draft["key"]?.string.flatMap { Base32.decode($0) })
        let uri = try #require(draft["uri"]?.string)
        #expect(uri.hasPrefix("otpauth://totp/"))
        #expect(draft["qr"]?.array?.map(\.string) == ["1 \(uri)"])
        let ticket = try #require(draft["ticket"])
        let wrong = await world.send(.post, "invitation:finish", ["ticket": ticket, "code": "000000"])
        #expect(wrong.status == 401)
        #expect(wrong.fields["set-cookie"] == nil)
        let right = await world.send(.post, "invitation:finish", ["ticket": ticket, "code": world.code(key)])
        let cookie = try #require(right.fields["set-cookie"])
        #expect(cookie.hasPrefix("__Host-hearth-console="))
        for word in ["Secure", "HttpOnly", "SameSite=Strict", "Path=/"] { #expect(cookie.contains(word)) }
        #expect(await world.send(.post, "invitation", body).status == 410)
        let browser = try World.browser(after: right)
        #expect(try World.document(await world.send(.get, "console", as: browser))["role"]?.string == "owner")
    }

    @Test func `an invitation ends after a quarter of an hour, and with a newer one`() async throws {
        let world = try await World()
        let ada = try #require(EmailAddress("ada@example.com"))
        let first = try await world.store.invite(ada, as: .owner)
        let second = try await world.store.invite(ada, as: .owner)
        for (code, pause, status) in [(first, Duration.zero, 410), (second, .minutes(16), 410)] {
            world.pass(pause)
            let body: JSONObject = ["invitation": .string(code.reveal()), "password": .string(World.password)]
            #expect(await world.send(.post, "invitation", body).status == status)
        }
    }

    @Test func `a session needs the password and a code that was not used before`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        // The code that enrolled the app is used up.
        #expect(try await world.signIn(ada).status == 401)
        world.pass(.seconds(30))
        #expect(try await world.signIn(ada, password: "something else 42").status == 401)
        #expect(try await world.signIn(ada).status == 200)
        #expect(try await world.signIn(ada).status == 401)
    }

    @Test func `an unknown address and a wrong password are refused in the same words`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        let known = try await world.signIn(ada, password: "something else 42")
        let unknown = await world.send(.post, "session", ["email": "eve@example.com", "password": "something else 42"])
        #expect(known.status == unknown.status)
        #expect(known.bytes == unknown.bytes)
    }

    @Test func `guesses are slowed down, and the right password has to wait with them`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        world.pass(.minutes(1))
        for number in 0..<12 {
            _ = try await world.signIn(ada, password: "guess number \(number)", from: "198.51.100.9")
        }
        #expect(try await world.signIn(ada, from: "198.51.100.9").status == 429)
        // The guesser does not lock the administrator out.
        #expect(try await world.signIn(ada, from: "192.0.2.7").status == 200)
    }

    @Test func `a session ends after half an hour of silence, and after twelve hours`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        for _ in 0..<24 {
            world.pass(.minutes(29))
            #expect(await world.send(.get, "console", as: ada.browser).status == 200)
        }
        world.pass(.minutes(29))
        #expect(await world.send(.get, "console", as: ada.browser).status == 401)
        let again = try World.browser(after: try await world.signIn(ada))
        world.pass(.minutes(31))
        #expect(await world.send(.get, "console", as: again).status == 401)
    }

    @Test func `signing out, another role and removal end the sessions at once`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        let grace = try await world.enroll("grace@example.com", as: .owner)
        let address = try #require(EmailAddress("ada@example.com"))
        #expect(await world.send(.delete, "session", as: ada.browser).status == 204)
        #expect(await world.send(.get, "console", as: ada.browser).status == 401)
        world.pass(.minutes(1))
        var browser = try World.browser(after: try await world.signIn(ada))
        let change = await world.send(
            .post,
            "administrators:update",
            ["email": "ada@example.com", "role": "support"],
            as: grace.browser
        )
        #expect(change.status == 200)
        #expect(await world.send(.get, "console", as: browser).status == 401)
        world.pass(.minutes(1))
        browser = try World.browser(after: try await world.signIn(ada))
        try await world.store.remove(address)
        #expect(await world.send(.get, "console", as: browser).status == 401)
        world.pass(.minutes(1))
        #expect(try await world.signIn(ada).status == 404)
    }

    @Test func `an invitation replaces what an administrator has lost, and ends the old sessions`() async throws {
        let world = try await World()
        let before = try await world.enroll("ada@example.com", as: .owner)
        let after = try await world.enroll("ada@example.com", as: .owner)
        #expect(await world.send(.get, "console", as: before.browser).status == 401)
        world.pass(.minutes(1))
        #expect(try await world.signIn(before).status == 401)
        #expect(try await world.signIn(after).status == 200)
    }

    @Test func `the last owner stays`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        // An invitation that was not accepted yet makes no owner.
        _ = try await world.store.invite(try #require(EmailAddress("grace@example.com")), as: .owner)
        for call in ["administrators:remove", "administrators:update"] {
            let body: JSONObject = ["email": "ada@example.com", "role": "viewer"]
            #expect(await world.send(.post, call, body, as: ada.browser).status == 409)
        }
    }

    @Test func `what needs a recent proof asks for one after five minutes, and gets a new session with it`()
        async throws
    {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        let body: JSONObject = ["email": "grace@example.com", "role": "viewer"]
        world.pass(.minutes(6))
        let refused = await world.send(.post, "administrators", body, as: ada.browser)
        #expect(try World.document(refused)["error"]?.object?["status"]?.string == "RECENT_PROOF_REQUIRED")
        let proof: JSONObject = ["password": .string(World.password), "code": world.code(ada.key)]
        let confirmed = await world.send(.post, "session:confirm", proof, as: ada.browser)
        let browser = try World.browser(after: confirmed)
        #expect(await world.send(.get, "console", as: ada.browser).status == 401)
        #expect(await world.send(.post, "administrators", body, as: browser).status == 200)
    }

    @Test func `nobody confirms with the password and the code of another administrator`() async throws {
        let world = try await World()
        let ada = try await world.enroll("ada@example.com", as: .owner)
        let eve = try await world.enroll("eve@example.com", as: .viewer)
        world.pass(.minutes(1))
        let proof: JSONObject = ["password": .string(World.password), "code": world.code(eve.key)]
        #expect(await world.send(.post, "session:confirm", proof, as: ada.browser).status == 401)
    }
}
