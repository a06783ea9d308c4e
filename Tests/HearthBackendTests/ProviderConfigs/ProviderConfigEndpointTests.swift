import HearthBackend
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthServerCrypto
import HearthTesting
import Testing

/// One kind of configuration: where it is, what is right, and what it has to say about what is wrong.
struct ProviderConfigKind: Sendable, CustomTestStringConvertible {
    let collection: String
    let parameter: String
    let id: String
    let body: JSONValue

    var testDescription: String { collection }

    static let certificate: String = {
        guard let key = try? RSAPrivateKey.generate(),
            let certificate = try? Certificate.selfSigned(
                commonName: "idp",
                key: key,
                from: UnixTime(seconds: 0),
                until: UnixTime(seconds: 4_000_000_000)
            )
        else { return "" }
        return certificate.pem
    }()

    static let openID = ProviderConfigKind(
        collection: "oauthIdpConfigs",
        parameter: "oauthIdpConfigId",
        id: "oidc.staff",
        body: [
            "displayName": "Staff", "enabled": true, "clientId": "app", "issuer": "https://sso.example.com",
            "clientSecret": "s3cret-of-the-app", "responseType": ["code": true],
        ]
    )
    static let saml = ProviderConfigKind(
        collection: "inboundSamlConfigs",
        parameter: "inboundSamlConfigId",
        id: "saml.staff",
        body: [
            "displayName": "Staff", "enabled": true,
            "idpConfig": [
                "idpEntityId": "idp", "ssoUrl": "https://sso.example.com/login",
                "idpCertificates": [["x509Certificate": .string(certificate)]],
            ],
            "spConfig": ["spEntityId": "sp", "callbackUri": "https://app.example.com/__/auth/handler"],
        ]
    )
    static let named = ProviderConfigKind(
        collection: "defaultSupportedIdpConfigs",
        parameter: "idpId",
        id: "google.com",
        body: ["enabled": true, "clientId": "google-client", "clientSecret": "s3cret-of-the-app"]
    )
    static let all = [openID, saml, named]
}

@Suite("The configurations of providers", .inProcessAndLiveInLongRuns)
struct ProviderConfigEndpointTests {
    /// A member without what the server adds to it.
    private static func sent(_ value: JSONValue?) -> JSONValue? {
        guard var object = value?.object else { return value }
        object["spCertificates"] = nil
        return .object(object)
    }

