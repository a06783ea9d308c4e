import HearthAuth
import HearthBackend
import HearthCore
import HearthJSON
import HearthTesting
import Testing

@Suite("passkeys", .inProcessAndLive, .timeLimit(.minutes(5)))
struct PasskeyTests {
    private static let unknownChallenge = "INVALID_SESSION_INFO : The challenge is unknown, or was answered already."
    private let authenticator = SoftwareAuthenticator()

    private static func refusal(_ name: String) -> String { "INVALID_AUTHENTICATOR_RESPONSE : \(name)" }

    /// A strict backend with a user who has a passkey.
    private func enrolled() async throws -> (TestBackend, TestClient, TestUser) {
        let (backend, client) = try await TestClient.withPasskeys()
        let user = try await client.signUp("ada@example.com")
        return (backend, client, try TestUser(try await client.enrollPasskey(user, authenticator)))
    }

    // MARK: Lies

    static let lies: [(SoftwareAuthenticator.Misbehaviour, enrollment: String?, signIn: String)] = [
        (.wrongOrigin, refusal("wrongOrigin"), refusal("wrongOrigin")),
        (.wrongRelyingParty, refusal("wrongRelyingParty"), refusal("wrongRelyingParty")),
        (.wrongChallenge, unknownChallenge, unknownChallenge), (.replay, unknownChallenge, unknownChallenge),
        (.staleCounter, nil, refusal("staleCounter")),
        (.foreignKey, refusal("invalidAttestation"), refusal("invalidSignature")),
        (.wrongUserHandle, nil, refusal("wrongUserHandle")),
        (.absentUser, refusal("userNotPresent"), refusal("userNotPresent")),
    ]

    @Test func `every lie is in the table`() {
        #expect(Set(Self.lies.map(\.0)) == Set(SoftwareAuthenticator.Misbehaviour.allCases))
    }

