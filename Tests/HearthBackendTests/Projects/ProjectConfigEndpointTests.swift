import HearthBackend
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("/v2/projects/{project}/config", .inProcessAndLiveInLongRuns)
struct ProjectConfigEndpointTests {
    private static let triggers: JSONValue = ["triggers": ["beforeCreate": ["functionUri": "http://localhost:5001/f"]]]

    @Test func `shows the defaults of its profile`() async throws {
        let client = TestClient(try await TestBackend())
        let expected: JSONValue = [
            "name": "projects/demo-test/config", "signIn": ["allowDuplicateEmails": false],
            "emailPrivacyConfig": ["enableImprovedEmailPrivacy": false], "blockingFunctions": [:],
            "authorizedDomains": ["localhost", "127.0.0.1"],
            "mfa": [
                "state": "ENABLED", "enabledProviders": ["PHONE_SMS"],
                "providerConfigs": [["state": "ENABLED", "totpProviderConfig": [:]]],
            ],
        ]
        #expect(try await client.config(.get).document == expected)
        let (_, strict) = try await TestClient.strict()
        let privacy = try await strict.config(.get)["emailPrivacyConfig"]
        #expect(privacy?["enableImprovedEmailPrivacy"] == true)
    }

    @Test func `shows which second factors the server allows`() async throws {
        let backend = try await TestBackend { $0.secondFactors = [] }
        #expect(try await TestClient(backend).config(.get)["mfa"] == ["state": "DISABLED"])
    }