    @Test(arguments: ProviderConfigKind.all, Carrier.allCases)
    func `are made, shown, changed and deleted`(_ kind: ProviderConfigKind, _ carrier: Carrier) async throws {
        try await carrier.serve(configure: { $0.profile = .strict }) { _, client in
            let collection = kind.collection
            let made = try await client.configs(.post, "\(collection)?\(kind.parameter)=\(kind.id)", kind.body)
            #expect(made.status == 200, "\(made.text)")
            #expect(made["name"] == .string("projects/demo-test/\(collection)/\(kind.id)"))
            for member in kind.body.object?.members ?? [] { #expect(Self.sent(made[member.name]) == member.value) }
            let one = "\(collection)/\(kind.id)"
            #expect(try await client.configs(.get, one).document == made.document)
            #expect(try await client.configs(.get, one, prefix: "admin/v2").document == made.document)
            let again = try await client.configs(.post, "\(collection)?\(kind.parameter)=\(kind.id)", kind.body)
            #expect(again.status == 400 && again.error == "CONFIGURATION_EXISTS")
            let off = try await client.configs(.patch, "\(one)?updateMask=enabled", ["enabled": false])
            #expect(off["enabled"] == false)
            for member in kind.body.object?.members ?? [] where member.name != "enabled" {
                #expect(Self.sent(off[member.name]) == member.value)
            }
            #expect(try await client.configs(.get, collection)[collection]?.array?.count == 1)
            #expect(try await client.configs(.delete, one).status == 200)
            for (method, body) in [(.get, nil), (.delete, nil), (.patch, [:])] as [(HTTPMethod, JSONValue?)] {
                let gone = try await client.configs(method, one, body)
                #expect(gone.status == 404 && gone.error == "CONFIGURATION_NOT_FOUND")
                #expect(gone["error"]?["status"] == "NOT_FOUND")
            }
            #expect(try await client.configs(.get, collection)[collection]?.array?.isEmpty ?? true)
        }
    }

    @Test(arguments: ProviderConfigKind.all)
    func `are for administrators`(_ kind: ProviderConfigKind) async throws {
        let (_, client) = try await TestClient.strict()
        let path = "/identitytoolkit.googleapis.com/v2/projects/demo-test/\(kind.collection)"
        #expect(try await client.send(.get, path + "?key=k").status == 401)
        #expect(try await client.send(.post, path + "?key=k&\(kind.parameter)=\(kind.id)", kind.body).status == 401)
    }

    @Test func `are listed in order, page by page`() async throws {
        let (_, client) = try await TestClient.strict()
        for number in 1...25 {
            let id = "oidc.n\(number < 10 ? "0" : "")\(number)"
            let made = try await client.configs(
                .post,
                "oauthIdpConfigs?oauthIdpConfigId=\(id)",
                ProviderConfigKind.openID.body
            )
            #expect(made.status == 200)
        }
        let first = try await client.configs(.get, "oauthIdpConfigs")
        #expect(first["oauthIdpConfigs"]?.array?.count == 20)
        let token = try #require(first["nextPageToken"]?.string)
        let second = try await client.configs(.get, "oauthIdpConfigs?pageToken=\(token)&pageSize=100")
        #expect(second["oauthIdpConfigs"]?.array?.count == 5 && second["nextPageToken"] == nil)
        #expect(second["oauthIdpConfigs"]?.array?.first?["name"]?.text.hasSuffix("oidc.n21") == true)
        #expect(try await client.configs(.get, "oauthIdpConfigs?pageSize=25")["nextPageToken"] == nil)
        #expect(try await client.configs(.get, "oauthIdpConfigs?pageSize=-1").error == "INVALID_PAGE_SELECTION")
        #expect(try await client.configs(.get, "oauthIdpConfigs?pageSize=x").status == 400)
    }

    @Test(
        arguments: [
            ("oauthIdpConfigs", "MISSING_CONFIG_ID"), ("oauthIdpConfigs?oauthIdpConfigId=", "MISSING_CONFIG_ID"),
            ("oauthIdpConfigs?oauthIdpConfigId=staff", "INVALID_CONFIG_ID"),
            ("oauthIdpConfigs?oauthIdpConfigId=oidc.", "INVALID_CONFIG_ID"),
            ("oauthIdpConfigs?oauthIdpConfigId=oidc.Staff", "INVALID_CONFIG_ID"),
            ("oauthIdpConfigs?oauthIdpConfigId=oidc.a%20b", "INVALID_CONFIG_ID"),
            ("oauthIdpConfigs?oauthIdpConfigId=saml.staff", "INVALID_CONFIG_ID"),
            ("inboundSamlConfigs", "MISSING_CONFIG_ID"),
            ("inboundSamlConfigs?inboundSamlConfigId=oidc.staff", "INVALID_CONFIG_ID"),
            ("defaultSupportedIdpConfigs", "MISSING_PROVIDER_ID"),
            ("defaultSupportedIdpConfigs?idpId=example.com", "INVALID_PROVIDER_ID"),
        ]
    )
    func `have a name of their kind`(_ end: String, _ error: String) async throws {
        let (_, client) = try await TestClient.strict()
        let kind = try #require(ProviderConfigKind.all.first { end.hasPrefix($0.collection) })
        let answer = try await client.configs(.post, end, kind.body)
        #expect(answer.status == 400)
        #expect(answer.error?.hasPrefix(error) == true)
    }

    @Test(
        arguments: [
            ("oidc", ["clientId": .null], "MISSING_OAUTH_CLIENT_ID"),
            ("oidc", ["clientId": ""], "MISSING_OAUTH_CLIENT_ID"),
            ("oidc", ["clientId": "a b"], "INVALID_OAUTH_CLIENT_ID"), ("oidc", ["issuer": .null], "MISSING_ISSUER"),
            ("oidc", ["issuer": ""], "MISSING_ISSUER"), ("oidc", ["issuer": "sso"], "INVALID_CONFIG"),
            ("oidc", ["issuer": "http://sso.example.com"], "INVALID_CONFIG"),
            ("oidc", ["issuer": "file:///etc/passwd"], "INVALID_CONFIG"),
            ("oidc", ["clientSecret": .null], "INVALID_CONFIG"),
            ("oidc", ["responseType": ["code": true, "idToken": true]], "INVALID_CONFIG"),
            ("oidc", ["responseType": ["code": false, "idToken": false]], "INVALID_CONFIG"),
            ("oidc", ["responseType": ["token": true]], "INVALID_CONFIG"),
            ("oidc", ["enabled": "yes"], "Invalid value"), ("oidc", ["responseType": 7], "Invalid value"),
            ("saml", ["idpConfig": .null], "INVALID_CONFIG"),
            ("saml", ["spConfig": .null], "MISSING_SAML_RELYING_PARTY_CONFIG"),
            ("saml", ["spConfig": ["callbackUri": "https://a.example"]], "MISSING_SAML_RELYING_PARTY_CONFIG"),
            ("saml", ["spConfig": ["spEntityId": "sp", "callbackUri": "nowhere"]], "INVALID_CONFIG"),
            (
                "saml",
                ["idpConfig": ["idpEntityId": "i", "ssoUrl": "https://a.example", "idpCertificates": []]],
                "INVALID_CONFIG"
            ),
            (
                "saml",
                [
                    "idpConfig": [
                        "idpEntityId": "i", "ssoUrl": "https://a.example",
                        "idpCertificates": [["x509Certificate": "none"]],
                    ]
                ], "INVALID_CONFIG"
            ),
            ("saml", ["idpConfig": ["ssoUrl": "https://a.example"]], "INVALID_CONFIG"),
            ("google", ["clientId": .null], "MISSING_OAUTH_CLIENT_ID"),
            ("google", ["appleSignInConfig": ["bundleIds": ["x"]]], "INVALID_CONFIG"),
        ] as [(String, JSONValue, String)]
    )
    func `are complete, or refused with the reason`(
        _ name: String,
        _ change: JSONValue,
        _ error: String
    ) async throws {
        let (_, client) = try await TestClient.strict()
        let kind = try #require(ProviderConfigKind.all.first { $0.id.hasPrefix(name) })
        var body = kind.body.object ?? JSONObject()
        for member in change.object?.members ?? [] {
            body[member.name] = member.value == .null ? Optional<JSONValue>.none : member.value
        }
        let path = "\(kind.collection)?\(kind.parameter)=\(kind.id)"
        let answer = try await client.configs(.post, path, .object(body))
        #expect(answer.status == 400)
        #expect(answer.error?.hasPrefix(error) == true, "\(answer.text)")
        #expect(try await client.configs(.get, "\(kind.collection)/\(kind.id)").status == 404)
    }

    @Test func `turn one kind of answer off when the other is turned on`() async throws {
        let (_, client) = try await TestClient.strict()
        _ = try await client.configs(
            .post,
            "oauthIdpConfigs?oauthIdpConfigId=oidc.staff",
            ProviderConfigKind.openID.body
        )
        let one = "oauthIdpConfigs/oidc.staff?updateMask=responseType."
        let token = try await client.configs(.patch, one + "idToken", ["responseType": ["idToken": true]])
        #expect(token["responseType"] == ["idToken": true])
        let code = try await client.configs(.patch, one + "code", ["responseType": ["code": true]])
        #expect(code["responseType"] == ["code": true])
        let none = try await client.configs(.patch, one + "code", ["responseType": ["code": false]])
        #expect(none.error?.hasPrefix("INVALID_CONFIG") == true)
    }

    @Test func `are changed by masks in both spellings, and cleared`() async throws {
        let (_, client) = try await TestClient.strict()
        _ = try await client.configs(
            .post,
            "oauthIdpConfigs?oauthIdpConfigId=oidc.staff",
            ProviderConfigKind.openID.body
        )
        let one = "oauthIdpConfigs/oidc.staff"
        let cleared = try await client.configs(.patch, one + "?updateMask=displayName", ["displayName": .null])
        #expect(cleared["displayName"] == nil && cleared["clientId"] == "app")
        let snake = try await client.configs(.patch, one + "?update_mask=display_name", ["display_name": "Crew"])
        #expect(snake["displayName"] == "Crew")
        let name = try await client.configs(
            .patch,
            one + "?updateMask=name,clientId",
            ["name": "x", "clientId": "new"]
        )
        #expect(name["name"] == "projects/demo-test/oauthIdpConfigs/oidc.staff" && name["clientId"] == "new")
        let secret = try await client.configs(.patch, one + "?updateMask=clientSecret", ["clientSecret": "other"])
        #expect(secret["clientSecret"] == "other")
        #expect(try await client.configs(.patch, one + "?updateMask=nonsense", [:]).status == 400)
        let whole = try await client.configs(.patch, one, ["clientId": "a", "issuer": "https://b.example"])
        #expect(whole["clientSecret"] == nil && whole["displayName"] == nil && whole["enabled"] == nil)
    }

    @Test func `replace certificates whole, and keep the siblings that a mask leaves out`() async throws {
        let (_, client) = try await TestClient.strict()
        let kind = ProviderConfigKind.saml
        _ = try await client.configs(.post, "inboundSamlConfigs?inboundSamlConfigId=saml.staff", kind.body)
        let certificate: JSONValue = ["x509Certificate": .string(ProviderConfigKind.certificate)]
        let one = "inboundSamlConfigs/saml.staff"
        let changed = try await client.configs(
            .patch,
            one + "?updateMask=idpConfig.idpCertificates,spConfig.spEntityId",
            [
                "idpConfig": ["idpCertificates": [certificate, certificate]],
                "spConfig": ["spEntityId": "sp2", "spCertificates": [certificate]],
            ]
        )
        #expect(changed["idpConfig"]?["idpCertificates"]?.array?.count == 2)
        #expect(changed["idpConfig"]?["ssoUrl"] == "https://sso.example.com/login")
        #expect(changed["spConfig"]?["spEntityId"] == "sp2")
        #expect(changed["spConfig"]?["callbackUri"] == "https://app.example.com/__/auth/handler")
        // The certificates of this server are its own.
        let own = changed["spConfig"]?["spCertificates"]?.array
        #expect(own?.count == 1 && own != [certificate])
    }

    @Test func `of a tenant are the tenant's, and end with it`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        let body = ProviderConfigKind.openID.body
        let made = try await client.configs(
            .post,
            "oauthIdpConfigs?oauthIdpConfigId=oidc.staff",
            body,
            tenant: "one"
        )
        #expect(made["name"] == "projects/demo-test/tenants/one/oauthIdpConfigs/oidc.staff")
        #expect(try await client.configs(.get, "oauthIdpConfigs/oidc.staff").status == 404)
        #expect(try await client.configs(.get, "oauthIdpConfigs/oidc.staff", tenant: "two").status == 404)
        #expect(try await client.configs(.get, "oauthIdpConfigs/oidc.staff", tenant: "one").status == 200)
        #expect(try await client.configs(.delete, "tenants/one").status == 200)
        #expect(try await client.configs(.get, "oauthIdpConfigs/oidc.staff", tenant: "one").status == 404)
    }

