import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

@Suite("accounts:signInWithIdp, lenient", .inProcessAndLiveInLongRuns)
struct LenientProviderTests {
    static let names = [
        "google.com", "apple.com", "facebook.com", "github.com", "twitter.com", "microsoft.com", "yahoo.com",
        "gc.apple.com", "playgames.google.com", "oidc.any", "saml.any",
    ]

    @Test(arguments: names)
    func `makes an account of plain claims and finds it again`(_ provider: String) async throws {
        let client = TestClient(try await TestBackend())
        let claims: JSONValue = [
            "sub": "42", "name": "Ada Lovelace", "picture": "http://localhost/ada.png", "screen_name": "ada",
        ]
        let first = try await client.signIn(provider, claims: claims)
        #expect(first["kind"] == "identitytoolkit#VerifyAssertionResponse")
        #expect(first["isNewUser"] == true)
        #expect(first["providerId"]?.string == provider)
        #expect(first["federatedId"]?.text.hasSuffix("42") == true)
        #expect(first["oauthAccessToken"]?.string == "FirebaseAuthEmulatorFakeAccessToken_\(provider)")
        #expect(first.claims["firebase"]?["sign_in_provider"]?.string == provider)
        #expect(first.claims["firebase"]?["identities"]?[provider] == ["42"])
        #expect(first.claims["name"] == "Ada Lovelace")
        let account = try await client.account(first["localId"])
        #expect(account["displayName"] == "Ada Lovelace")
        #expect(account["photoUrl"] == "http://localhost/ada.png")
        #expect(account["screenName"] == "ada")
        let again = try await client.signIn(provider, claims: ["sub": "42"])
        #expect(again["localId"] == first["localId"])
        #expect(again["needConfirmation"] == nil)
    }