    @Test func `changes what the mask names and nothing else`() async throws {
        let client = TestClient(try await TestBackend())
        let all: JSONValue = ["signIn": ["allowDuplicateEmails": true], "blockingFunctions": Self.triggers]
        _ = try await client.config(.patch, all, mask: "signIn.allowDuplicateEmails,blockingFunctions")
        let privacy: JSONValue = ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]]
        let answer = try await client.config(.patch, privacy, mask: "email_privacy_config")
        #expect(answer["signIn"]?["allowDuplicateEmails"] == true)
        #expect(answer["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"] == true)
        #expect(answer["blockingFunctions"] == Self.triggers)
        #expect(try await client.config(.get).document == answer.document)
    }

    @Test func `removes what the mask names and the body does not have`() async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.config(.patch, ["blockingFunctions": Self.triggers], mask: "blockingFunctions")
        #expect(try await client.config(.patch, [:], mask: "blockingFunctions")["blockingFunctions"] == [:])
    }

    @Test func `without a mask the body is the whole configuration`() async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.config(.patch, ["signIn": ["allowDuplicateEmails": true]])
        let answer = try await client.config(.patch, ["blockingFunctions": Self.triggers])
        #expect(answer["signIn"]?["allowDuplicateEmails"] == false)
        #expect(answer["blockingFunctions"] == Self.triggers)
    }

    @Test func `a part of the password policy can be changed alone`() async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.enforcePasswords(["minPasswordLength": 10])
        let off: JSONValue = ["passwordPolicyConfig": ["passwordPolicyEnforcementState": "OFF"]]
        let mask = "passwordPolicyConfig.passwordPolicyEnforcementState"
        let policy = try await client.config(.patch, off, mask: mask)["passwordPolicyConfig"]
        #expect(policy?["passwordPolicyEnforcementState"] == "OFF")
        let version = policy?["passwordPolicyVersions"]?.array?.first
        #expect(version?["customStrengthOptions"]?["minPasswordLength"] == 10)
    }

    @Test func `is one state with the emulator's switches`() async throws {
        let client = TestClient(try await TestBackend())
        let switches = "/emulator/v1/projects/demo-test/config"
        _ = try await client.enforcePasswords(["minPasswordLength": 10])
        _ = try await client.send(.patch, switches, ["signIn": ["allowDuplicateEmails": true]])
        let config = try await client.config(.get)
        #expect(config["signIn"]?["allowDuplicateEmails"] == true && config["passwordPolicyConfig"] != nil)
        let privacy: JSONValue = ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]]
        _ = try await client.config(.patch, privacy, mask: "emailPrivacyConfig")
        let shown = try await client.send(.get, switches)
        #expect(shown["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"] == true)
        #expect(shown["signIn"]?["allowDuplicateEmails"] == true)
    }

    @Test func `each project has its own`() async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.config(.patch, ["signIn": ["allowDuplicateEmails": true]], project: "demo-other")
        #expect(try await client.config(.get)["signIn"]?["allowDuplicateEmails"] == false)
    }

    @Test func `is for administrators`() async throws {
        let client = TestClient(try await TestBackend())
        let path = "/identitytoolkit.googleapis.com/v2/projects/demo-test/config?key=k"
        for method in [HTTPMethod.get, .patch] {
            #expect(try await client.send(method, path).status == 401)
        }
    }

    @Test(arguments: ["fax", "signIn.fax", "signIn.email.enabled.x", ".", "signIn.allowDuplicateEmails,fax"])
    func `refuses a mask for what is no setting in strict, and passes it over in lenient`(_ mask: String) async throws {
        let body: JSONValue = ["signIn": ["allowDuplicateEmails": true]]
        let (_, strict) = try await TestClient.strict()
        #expect(try await strict.config(.patch, body, mask: mask).error?.hasPrefix("updateMask: ") == true)
        #expect(try await strict.config(.get)["signIn"]?["allowDuplicateEmails"] == false)
        let lenient = TestClient(try await TestBackend())
        let isNamed = mask.hasPrefix("signIn.allow")
        let answer = try await lenient.config(.patch, body, mask: mask)
        #expect(answer.status == 200 && answer["signIn"]?["allowDuplicateEmails"] == .bool(isNamed))
    }

    @Test func `passes over what is only shown`() async throws {
        let (_, client) = try await TestClient.strict()
        let body: JSONValue = [
            "name": "projects/other/config", "subtype": "X", "client": ["apiKey": "k"], "signIn": ["hashConfig": [:]],
        ]
        for mask in ["name,subtype,client.apiKey,signIn.hashConfig", "client,signIn", nil] {
            let answer = try await client.config(.patch, body, mask: mask)
            #expect(answer["name"] == "projects/demo-test/config" && answer["subtype"] == nil)
            #expect(answer["client"]?["apiKey"] == nil && answer["signIn"]?["hashConfig"] == nil)
        }
    }

    @Test func `refuses a body with a name that is no setting in strict`() async throws {
        let (_, client) = try await TestClient.strict()
        let answer = try await client.config(.patch, ["signIn": ["email": ["enabled": true, "fax": 1]]])
        #expect(answer.error?.contains("Unknown name \"signIn.email.fax\"") == true)
        let lenient = TestClient(try await TestBackend())
        #expect(try await lenient.config(.patch, ["fax": true]).status == 200)
    }

    @Test(arguments: ["/v2", "/admin/v2", "/identitytoolkit.googleapis.com/admin/v2"])
    func `is served under the tools' paths, with their spelling of the mask`(_ base: String) async throws {
        let client = TestClient(try await TestBackend())
        let path = "\(base)/projects/demo-test/config?update_mask=authorized_domains"
        let owner: HTTPFields = ["Authorization": "Bearer owner"]
        let answer = try await client.send(.patch, path, ["authorizedDomains": ["shop.example"]], owner)
        #expect(answer["authorizedDomains"] == ["shop.example"])
        let initialize = "\(base)/projects/demo-test/identityPlatform:initializeAuth"
        #expect(try await client.send(.post, initialize, [:], owner).document == [:])
    }

    @Test(
        arguments: [
            (["passwordPolicyEnforcementState": "MAYBE"], "passwordPolicyEnforcementState is OFF or ENFORCE"),
            (
                ["passwordPolicyVersions": [["customStrengthOptions": ["minPasswordLength": 5]]]],
                "minPasswordLength is 6 to 30"
            ),
            (
                ["passwordPolicyVersions": [["customStrengthOptions": ["minPasswordLength": 31]]]],
                "minPasswordLength is 6 to 30"
            ),
            (
                [
                    "passwordPolicyVersions": [
                        ["customStrengthOptions": ["minPasswordLength": 10, "maxPasswordLength": 9]]
                    ]
                ],
                "maxPasswordLength is minPasswordLength to 4096"
            ),
            (["passwordPolicyVersions": [[:], [:]]], "there is one password policy version at most"),
        ] as [(JSONValue, String)]
    )
    func `refuses a policy that no one could keep`(_ policy: JSONValue, _ words: String) async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.config(.patch, ["passwordPolicyConfig": policy])
        #expect(answer.error == "INVALID_CONFIG : \(words)")
    }

    @Test func `refuses an enforcement of reCAPTCHA that does not exist`() async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.config(.patch, ["recaptchaConfig": ["phoneEnforcementState": "SOMETIMES"]])
        #expect(answer.error == "INVALID_CONFIG : an enforcement state is OFF, AUDIT or ENFORCE")
    }
}