    @Test(arguments: lies)
    func `a lie is noticed, and the truth is believed afterwards`(
        _ lie: SoftwareAuthenticator.Misbehaviour,
        _ enrollment: String?,
        _ signIn: String
    ) async throws {
        let (_, client) = try await TestClient.withPasskeys()
        let user = try await client.signUp("ada@example.com")
        authenticator.behaviour.attestation = .packed
        #expect(try await client.enrollPasskey(user, authenticator).status == 200)
        #expect(try await client.signInWithPasskey(authenticator).status == 200)
        authenticator.behaviour.misbehaviour = lie
        #expect(try await client.signInWithPasskey(authenticator).error == signIn)
        let second = SoftwareAuthenticator(authenticator.behaviour)
        // A replay needs something to replay.
        if lie == .replay { #expect(try await client.enrollPasskey(user, second).status == 200) }
        #expect(try await client.enrollPasskey(user, second).error == enrollment)
        authenticator.behaviour.misbehaviour = nil
        #expect(try await client.signInWithPasskey(authenticator).status == 200)
    }

    @Test func `client data of one ceremony are none of the other`() async throws {
        let (_, client, user) = try await enrolled()
        var assertion = try await authenticator.authenticate(try await client.requestOptions())
        assertion.clientDataJSON = Self.replacing("webauthn.get", "webauthn.create", in: assertion.clientDataJSON)
        #expect(try await client.finish(assertion).error == Self.refusal("wrongType"))
        var registration = try await SoftwareAuthenticator().register(try await client.creationOptions(user))
        registration.clientDataJSON = Self.replacing("webauthn.create", "webauthn.get", in: registration.clientDataJSON)
        #expect(try await client.finish(registration, user).error == Self.refusal("wrongType"))
    }

    private static func replacing(_ old: String, _ new: String, in bytes: [UInt8]) -> [UInt8] {
        Array(String(decoding: bytes, as: UTF8.self).replacing(old, with: new).utf8)
    }

    @Test func `an answer is about the passkey that it names`() async throws {
        let (_, client, user) = try await enrolled()
        var registration = try await SoftwareAuthenticator().register(try await client.creationOptions(user))
        registration.credentialID[0] ^= 1
        #expect(try await client.finish(registration, user).error == Self.refusal("wrongCredential"))
    }

    @Test func `the passkey of another user opens their account, and no other`() async throws {
        let (_, client, ada) = try await enrolled()
        let eve = try await client.signUp("eve@example.com")
        let eves = SoftwareAuthenticator()
        _ = try await client.enrollPasskey(eve, eves)
        // Eve's key under the name of Ada's passkey.
        var assertion = try await eves.authenticate(try await client.requestOptions())
        assertion.credentialID = try #require(authenticator.credentialIDs.first)
        #expect(try await client.finish(assertion).error == Self.refusal("wrongUserHandle"))
        assertion = try await eves.authenticate(try await client.requestOptions())
        assertion.credentialID = try #require(authenticator.credentialIDs.first)
        assertion.userHandle = Array(ada.uid.utf8)
        #expect(try await client.finish(assertion).error == Self.refusal("invalidSignature"))
        assertion = try await eves.authenticate(try await client.requestOptions())
        assertion.userHandle = nil
        #expect(try await client.finish(assertion).error == Self.refusal("wrongUserHandle"))
    }

    @Test(arguments: RelyingParty.UserVerification.allCases)
    func `the user is seen where that is required`(_ verification: RelyingParty.UserVerification) async throws {
        let (_, client) = try await TestClient.withPasskeys(verification)
        let user = try await client.signUp("ada@example.com")
        authenticator.behaviour.verifiesUser = false
        let enrollment = try await client.enrollPasskey(user, authenticator)
        #expect(enrollment.error == (verification == .required ? Self.refusal("userNotVerified") : nil))
        guard verification == .required else {
            #expect(try await client.signInWithPasskey(authenticator).status == 200)
            return
        }
        let second = SoftwareAuthenticator()
        _ = try await client.enrollPasskey(user, second)
        second.behaviour.verifiesUser = false
        #expect(try await client.signInWithPasskey(second).error == Self.refusal("userNotVerified"))
    }

    @Test func `an authenticator that never counts is believed, one that stops counting is not`() async throws {
        let (_, client) = try await TestClient.withPasskeys()
        let user = try await client.signUp("ada@example.com")
        authenticator.behaviour.countsSignatures = false
        _ = try await client.enrollPasskey(user, authenticator)
        for _ in 0..<2 { #expect(try await client.signInWithPasskey(authenticator).status == 200) }
        authenticator.behaviour.countsSignatures = true
        #expect(try await client.signInWithPasskey(authenticator).status == 200)
        authenticator.behaviour.countsSignatures = false
        #expect(try await client.signInWithPasskey(authenticator).error == Self.refusal("staleCounter"))
    }

    // MARK: Challenges

    @Test(arguments: Carrier.allCases)
    func `fifty answers to one challenge, one sign-in`(_ carrier: Carrier) async throws {
        try await carrier.serve { backend, client in
            let user = try await client.signUp("ada@example.com")
            _ = try await client.enrollPasskey(user, authenticator)
            let assertion = try await authenticator.authenticate(try await client.requestOptions())
            let answers = try await atOnce(50) { try await client.finish(assertion) }
            #expect(answers.count { $0.status == 200 } == 1)
            #expect(answers.count { $0.error == Self.unknownChallenge } == 49)
        }
    }

    @Test func `fifty enrollments with one challenge, one passkey`() async throws {
        let (_, client) = try await TestClient.withPasskeys()
        let user = try await client.signUp("ada@example.com")
        let options = try await client.creationOptions(user)
        let answers = try await atOnce(50) {
            try await client.finish(try await SoftwareAuthenticator().register(options), user)
        }
        #expect(answers.count { $0.status == 200 } == 1)
        #expect(answers.count { $0.error == Self.unknownChallenge } == 49)
        #expect(try await client.account(user.uid)["passkeyInfo"]?.array?.count == 1)
    }

    @Test func `a challenge is used up by a wrong answer too`() async throws {
        let (_, client, _) = try await enrolled()
        let options = try await client.requestOptions()
        authenticator.behaviour.misbehaviour = .foreignKey
        let wrong = try await client.finish(try await authenticator.authenticate(options))
        #expect(wrong.error == Self.refusal("invalidSignature"))
        authenticator.behaviour.misbehaviour = nil
        let right = try await client.finish(try await authenticator.authenticate(options))
        #expect(right.error == Self.unknownChallenge)
    }

    @Test func `a challenge is good for five minutes`() async throws {
        let (backend, client, _) = try await enrolled()
        let (early, late) = (try await client.requestOptions(), try await client.requestOptions())
        backend.clock.advance(by: .seconds(299))
        #expect(try await client.finish(try await authenticator.authenticate(early)).status == 200)
        backend.clock.advance(by: .seconds(1))
        #expect(try await client.finish(try await authenticator.authenticate(late)).error == "SESSION_EXPIRED")
    }

    @Test func `a challenge is for one purpose and one user`() async throws {
        let (_, client, ada) = try await enrolled()
        let eve = try await client.signUp("eve@example.com")
        // Made to enroll, used to sign in.
        var request = try await client.requestOptions()
        request.challenge = try await client.creationOptions(ada).challenge
        #expect(try await client.finish(try await authenticator.authenticate(request)).error == Self.unknownChallenge)
        // Made to sign in, used to enroll.
        var creation = try await client.creationOptions(ada)
        creation.challenge = try await client.requestOptions().challenge
        let taken = try await SoftwareAuthenticator().register(creation)
        #expect(try await client.finish(taken, ada).error == Self.unknownChallenge)
        // Made for Ada, used by Eve: Eve would enroll a passkey that names Ada.
        let foreign = try await SoftwareAuthenticator().register(try await client.creationOptions(ada))
        #expect(try await client.finish(foreign, eve).error == Self.unknownChallenge)
    }

    @Test func `a challenge is for one session, if there is one`() async throws {
        let (_, client, _) = try await enrolled()
        for (asked, answered) in [("a", "b"), ("a", nil), (nil, "a")] as [(String?, String?)] {
            let options = try await client.requestOptions(session: asked)
            let assertion = try await authenticator.authenticate(options)
            #expect(try await client.finish(assertion, session: answered).error == Self.unknownChallenge)
            #expect(try await client.finish(assertion, session: asked).status == 200)
        }
    }

    // MARK: Accounts

    @Test func `a passkey and its challenge are of one project`() async throws {
        let (_, client, ada) = try await enrolled()
        var other = client
        other.key = "demo-other"
        let assertion = try await authenticator.authenticate(try await other.requestOptions())
        #expect(try await client.finish(assertion).error == Self.unknownChallenge)
        #expect(try await other.finish(assertion).error == "PASSKEY_CREDENTIAL_NOT_FOUND")

        // The same identifier may stand for someone else there.
        let fixed = RandomSource { [UInt8](repeating: 7, count: $0) }
        let (here, there) = (SoftwareAuthenticator(random: fixed), SoftwareAuthenticator(random: fixed))
        let eve = try await other.signUp("eve@example.com")
        #expect(try await client.enrollPasskey(ada, here).status == 200)
        #expect(try await other.enrollPasskey(eve, there).status == 200)
        #expect(try await client.signInWithPasskey(here)["localId"] == .string(ada.uid))
        #expect(try await other.signInWithPasskey(there)["localId"] == .string(eve.uid))
        #expect(try await client.signInWithPasskey(there).error == Self.refusal("wrongUserHandle"))
    }

    @Test func `a passkey and its challenge are of one tenant`() async throws {
        let (_, client, _) = try await enrolled()
        let other = try await client.makeTenant()
        let start = try await client.user2("accounts/passkeySignIn:start", ["tenantId": .string(other)])
        let options = PasskeyRequestOptions(
            relyingPartyID: "shop.example",
            challenge: Base64.decode((start["credentialRequestOptions"]?["challenge"]?.text ?? "").utf8) ?? []
        )
        let assertion = try await authenticator.authenticate(options)
        #expect(try await client.finish(assertion).error == Self.unknownChallenge)
        #expect(try await client.finish(assertion, tenant: other).error == "PASSKEY_CREDENTIAL_NOT_FOUND")
    }

    @Test func `a disabled user does not sign in, and learns it only with the passkey`() async throws {
        let (_, client, user) = try await enrolled()
        _ = try await client.admin("accounts:update", ["localId": .string(user.uid), "disableUser": true])
        #expect(try await client.signInWithPasskey(authenticator).error == "USER_DISABLED")
        authenticator.behaviour.misbehaviour = .foreignKey
        #expect(try await client.signInWithPasskey(authenticator).error == Self.refusal("invalidSignature"))
    }

    @Test func `a passkey is two factors if it saw the user, and one if not`() async throws {
        let (_, client) = try await TestClient.withPasskeys(.preferred)
        let user = try await client.enrollPhone("+15555550100", try await client.signUpVerified("ada@example.com"))
        _ = try await client.enrollPasskey(user, authenticator)
        #expect(try await client.signInWithPasskey(authenticator)["idToken"] != nil)
        authenticator.behaviour.verifiesUser = false
        let answer = try await client.signInWithPasskey(authenticator)
        #expect(answer["idToken"] == nil)
        #expect(answer["mfaPendingCredential"] != nil)
        #expect(answer["mfaInfo"]?.array?.first?["phoneInfo"] == "+*******0100")
    }
}
