import HearthCore
import HearthHTTP
import HearthJSON
import HearthTestSupport
import HearthWire
import Testing

@testable import HearthAuth

private typealias FinishEnrollment = FinishSecondFactorEnrollment.Request
private typealias FinishSignIn = FinishSecondFactorSignIn.Request

@Suite("What a credential says to the service")
struct CredentialFormTests {
    let fixture = Fixture()

    /// The call that a sign-in with a credential makes; the service of these tests knows no providers.
    private func call(_ credential: AuthCredential) async throws -> FakeService.Call {
        _ = await failure { () throws(AuthError) in try await fixture.auth.signIn(with: credential) }
        return try #require(fixture.service.calls.last)
    }

    /// The forms of https://firebase.google.com/docs/reference/rest/auth#section-sign-in-with-oauth-credential.
    @Test(
        arguments: [
            (
                GoogleAuthProvider.credential(withIDToken: "i", accessToken: "a"), "google.com",
                ["id_token": "i", "access_token": "a"]
            ),
            (FacebookAuthProvider.credential(withAccessToken: "a"), "facebook.com", ["access_token": "a"]),
            (GitHubAuthProvider.credential(withToken: "a"), "github.com", ["access_token": "a"]),
            (
                TwitterAuthProvider.credential(withToken: "a", secret: "s"), "twitter.com",
                ["access_token": "a", "oauth_token_secret": "s"]
            ),
            (
                OAuthProvider.credential(providerID: "oidc.staff", idToken: "i&j=k", rawNonce: "n"), "oidc.staff",
                ["id_token": "i&j=k", "nonce": "n"]
            ),
            (OAuthProvider.appleCredential(withIDToken: "i", rawNonce: nil), "apple.com", ["id_token": "i"]),
            (
                OAuthProvider.appleCredential(
                    withIDToken: "i",
                    rawNonce: "n",
                    fullName: PersonName(givenName: "Ève", familyName: "\"")
                ),
                "apple.com", ["id_token": "i", "nonce": "n", "user": #"{"name":{"firstName":"Ève","lastName":"\""}}"#]
            ),
            (
                OAuthProvider.appleCredential(withIDToken: "i", rawNonce: nil, fullName: PersonName()), "apple.com",
                ["id_token": "i"]
            ),
        ] as [(AuthCredential, String, [String: String])]
    )
    func `a provider's tokens are a form`(_ credential: AuthCredential, _ provider: String, _ form: [String: String])
        async throws
    {
        let call = try await call(credential)
        #expect(call.operation == "signInWithIdp" && credential.providerID == provider)
        let body = try #require(call.body["postBody"]?.string)
        let sent = FormParameters(decoding: body[...]).all
        #expect(Dictionary(sent.map { ($0.name, $0.value) }) { $1 } == form.merging(["providerId": provider]) { $1 })
        #expect(sent.count == form.count + 1)
        #expect(call.body["requestUri"] == "http://localhost" && call.body["autoCreate"] == true)
        #expect(call.body["returnSecureToken"] == true && call.body["returnIdpCredential"] == true)
        #expect(call.body["idToken"] == nil && call.body["pendingToken"] == nil && call.body["sessionId"] == nil)
    }

    @Test func `a page's answer is its address and the session that asked`() async throws {
        let address = "http://127.0.0.1/callback?code=c"
        let call = try await call(OAuthProvider.credential(providerID: "saml.x", responseURL: address, sessionID: "s"))
        #expect(call.body["requestUri"] == .string(address) && call.body["sessionId"] == "s")
        #expect(call.body["postBody"] == "providerId=saml.x")
    }

    @Test func `proving again makes no account, and linking names the account`() async throws {
        let user = try await fixture.signIn()
        let credential = GoogleAuthProvider.credential(withIDToken: "i", accessToken: "a")
        _ = await failure { () throws(AuthError) in try await user.reauthenticate(with: credential) }
        #expect(fixture.service.calls.last?.body["autoCreate"] == false)
        _ = await failure { () throws(AuthError) in try await user.link(with: credential) }
        let links = fixture.service.calls.filter { $0.operation == "signInWithIdp" && $0.body["idToken"] != nil }
        #expect(links.count == 1 && links.first?.body["autoCreate"] == nil)
    }

    @Test(arguments: [
        GoogleAuthProvider.credential(withIDToken: "i", accessToken: "a"),
        TwitterAuthProvider.credential(withToken: "a", secret: "s"),
        OAuthProvider.appleCredential(withIDToken: "i", rawNonce: "n", fullName: PersonName(givenName: "E")),
        OAuthProvider.credential(providerID: "oidc.x", responseURL: "https://x/?code=\u{1}é", sessionID: "s"),
    ])
    func `a credential that waited for the next run says the same`(_ credential: AuthCredential) async throws {
        let stored = try #require(credential.storedForm)
        let restored = try #require(AuthCredential(storedForm: stored))
        let first = try await call(credential)
        let second = try await call(restored)
        #expect(first.body == second.body && restored.providerID == credential.providerID)
        #expect(restored.storedForm?.reveal() == stored.reveal())
    }

    @Test func `a password, a mailed link and a texted code are never kept`() {
        #expect(EmailAuthProvider.credential(withEmail: "eve@example.com", password: "x").storedForm == nil)
        #expect(
            EmailAuthProvider.credential(withEmail: "eve@example.com", link: "https://x/?oobCode=c&mode=signIn")
                .storedForm == nil
        )
        #expect(PhoneAuthProvider.credential(withVerificationID: "v", verificationCode: "1").storedForm == nil)
    }

