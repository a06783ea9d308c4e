import HearthBackend
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("Signing in with SAML, strictly", .inProcessAndLiveInLongRuns)
struct SAMLSignInTests {
    private struct Bench {
        let backend: TestBackend
        let client: TestClient
        let signer: SAMLSigner

        init() async throws {
            (backend, client) = try await TestClient.strict()
            signer = try SAMLSigner()
            let path = "inboundSamlConfigs?inboundSamlConfigId=saml.staff"
            let made = try await client.configs(.post, path, signer.configuration)
            try #require(made.status == 200, "\(made.text)")
        }

        /// Sends the browser to the provider: the session, and the identifier of the request.
        func begin() async throws -> (session: String, request: String, url: String) {
            let start = try await client.user(
                "accounts:createAuthUri",
                ["providerId": "saml.staff", "continueUri": "http://localhost/after"]
            )
            let url = try #require(start["authUri"]?.string, "\(start.text)")
            let packed = HTTPRequest(.get, target: url).query["SAMLRequest"] ?? ""
            let bytes = try #require(Base64.decode(packed.utf8, .standard))
            // The request is stored, not compressed: it begins after the head of its one block.
            let text = String(decoding: bytes.dropFirst(5), as: UTF8.self)
            let id = try #require(text.firstRange(of: "ID=\""))
            return (start["sessionId"]?.text ?? "", String(text[id.upperBound...].prefix { $0 != "\"" }), url)
        }

        func finish(_ response: String, _ session: String?) async throws -> TestClient.Answer {
            let form: FormParameters = ["SAMLResponse": response, "providerId": "saml.staff"]
            var body = JSONObject()
            body["requestUri"] = .string(SAMLSigner.callback)
            body["postBody"] = .string(form.encoded)
            body["returnSecureToken"] = true
            body["sessionId"] = session.map { .string($0) }
            return try await client.user("accounts:signInWithIdp", .object(body))
        }
    }

    @Test func `begins at the provider's page with a request`() async throws {
        let bench = try await Bench()
        let (_, request, url) = try await bench.begin()
        #expect(url.hasPrefix("https://idp.example.com/login?x=1&SAMLRequest="))
        #expect(HTTPRequest(.get, target: url).query["RelayState"]?.hasPrefix("saml.staff~") == true)
        #expect(request.hasPrefix("_") && request.count == 41)
    }

