import HearthAuth
import HearthCore
import HearthHTTP
import HearthTestSupport
import Testing

@Suite("AuthError")
struct AuthErrorTests {
    @Test func `the message does not tell who has an account`() {
        let messages = [AuthError.Code.invalidCredential, .wrongPassword, .userNotFound].map {
            AuthError($0).userMessage
        }
        #expect(Set(messages).count == 1)
    }

    @Test func `a code matches in a catch clause`() {
        var matched = false
        do {
            throw AuthError(.weakPassword)
        } catch AuthError.Code.emailAlreadyInUse {
            Issue.record("another code matched")
        } catch AuthError.Code.weakPassword {
            matched = true
        } catch {}
        #expect(matched)
    }

    @Test func `a code prints its name and its number`() {
        #expect("\(AuthError.Code.emailAlreadyInUse)" == "emailAlreadyInUse (17007)")
        #expect("\(AuthError.Code(rawValue: 17_888))" == "17888")
    }

    @Test func `an error keeps what another layer threw, and says what to do`() async {
        let fixture = Fixture()
        fixture.service.next("signUp", .transport(.timedOut))
        let offline = await failure { () throws(AuthError) in try await fixture.auth.signInAnonymously() }
        #expect((offline?.underlying as? TransportError)?.kind == .timedOut)
        #expect(offline?.recoveryHint == "Try the same again when the service can be reached.")
        fixture.storage.state.withLock { $0.writeProblem = .full }
        let full = await failure { () throws(AuthError) in try await fixture.auth.signOut() }
        #expect(full?.underlying as? StorageUnavailability == .full)
        #expect(full?.recoveryHint == "There is no room left in the storage. Free some, then try again.")
    }

    @Test func `each recovery has a hint of its own`() {
        let codes = (17_000...17_999).map(AuthError.Code.init) + (18_101...18_140).map(AuthError.Code.init)
        let hints = Dictionary(grouping: codes.map { AuthError($0) }, by: \.recovery).mapValues {
            Set($0.map(\.recoveryHint))
        }
        #expect(hints.values.allSatisfy { $0.count == 1 })
        #expect(Set(hints.values).count == hints.count && hints.count == 13)
    }

    @Test func `a code of the future has its number for a name`() {
        let error = AuthError(AuthError.Code(rawValue: 17_888))
        #expect(error.code.name == "17888")
        #expect(error.recovery == .unknown && !error.isTransient && !error.userMessage.isEmpty)
    }

    @Test func `printing shows no secret, no address and none of the service's free text`() async {
        let secrets = ["eve@example.com", "correct-horse", "pending-credential", "pending-token"]
        var error = AuthError(.secondFactorRequired)
        error.serverCode = "The address eve@example.com is odd"
        error.serverDetail = "eve@example.com and correct-horse"
        let fixture = Fixture()
        let body = #"""
            {"mfaPendingCredential":"pending-credential","mfaInfo":[{"mfaEnrollmentId":"x","displayName":"eve@example.com"}]}
            """#
        fixture.service.next("signUp", .answer(status: 200, body: Array(body.utf8)))
        let challenge = await failure { () throws(AuthError) in try await fixture.auth.signInAnonymously() }
        error.secondFactor = challenge?.secondFactor
        let collision = #"{"needConfirmation":true,"email":"eve@example.com","pendingToken":"pending-token"}"#
        fixture.service.next("signUp", .answer(status: 200, body: Array(collision.utf8)))
        error.collision = await failure { () throws(AuthError) in try await fixture.auth.signInAnonymously() }?
            .collision
        #expect(error.secondFactor != nil && error.collision != nil)
        var text = "\(error) \(String(reflecting: error)) \(error.secondFactor as Any) \(error.collision as Any)"
        dump(error, to: &text)
        dump(error.secondFactor, to: &text)
        dump(error.collision, to: &text)
        for secret in secrets { #expect(!text.contains(secret)) }
        #expect(text.contains("secondFactorRequired (17078)"))
    }

    @Test func `printing a user or a token result shows neither address nor token`() async throws {
        let fixture = Fixture()
        let user = try await fixture.signIn()
        let result = try await fixture.auth.idTokenResult()
        let token = result.token.reveal()
        var text = "\(user) \(String(reflecting: user)) \(fixture.auth.state) \(result) \(user.providerData)"
        dump(user, to: &text)
        dump(result, to: &text)
        dump(fixture.auth.state, to: &text)
        dump(fixture.auth, to: &text)
        dump(try await fixture.auth.signIn(withEmail: "eve@example.com", password: "correct horse"), to: &text)
        dump(user.createProfileChangeRequest(), to: &text)
        #expect(!text.contains("eve@") && !text.contains(token) && !text.contains("refresh-"))
        #expect(text.contains(user.uid))
    }
}