    @Test(arguments: [
        "", "{}", "null", "[]", #"{"provider":{}}"#, #"{"password":{"email":"e"}}"#, #"{"phone":{"proof":"p"}}"#,
    ])
    func `what was not kept is no credential`(_ text: String) {
        #expect(AuthCredential(storedForm: Secret(text)) == nil)
    }

    @Test func `the proof of a number waits for the next run, and is shown with its number`() async throws {
        let answer: JSONValue = [
            "temporaryProof": "p", "phoneNumber": "+15555550100", "temporaryProofExpiresIn": "3600",
        ]
        fixture.service.next("signInWithPhoneNumber", .answer(status: 200, body: JSON.serialize(answer)))
        let user = try await fixture.signIn()
        let code = PhoneAuthProvider.credential(withVerificationID: "v", verificationCode: "123456")
        let error = await failure { () throws(AuthError) in try await user.link(with: code) }
        #expect(error?.code == .credentialAlreadyInUse)
        let kept = try #require(error?.collision?.credential?.storedForm)
        let proof = try #require(AuthCredential(storedForm: kept))
        let call = try await call(proof)
        #expect(call.body["temporaryProof"] == "p" && call.body["phoneNumber"] == "+15555550100")
        #expect(call.body["code"] == nil && call.body["sessionInfo"] == nil)
    }

    @Test(
        arguments: [
            (
                PhoneAuthProvider.credential(withVerificationID: "", verificationCode: "1"),
                AuthError.Code.missingVerificationID
            ),
            (PhoneAuthProvider.credential(withVerificationID: "v", verificationCode: ""), .missingVerificationCode),
            (EmailAuthProvider.credential(withEmail: "", password: "x"), .missingEmail),
            (EmailAuthProvider.credential(withEmail: "e@x.co", password: ""), .missingPassword),
            (EmailAuthProvider.credential(withEmail: "", link: "https://x/?oobCode=c&mode=signIn"), .missingEmail),
            (
                EmailAuthProvider.credential(withEmail: "e@x.co", link: "https://x/?oobCode=c&mode=resetPassword"),
                .invalidActionCode
            ),
            (EmailAuthProvider.credential(withEmail: "e@x.co", link: "no link"), .invalidActionCode),
            (
                EmailAuthProvider.credential(withEmail: "e@x.co", link: "https://x/?oobCode=c&mode=signIn&tenantId=t"),
                .tenantIDMismatch
            ),
        ] as [(AuthCredential, AuthError.Code)]
    )
    func `what is missing or foreign is not sent`(_ credential: AuthCredential, _ code: AuthError.Code) async {
        let error = await failure { () throws(AuthError) in try await fixture.auth.signIn(with: credential) }
        #expect(error?.code == code && fixture.service.calls.isEmpty)
    }