    @Test func `name the providers that there are`() async throws {
        let (_, client) = try await TestClient.strict()
        let owner: HTTPFields = ["Authorization": "Bearer owner"]
        let path = "/identitytoolkit.googleapis.com/v2/defaultSupportedIdps"
        let answer = try await client.send(.get, path, nil, owner)
        #expect(answer["defaultSupportedIdps"]?.array?.first == ["idpId": "apple.com", "description": "Apple"])
        #expect(answer["defaultSupportedIdps"]?.array?.count == 10)
        let page = try await client.send(.get, path + "?pageSize=9", nil, owner)
        let rest = try await client.send(.get, path + "?pageToken=\(page["nextPageToken"]?.text ?? "")", nil, owner)
        #expect(rest["defaultSupportedIdps"]?.array?.compactMap { $0["idpId"]?.text } == ["yahoo.com"])
        #expect(try await client.send(.get, path).status == 401)
    }

    @Test func `are refused in strict where signing in could not work`() async throws {
        let (_, client) = try await TestClient.strict()
        let lenient = TestClient(try await TestBackend())
        let refused: [(String, JSONValue)] = [
            ("microsoft.com", ["enabled": true, "clientId": "a", "clientSecret": "b"]),
            ("linkedin.com", ["enabled": true, "clientId": "a", "clientSecret": "b"]),
            ("playgames.google.com", ["enabled": true, "clientId": "a", "clientSecret": "b"]),
            ("twitter.com", ["enabled": true, "clientId": "a"]), ("github.com", ["enabled": true, "clientId": "a"]),
        ]
        for (id, body) in refused {
            let path = "defaultSupportedIdpConfigs?idpId=\(id)"
            #expect(try await client.configs(.post, path, body).error?.hasPrefix("INVALID_CONFIG : ") == true)
            #expect(try await lenient.configs(.post, path, body).status == 200)
        }
    }

    @Test(arguments: ProviderConfigKind.all)
    func `meet bodies of any shape with a typed refusal`(_ kind: ProviderConfigKind) async throws {
        let (_, client) = try await TestClient.strict()
        let path = "\(kind.collection)?\(kind.parameter)=\(kind.id)"
        for member in kind.body.object?.members ?? [] {
            for value: JSONValue in [
                [], [[]], 7, -1, "x", .string(String(repeating: "a", count: 5000)), ["a": ["b": []]],
            ] {
                var body = kind.body.object ?? JSONObject()
                body[member.name] = value
                let answer = try await client.configs(.post, path, .object(body))
                #expect(answer.status == 200 || answer.status == 400, "\(member.name): \(answer.text)")
                if answer.status == 200 { _ = try await client.configs(.delete, "\(kind.collection)/\(kind.id)") }
            }
        }
    }
}
