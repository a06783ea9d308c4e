import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("reCAPTCHA's configuration", .inProcessAndLiveInLongRuns)
struct RecaptchaEndpointTests {
    @Test func `nothing is asked until someone wants it, and there is a key for clients that insist`() async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.read2("recaptchaConfig?clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE")
        let expected: JSONValue = [
            "recaptchaKey": "",
            "recaptchaEnforcementState": [
                ["provider": "EMAIL_PASSWORD_PROVIDER", "enforcementState": "OFF"],
                ["provider": "PHONE_PROVIDER", "enforcementState": "OFF"],
            ],
        ]
        #expect(answer.document == expected)
    }

    @Test(arguments: [("CLIENT_TYPE_WEB", "projects/p/keys/web"), ("CLIENT_TYPE_IOS", "projects/p/keys/ios")])
    func `each kind of client gets its key`(_ type: String, _ key: String) async throws {
        let client = TestClient(try await TestBackend())
        let settings: JSONValue = [
            "emailPasswordEnforcementState": "ENFORCE", "phoneEnforcementState": "AUDIT",
            "recaptchaKeys": [
                ["key": "projects/p/keys/web", "type": "WEB"], ["key": "projects/p/keys/ios", "type": "IOS"],
            ],
        ]
        let update = try await client.config(.patch, ["recaptchaConfig": settings], mask: "recaptchaConfig")
        #expect(update["recaptchaConfig"] == settings)
        let answer = try await client.read2("recaptchaConfig?clientType=\(type)&version=RECAPTCHA_ENTERPRISE")
        #expect(answer["recaptchaKey"] == .string(key))
        let states = answer["recaptchaEnforcementState"]?.array?.compactMap { $0["enforcementState"]?.string }
        #expect(states == ["ENFORCE", "AUDIT"])
    }

    @Test(
        arguments: [
            "/identitytoolkit.googleapis.com/v1/recaptchaParams",
            "/www.googleapis.com/identitytoolkit/v3/relyingparty/getRecaptchaParam",
        ]
    )
    func `the first generation gets a key that is none`(_ path: String) async throws {
        let answer = try await TestClient(try await TestBackend()).send(.get, "\(path)?key=k")
        #expect(answer["kind"] == "identitytoolkit#GetRecaptchaParamResponse")
        #expect(answer["recaptchaSiteKey"]?.text.isEmpty == false && answer["recaptchaStoken"]?.text.isEmpty == false)
    }
}