    @Test func `a number is changed by a texted code alone`() async throws {
        let user = try await fixture.signIn()
        let calls = fixture.service.calls.count
        let google = GoogleAuthProvider.credential(withIDToken: "i", accessToken: "a")
        let error = await failure { () throws(AuthError) in try await user.updatePhoneNumber(google) }
        #expect(error?.code == .invalidCredential && fixture.service.calls.count == calls)
        let code = PhoneAuthProvider.credential(withVerificationID: "v", verificationCode: "1")
        _ = await failure { () throws(AuthError) in try await user.updatePhoneNumber(code) }
        let call = try #require(fixture.service.calls.last)
        #expect(call.operation == "signInWithPhoneNumber" && call.body["operation"] == "UPDATE")
        #expect(call.body["idToken"]?.string?.isEmpty == false)
    }

    @Test func `printing a credential shows its provider alone`() {
        let secrets = ["hidden-1", "hidden-2"]
        let credentials = [
            GoogleAuthProvider.credential(withIDToken: secrets[0], accessToken: secrets[1]),
            EmailAuthProvider.credential(withEmail: "hidden-1@example.com", password: secrets[1]),
            PhoneAuthProvider.credential(withVerificationID: secrets[0], verificationCode: secrets[1]),
        ]
        for credential in credentials {
            var dumped = ""
            dump(credential, to: &dumped)
            for text in ["\(credential)", String(reflecting: credential), dumped] {
                #expect(!text.contains("hidden") && text.contains(credential.providerID))
            }
        }
    }
}

@Suite("What an assertion is for")
struct AssertionTests {
    private func code(_ work: () throws(AuthError) -> Void) -> AuthError.Code? {
        do throws(AuthError) {
            try work()
            return nil
        } catch {
            return error.code
        }
    }

    private let texted = PhoneMultiFactorGenerator.assertion(
        with: PhoneAuthProvider.credential(withVerificationID: "v", verificationCode: "1")
    )
    private let shown = TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: "f", oneTimePassword: "1")

    @Test func `a code of an enrolled app enrolls none`() {
        #expect(
            code { () throws(AuthError) in
                var request = FinishEnrollment()
                try shown.fill(&request)
            } == .invalidCredential
        )
        #expect(
            code { () throws(AuthError) in
                var request = FinishEnrollment()
                try texted.fill(&request)
            } == nil
        )
    }

    @Test func `a credential that is no texted code is no assertion`() {
        let google = GoogleAuthProvider.credential(withIDToken: "i", accessToken: "a")
        let none = PhoneMultiFactorGenerator.assertion(with: google)
        #expect(
            code { () throws(AuthError) in
                var request = FinishEnrollment()
                try none.fill(&request)
            } == .invalidCredential
        )
        #expect(
            code { () throws(AuthError) in
                var request = FinishSignIn()
                try none.fill(&request)
            } == .invalidCredential
        )
        #expect("\(texted)" == "MultiFactorAssertion(phone)" && "\(shown)" == "MultiFactorAssertion(totp)")
    }

    @Test func `an empty code is told before it is sent`() throws {
        let empty = TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: "f", oneTimePassword: "")
        #expect(
            code { () throws(AuthError) in
                var request = FinishSignIn()
                try empty.fill(&request)
            } == .missingVerificationCode
        )
        var request = FinishSignIn()
        try shown.fill(&request)
        #expect(request.mfaEnrollmentId == "f" && request.totpVerificationInfo?.verificationCode?.reveal() == "1")
    }
}
