import HearthAuth
import HearthCore
import HearthFunctionsHost
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import HearthTriggers
import Testing

/// Questions of the identity service before it sends mails and text messages.
@Suite("Blocking functions for messages")
struct MessageBlockingTests {
    private func config(_ backend: TestBackend) async throws -> JSONValue? {
        let response = try await backend.transport.send(
            HTTPRequest(
                .get,
                target: "/identitytoolkit.googleapis.com/v2/projects/\(backend.project)/config",
                fields: ["Authorization": "Bearer owner"]
            )
        )
        return try JSON.parse(response.bytes)["blockingFunctions"]?["triggers"]
    }

    @Test func `a mail that the function refuses is not sent, and the client learns why`() async throws {
        let backend = try await TestBackend()
        let auth = Auth(backend)
        try await auth.createUser(withEmail: "ada@example.com", password: "correct horse")
        try await auth.createUser(withEmail: "eve@example.com", password: "correct horse")
        let seen = Locked<[AuthMessageEvent]>([])
        try await backend.functions.beforeEmailSent(in: backend) { event in
            seen.withLock { $0.append(event) }
            guard event.receiver != "eve@example.com" else { throw HTTPSError(.resourceExhausted, "Too many mails") }
            return nil
        }
        let error = await #expect(throws: AuthError.self) {
            try await auth.sendPasswordReset(withEmail: "eve@example.com")
        }
        #expect(error?.code == .blockingCloudFunctionError && error?.serverDetail?.contains("Too many mails") == true)
        #expect(backend.inbox.all.isEmpty)
        try await auth.sendPasswordReset(withEmail: "ada@example.com")
        #expect(backend.inbox.all.map(\.to) == ["ada@example.com"])
        let events = seen.withLock { $0 }
        #expect(events.map(\.receiver) == ["eve@example.com", "ada@example.com"])
        #expect(events.allSatisfy { $0.moment == .beforeSendEmail && $0.kind == "PASSWORD_RESET" })
        #expect(Set(events.map(\.id)).count == 2)
    }

    @Test func `a text message that the function blocks is not sent`() async throws {
        let backend = try await TestBackend()
        let auth = Auth(backend)
        try await backend.functions.beforeSMSSent(in: backend) { event in
            #expect(event.kind == "SIGN_IN_OR_SIGN_UP")
            return event.receiver == "+15550001111" ? .block : .allow
        }
        let phone = PhoneAuthProvider(auth)
        await #expect(throws: AuthError.self) { try await phone.verifyPhoneNumber("+15550001111") }
        #expect(backend.inbox.allTexts.isEmpty)
        _ = try await phone.verifyPhoneNumber("+15550002222")
        #expect(backend.inbox.allTexts.map(\.to) == ["+15550002222"])
    }

    @Test func `each of the four moments has its function in the project's configuration`() async throws {
        let backend = try await TestBackend()
        let functions = try backend.functions
        try await functions.beforeUserCreated(in: backend) { _ in nil }
        try await functions.beforeUserSignedIn(in: backend) { _ in nil }
        try await functions.beforeEmailSent(in: backend) { _ in nil }
        try await functions.beforeSMSSent(in: backend) { _ in nil }
        let moments = ["beforeCreate", "beforeSendEmail", "beforeSendSms", "beforeSignIn"]
        #expect(try await config(backend)?.object?.names.sorted() == moments)
        #expect(functions.host.manifest.blocking.keys.sorted() == moments)
    }

    @Test func `a function for mail answers no other question, and none without a receiver`() async throws {
        let backend = try await TestBackend()
        let host = try backend.functions.host
        try host.beforeEmailSent(trust: .emulator(project: backend.project)) { _ in .block }
        let now = backend.clock.now.seconds
        let good: JSONObject = [
            "iss": "https://securetoken.google.com/demo-test", "iat": .integer(now), "exp": .integer(now + 600),
            "event_id": "e1", "event_type": "beforeSendEmail", "email": "a@example.com", "email_type": "EMAIL_SIGN_IN",
        ]
        func ask(_ changes: JSONObject) async throws -> (Int, JSONValue) {
            var claims = good
            for member in changes.members { claims[member.name] = member.value }
            let token = try TokenMint.unsigned.mint(claims).reveal()
            let response = await host.handle(
                HTTPRequest(
                    .post,
                    target: "/demo-test/us-central1/beforeSendEmail",
                    fields: ["Content-Type": "application/json"],
                    body: JSON.serialize(["data": ["jwt": .string(token)]])
                )
            )
            return (response.status, try JSON.parse(response.bytes))
        }
        #expect(try await ask([:]) == (200, ["recaptchaActionOverride": "BLOCK"]))
        for changes: JSONObject in [
            ["event_type": "beforeSendSms"], ["event_type": "beforeCreate"], ["email": ""], ["event_id": .null],
        ] {
            #expect(try await ask(changes).0 == 400)
        }
    }
}