    @Test func `takes an unsigned token, and the one it answers`() async throws {
        let client = TestClient(try await TestBackend())
        var claims = JSONObject()
        claims["sub"] = "7"
        claims["email"] = "ada@gmail.com"
        claims["email_verified"] = true
        let token = try TokenMint.unsigned.mint(claims).reveal()
        let answer = try await client.signIn("google.com", idToken: token)
        #expect(answer["oauthIdToken"]?.string == token)
        #expect(answer["federatedId"] == "https://accounts.google.com/7")
        #expect(answer["emailVerified"] == true)
        let words = try JSON.parse(Array((answer["rawUserInfo"]?.text ?? "").utf8))
        #expect(words["verified_email"] == true)
        #expect(
            words["granted_scopes"]
                == "openid https://www.googleapis.com/auth/userinfo.profile https://www.googleapis.com/auth/userinfo.email"
        )
    }

    @Test(
        arguments: [
            ([:], 400, "MISSING_REQUEST_URI"),
            (["requestUri": "nowhere"], 400, "INVALID_REQUEST_URI"),
            (
                ["requestUri": "http://localhost?id_token=s3cret", "postBody": "id_token=s3cret"], 400,
                "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: http://localhost"
            ),
            (
                ["requestUri": "http://localhost", "postBody": "providerId=google.com&id_token=junk"], 400,
                "INVALID_IDP_RESPONSE : Unable to parse id_token: junk ((Auth Emulator only accepts strict JSON or JWTs as "
                    + "fake id_tokens.))"
            ),
            (
                ["requestUri": "http://localhost", "postBody": "providerId=google.com&id_token={}"], 400,
                "INVALID_IDP_RESPONSE : Invalid Idp Response: id_token missing required fields. ((Missing \"sub\" field. "
                    + "This field is required and must be a unique identifier.))"
            ),
            (
                ["requestUri": "http://localhost", "postBody": "providerId=google.com&id_token={\"sub\":12345}"], 400,
                "INVALID_IDP_RESPONSE : ((The \"sub\" field must be a string.))"
            ),
            (
                ["requestUri": "http://localhost", "postBody": "providerId=google.com&access_token=ya29"], 501,
                "The Auth Emulator only support sign-in with google.com using id_token, not access_token. Please update "
                    + "your code to use id_token."
            ),
            (
                ["requestUri": "http://localhost", "postBody": "providerId=github.com&access_token=gho"], 501,
                "The Auth Emulator does not support github.com sign-in with credentials."
            ),
            (
                ["requestUri": "http://localhost", "postBody": "providerId=github.com"], 501,
                "The Auth Emulator only supports sign-in with credentials (id_token required)."
            ),
            (
                [
                    "requestUri": "http://localhost",
                    "postBody": "providerId=saml.x&id_token={\"sub\":\"1\"}&SAMLResponse={}",
                ], 400, "INVALID_IDP_RESPONSE ((Missing assertion in SAMLResponse.))"
            ),
            (["requestUri": "http://localhost", "pendingToken": "none"], 400, "INVALID_PENDING_TOKEN"),
            (["returnRefreshToken": true], 501, "returnRefreshToken is not implemented yet."),
        ] as [(JSONValue, Int, String)]
    )
    func `refuses what is no answer of a provider`(
        _ body: JSONValue,
        _ status: Int,
        _ error: String
    ) async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.user("accounts:signInWithIdp", body)
        #expect(answer.status == status)
        #expect(answer.error == error)
    }

    @Test(arguments: ["?", "#"])
    func `reads the query and the fragment of the address`(_ mark: String) async throws {
        let client = TestClient(try await TestBackend())
        let query: FormParameters = ["providerId": "oidc.any", "id_token": #"{"sub":"1","name":"A & B + C % D"}"#]
        let uri = JSONValue.string("http://localhost/__/auth/handler\(mark)\(query.encoded)")
        let answer = try await client.user("accounts:signInWithIdp", ["requestUri": uri])
        #expect(answer["providerId"] == "oidc.any")
        #expect(answer["displayName"] == "A & B + C % D")
    }

    @Test func `answers under the first generation's name`() async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.send(
            .post,
            "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyAssertion?key=k",
            [
                "requestUri": "http://localhost", "returnSecureToken": true, "autoCreate": true,
                "postBody":
                    #"providerId=apple.com&id_token={"sub":"1"}&user={"name":{"firstName":"Ada","lastName":"L & M"}}"#,
            ]
        )
        #expect(answer.status == 200)
        #expect(answer["displayName"] == "Ada L & M")
        #expect(try await client.account(answer["localId"])["displayName"] == "Ada L & M")
    }

    @Test func `creates nothing where nothing may be created`() async throws {
        let client = TestClient(try await TestBackend())
        let form: FormParameters = ["id_token": #"{"sub":"1"}"#]
        let answer = try await client.signIn("google.com", form: form, ["autoCreate": false])
        #expect(answer.error == "USER_NOT_FOUND")
        _ = try await client.signIn("google.com", form: form)
        #expect(try await client.signIn("google.com", form: form, ["autoCreate": false]).status == 200)
    }

    @Test func `asks the owner of an address before it links`() async throws {
        let client = TestClient(try await TestBackend())
        let owner = try await client.signIn("facebook.com", claims: ["sub": "1", "email": "bar@example.com"])
        let answer = try await client.signIn("google.com", claims: ["sub": "2", "email": "Bar@example.com"])
        #expect(answer.status == 200)
        #expect(answer["needConfirmation"] == true)
        #expect(answer["verifiedProvider"] == ["facebook.com"])
        #expect(answer["localId"] == owner["localId"])
        #expect(answer["idToken"] == nil)
    }

    @Test func `keeps what was proved, and replaces what was not`() async throws {
        let client = TestClient(try await TestBackend())
        for (email, isProved) in [("proved@example.com", true), ("unproved@example.com", false)] {
            let account = try await client.user(
                "accounts:signUp",
                ["email": .string(email), "password": "notasecret", "displayName": "Foo"]
            )
            let id = try #require(account["localId"])
            if isProved {
                _ = try await client.admin("accounts:update", ["localId": id, "emailVerified": true])
            }
            let claims: JSONValue = ["sub": .string(email), "email": .string(email), "email_verified": true]
            let answer = try await client.signIn("google.com", claims: claims)
            #expect(answer["localId"] == id)
            let user = try await client.account(id)
            let ways = user["providerUserInfo"]?.array?.compactMap { $0["providerId"]?.string } ?? []
            #expect(Set(ways) == (isProved ? ["password", "google.com"] : ["google.com"]))
            #expect(user["displayName"] == nil)
            #expect(user["emailVerified"] == true)
        }
    }

    @Test func `links a provider to the account of a token`() async throws {
        let client = TestClient(try await TestBackend())
        let guest = try await client.user("accounts:signUp", [:])
        let claims: JSONValue = ["sub": "1", "email": "ada@gmail.com", "email_verified": true]
        let linked = try await client.signIn("google.com", claims: claims, linkingTo: guest["idToken"]?.text)
        #expect(linked["localId"] == guest["localId"])
        #expect(linked["isNewUser"] == nil)
        #expect(linked.claims["firebase"]?["identities"] == ["email": ["ada@gmail.com"], "google.com": ["1"]])
        #expect(linked.claims["email_verified"] == true)
        // The same again, by the same account and by another one.
        let again = try await client.signIn("google.com", claims: claims, linkingTo: linked["idToken"]?.text)
        #expect(again.status == 200)
        #expect(again["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED")
        #expect(again["localId"] == nil)
        #expect(again["pendingToken"] != nil)
        let other = try await client.user("accounts:signUp", [:])
        let taken: JSONValue = ["sub": "2", "email": "ada@gmail.com"]
        let refused = try await client.signIn("google.com", claims: taken, linkingTo: other["idToken"]?.text)
        #expect(refused["errorMessage"] == "EMAIL_EXISTS")
    }

    @Test func `says by status what it may not say by message`() async throws {
        let client = TestClient(try await TestBackend())
        let form: FormParameters = ["id_token": #"{"sub":"1"}"#]
        _ = try await client.signIn("google.com", form: form)
        let guest = try await client.user("accounts:signUp", [:])
        let answer = try await client.signIn(
            "google.com",
            form: form,
            linkingTo: guest["idToken"]?.text,
            ["returnIdpCredential": false]
        )
        #expect(answer.status == 400)
        #expect(answer.error == "FEDERATED_USER_ID_ALREADY_LINKED")
    }

    @Test func `has several accounts of one address where the project wants it`() async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.send(
            .patch,
            "/emulator/v1/projects/demo-test/config",
            ["signIn": ["allowDuplicateEmails": true]]
        )
        let claims: JSONValue = ["sub": "1", "email": "alice@example.com", "email_verified": true]
        let one = try await client.signIn("google.com", claims: claims)
        let two = try await client.signIn("facebook.com", claims: claims)
        #expect(one["localId"] != two["localId"])
        #expect(try await client.account(one["localId"])["email"] == nil)
        #expect(
            try await client.account(one["localId"])["providerUserInfo"]?.array?.first?["email"] == "alice@example.com"
        )
    }

    @Test func `tells tokens what the directory said, through every refresh`() async throws {
        let client = TestClient(try await TestBackend())
        let openID = try await client.signIn("oidc.staff", claims: ["sub": "1", "iss": "x", "team": "blue"])
        #expect(openID.claims["firebase"]?["sign_in_attributes"] == ["team": "blue"])
        var form: FormParameters = ["id_token": #"{"sub":"2"}"#]
        form.append(
            "SAMLResponse",
            #"{"assertion":{"subject":{"nameId":"Eva@example.com"},"attributeStatements":{"role":["admin"]}}}"#
        )
        let saml = try await client.signIn("saml.staff", form: form)
        #expect(saml["email"] == "Eva@example.com")
        #expect(saml["emailVerified"] == true)
        let refreshed = try await client.refresh(saml["refreshToken"]?.text ?? "")
        let token = try UnverifiedToken(refreshed["id_token"]?.text ?? "")
        #expect(token.unverifiedClaims["firebase"]?["sign_in_attributes"] == ["role": ["admin"]])
    }
}
