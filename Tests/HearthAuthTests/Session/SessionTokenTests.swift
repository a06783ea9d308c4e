import HearthCore
import HearthHTTP
import HearthJSON
import HearthTestSupport
import Testing

@testable import HearthAuth

@Suite("What a session's tokens tell")
struct SessionTokenTests {
    let fixture = Fixture()

    @Test func `how long ago the user signed in, the device's clock does not say`() async throws {
        let user = try await fixture.signIn()
        #expect(try await user.authenticationAge() == .zero)
        fixture.clock.advance(by: .seconds(90))
        fixture.clock.setWallClock { _ in UnixTime(seconds: 5) }
        #expect(try await user.authenticationAge() == .seconds(90))
    }

    @Test func `a sign-in is as old as its token says, and what passed since`() async throws {
        fixture.service.add("eve@example.com", password: "x", uid: "u")
        let now = fixture.clock.now.seconds
        let claims: JSONValue = [
            "sub": "u", "iat": .integer(now), "exp": .integer(now + 3600), "auth_time": .integer(now - 500),
        ]
        let token = Base64.encode(Array("{}".utf8)) + "." + Base64.encode(JSON.serialize(claims)) + ".c2ln"
        let answer: JSONValue = ["idToken": .string(token), "refreshToken": "r"]
        fixture.service.next("signInWithCustomToken", .answer(status: 200, body: JSON.serialize(answer)))
        let user = try await fixture.auth.signIn(withCustomToken: "t").user
        fixture.clock.advance(by: .seconds(7))
        #expect(try await user.authenticationAge() == .seconds(507))
    }

    @Test func `a token that does not say when the user signed in has no age`() async throws {
        fixture.service.add("eve@example.com", password: "x", uid: "u")
        let now = fixture.clock.now.seconds
        let claims: JSONValue = ["sub": "u", "iat": .integer(now), "exp": .integer(now + 3600)]
        let token = Base64.encode(Array("{}".utf8)) + "." + Base64.encode(JSON.serialize(claims)) + ".c2ln"
        let answer: JSONValue = ["idToken": .string(token), "refreshToken": "r"]
        fixture.service.next("signInWithCustomToken", .answer(status: 200, body: JSON.serialize(answer)))
        let user = try await fixture.auth.signIn(withCustomToken: "t").user
        #expect(try await user.authenticationAge() == nil)
        let result = try await user.idTokenResult()
        #expect(result.authDate == nil && result.signInProvider == nil && result.signInSecondFactor == nil)
    }

    @Test func `a user who has signed out has no age any more`() async throws {
        let user = try await fixture.signIn()
        try await fixture.auth.signOut()
        let error = await failure { () throws(AuthError) in try await user.authenticationAge() }
        #expect(error?.code == .staleUser)
    }

    private struct Claims: Decodable, Equatable {
        var role: String
        var sub: String
    }

    private struct Wrong: Decodable {
        var role: Int
    }

    @Test func `the claims are read as a type of the app's, or refused`() async throws {
        let user = try await fixture.signIn()
        let result = try await user.idTokenResult()
        #expect(try result.claims(as: Claims.self) == Claims(role: "editor", sub: user.uid))
        #expect(result.issuedAtDate == fixture.clock.now && result.authDate == fixture.clock.now)
        #expect(result.expirationDate == fixture.clock.now + .hours(1))
        let error = await failure { () throws(AuthError) in try result.claims(as: Wrong.self) }
        #expect(error?.code == .malformedJWT)
        #expect("\(result)" == "IDTokenResult(expires \(result.expirationDate.seconds))")
        #expect(Mirror(reflecting: result).children.isEmpty)
    }

    @Test func `calls of other services get a token, or none if no user is signed in`() async throws {
        #expect(try await fixture.auth.token(forcingRefresh: false) == nil)
        let user = try await fixture.signIn()
        let token = try await fixture.auth.token(forcingRefresh: false)
        #expect(token?.reveal() == (try await user.idToken().reveal()))
        let other = try await fixture.auth.token(forcingRefresh: true)
        #expect(other?.reveal() != token?.reveal())
        fixture.service.always("token", .transport(.unreachable))
        await #expect(throws: AuthError.self) { try await fixture.auth.token(forcingRefresh: true) }
        #expect(await fixture.auth.appCheckToken(limitedUse: true) == nil)
    }

    @Test func `other services hear of each user`() async throws {
        var changes = fixture.auth.userChanges.makeAsyncIterator()
        await fixture.auth.ready()
        #expect(await changes.next() == .some(nil))
        let user = try await fixture.signIn()
        #expect(await changes.next() == user.uid)
        try await fixture.auth.signOut()
        #expect(await changes.next() == .some(nil))
    }
}

@Suite("Auth.passwordPolicy()")
struct PasswordPolicyCallTests {
    let fixture = Fixture()

    private static func answer(_ least: Int, _ more: JSONObject = [:]) -> FakeService.Fault {
        var document: JSONObject = [
            "customStrengthOptions": ["minPasswordLength": .integer(Int64(least))], "enforcementState": "ENFORCE",
            "schemaVersion": 1,
        ]
        for member in more.members { document[member.name] = member.value }
        return .answer(status: 200, body: JSON.serialize(.object(document)))
    }

    @Test func `asks once, and again for another tenant`() async throws {
        fixture.service.next("passwordPolicy", Self.answer(8), Self.answer(12))
        #expect(try await fixture.auth.validatePassword("123456789").isValid)
        #expect(try await fixture.auth.validatePassword("1234567").isValid == false)
        #expect(fixture.service.count("passwordPolicy") == 1)
        fixture.auth.tenantID = "t-1"
        #expect(try await fixture.auth.validatePassword("123456789").isValid == false)
        #expect(fixture.service.count("passwordPolicy") == 2)
        #expect(fixture.service.calls.last?.request.target.contains("tenantId=t-1") == true)
    }

    @Test func `the rules of a tenant that was left meanwhile are not those of the next one`() async throws {
        let gate = Gate()
        fixture.service.next("passwordPolicy", .hold(gate))
        let auth = fixture.auth
        let first = Task { try? await auth.passwordPolicy() }
        await until { fixture.service.count("passwordPolicy") == 1 }
        auth.tenantID = "t-1"
        gate.open()
        _ = await first.value
        fixture.service.next("passwordPolicy", Self.answer(12))
        #expect(try await auth.validatePassword("123456789").isValid == false)
        #expect(fixture.service.count("passwordPolicy") == 2)
    }

    @Test func `a password that the service refused for its rules has them asked for again`() async throws {
        fixture.service.next("passwordPolicy", Self.answer(6), Self.answer(12))
        _ = try await fixture.auth.passwordPolicy()
        fixture.service.next("signUp", .refuse("PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements"))
        let error = await failure { () throws(AuthError) in
            try await fixture.auth.createUser(withEmail: "eve@example.com", password: "123456789")
        }
        #expect(error?.code == .passwordDoesNotMeetRequirements)
        #expect(try await fixture.auth.validatePassword("123456789").isValid == false)
    }

    @Test(arguments: [0, 2, -1] as [Int64])
    func `rules of another form are refused, and asked for again`(_ version: Int64) async throws {
        fixture.service.next("passwordPolicy", Self.answer(8, ["schemaVersion": .integer(version)]), Self.answer(8))
        let error = await failure { () throws(AuthError) in try await fixture.auth.passwordPolicy() }
        #expect(error?.code == .internalError)
        #expect(try await fixture.auth.validatePassword("12345678").isValid)
    }
}