    @Test func `ends with a session that carries what the provider says`() async throws {
        let bench = try await Bench()
        let (session, request, _) = try await bench.begin()
        let now = bench.backend.clock.now
        let response = try bench.signer.response("Ada@Example.com", answering: request, at: now)
        let answer = try await bench.finish(response, session)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer["federatedId"] == "Ada@Example.com" && answer["isNewUser"] == true)
        let firebase = try #require(answer.claims["firebase"])
        #expect(firebase["sign_in_provider"] == "saml.staff")
        #expect(firebase["sign_in_attributes"] == ["groups": ["staff", "crew"]])
        #expect(firebase["identities"]?["saml.staff"] == ["Ada@Example.com"])
        #expect(answer.claims["email_verified"] == false)
        let refreshed = try await bench.client.refresh(answer["refreshToken"]?.text ?? "")
        #expect(try claims(of: refreshed["id_token"]?.text ?? "")["firebase"]?["sign_in_attributes"] != nil)
    }

    @Test func `refuses a replay, another session, no session, and another request`() async throws {
        let bench = try await Bench()
        let now = bench.backend.clock.now
        let (session, request, _) = try await bench.begin()
        let response = try bench.signer.response("ada", answering: request, at: now)
        #expect(try await bench.finish(response, nil).error?.hasPrefix("INVALID_IDP_RESPONSE") == true)
        #expect(try await bench.finish(response, "made-up").error?.hasPrefix("INVALID_IDP_RESPONSE") == true)
        let (other, another, _) = try await bench.begin()
        #expect(try await bench.finish(response, other).error?.contains("another request") == true)
        #expect(try await bench.finish(response, session).status == 200)
        #expect(try await bench.finish(response, session).error?.hasPrefix("INVALID_IDP_RESPONSE") == true)
        // The same assertion cannot be shown for a second request either, also if it was signed again.
        _ = another
        let (third, again, _) = try await bench.begin()
        let copied = try bench.signer.response("ada", answering: again, at: now)
        #expect(try await bench.finish(copied, third).error?.hasPrefix("MISSING_OR_INVALID_NONCE") == true)
    }

    @Test func `refuses what is not signed, expired, for another audience, or no SAML`() async throws {
        let bench = try await Bench()
        let stranger = try SAMLSigner()
        func error(_ make: (String) throws -> String) async throws -> String {
            let (session, request, _) = try await bench.begin()
            let answer = try await bench.finish(try make(request), session)
            #expect(answer.status == 400)
            return answer.error ?? ""
        }
        let now = bench.backend.clock.now
        #expect(
            try await error { try bench.signer.response("ada", answering: $0, isSigned: false, at: now) }.contains(
                "not signed"
            )
        )
        #expect(try await error { try stranger.response("ada", answering: $0, at: now) }.contains("signature"))
        #expect(
            try await error { try bench.signer.response("ada", answering: $0, audience: "x", at: now) }.contains(
                "audience"
            )
        )
        #expect(
            try await error { try bench.signer.response("ada", answering: $0, at: now - .hours(1)) }.contains("expired")
        )
        for text in ["", "{}", "!", "PGE+", #"{"assertion":{"subject":{"nameId":"ada"}}}"#] {
            #expect(try await error { _ in text }.hasPrefix("INVALID_IDP_RESPONSE : "))
        }
        let users = try await bench.client.admin("accounts:query", [:])
        #expect(users["userInfo"]?.array?.isEmpty ?? true)
    }

    /// The provider's answer, as its page has the browser post it.
    private func post(_ form: FormParameters, to bench: Bench) async throws -> TestClient.Answer {
        let type = "application/x-www-form-urlencoded"
        return try await bench.client.send(.post, "/__/auth/handler", text: form.encoded, type: type)
    }

    @Test func `takes an answer that the provider posts, and keeps it for the client that asked`() async throws {
        let bench = try await Bench()
        let (session, request, url) = try await bench.begin()
        let state = try #require(HTTPRequest(.get, target: url).query["RelayState"])
        let response = try bench.signer.response("ada", answering: request, at: bench.backend.clock.now)
        let posted = try await post(["SAMLResponse": response, "RelayState": state], to: bench)
        #expect(posted.status == 303)
        let place = try #require(posted.fields["location"])
        #expect(place.hasPrefix("http://localhost/after?providerId=saml.staff&state=saml.staff"))
        // Once, and for this session alone.
        #expect(try await post(["SAMLResponse": response, "RelayState": state], to: bench).status == 400)
        func finish(_ session: String) async throws -> TestClient.Answer {
            let body: JSONValue = ["requestUri": .string(place), "sessionId": .string(session)]
            return try await bench.client.user("accounts:signInWithIdp", body)
        }
        let answer = try await finish(session)
        #expect(answer.status == 200 && answer["federatedId"] == "ada", "\(answer.text)")
        #expect(try await finish(session).error?.hasPrefix("INVALID_IDP_RESPONSE") == true)
    }

    @Test func `keeps an answer for its own session alone, and for five minutes`() async throws {
        let bench = try await Bench()
        for form: FormParameters in [
            ["SAMLResponse": "PGE+"], ["SAMLResponse": "PGE+", "RelayState": "saml.staff~made-up"],
        ] {
            #expect(try await post(form, to: bench).status == 400)
        }
        let (_, request, url) = try await bench.begin()
        let (thief, _, _) = try await bench.begin()
        let state = try #require(HTTPRequest(.get, target: url).query["RelayState"])
        let response = try bench.signer.response("ada", answering: request, at: bench.backend.clock.now)
        let place = try #require(
            try await post(["SAMLResponse": response, "RelayState": state], to: bench).fields["location"]
        )
        let body: JSONValue = ["requestUri": .string(place), "sessionId": .string(thief)]
        let stolen = try await bench.client.user("accounts:signInWithIdp", body)
        #expect(stolen.error?.contains("another request") == true)

        let (session, again, late) = try await bench.begin()
        let second = try bench.signer.response("ada", answering: again, id: "_a2", at: bench.backend.clock.now)
        let lateState = try #require(HTTPRequest(.get, target: late).query["RelayState"])
        let latePlace = try #require(
            try await post(["SAMLResponse": second, "RelayState": lateState], to: bench).fields["location"]
        )
        bench.backend.clock.advance(by: .minutes(5))
        let lateBody: JSONValue = ["requestUri": .string(latePlace), "sessionId": .string(session)]
        #expect(try await bench.client.user("accounts:signInWithIdp", lateBody).error?.contains("missing") == true)
    }

    @Test func `signs its requests where the provider wants it, with the key that the configuration shows`()
        async throws
    {
        let bench = try await Bench()
        let changed = try await bench.client.configs(
            .patch,
            "inboundSamlConfigs/saml.staff?updateMask=idpConfig.signRequest",
            ["idpConfig": ["signRequest": true]]
        )
        let shown = try #require(changed["spConfig"]?["spCertificates"]?.array?.first, "\(changed.text)")
        let certificate = try Certificate(pem: shown["x509Certificate"]?.text ?? "")
        #expect(UnixTime(rfc3339: shown["expiresAt"]?.text ?? "").map { $0 > bench.backend.clock.now } == true)
        let (_, _, url) = try await bench.begin()
        let query = try #require(url.firstRange(of: "SAMLRequest="))
        let mark = try #require(url.firstRange(of: "&Signature="))
        let signed = Array(url[query.lowerBound..<mark.lowerBound].utf8)
        #expect(String(decoding: signed, as: UTF8.self).contains("&SigAlg="))
        let text = HTTPRequest(.get, target: url).query["Signature"] ?? ""
        let signature = try #require(Base64.decode(text.utf8, .standard))
        #expect(certificate.publicKey.verifyRS256(signature, over: signed))
    }

    @Test func `refuses a provider that is off or unknown`() async throws {
        let bench = try await Bench()
        let (session, request, _) = try await bench.begin()
        _ = try await bench.client.configs(
            .patch,
            "inboundSamlConfigs/saml.staff?updateMask=enabled",
            ["enabled": false]
        )
        let response = try bench.signer.response("ada", answering: request, at: bench.backend.clock.now)
        #expect(try await bench.finish(response, session).error?.hasPrefix("OPERATION_NOT_ALLOWED") == true)
        let start: JSONValue = ["providerId": "saml.other", "continueUri": "http://localhost/after"]
        #expect(
            try await bench.client.user("accounts:createAuthUri", start).error?.hasPrefix("OPERATION_NOT_ALLOWED")
                == true
        )
    }
}
