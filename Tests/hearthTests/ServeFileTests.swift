import HearthBackend
import HearthCore
import HearthTokens
import Testing

@testable import hearth

@Suite("hearth serve --config")
struct ServeFileTests {
    private func read(_ text: String) throws -> ServeFile {
        try ServeFile(Array(text.utf8), path: "etc/hearth.json")
    }

    private func configuration(_ text: String) throws -> BackendConfiguration {
        var configuration = BackendConfiguration(project: try #require(ProjectID(rawValue: "shop")))
        try read(text).apply(to: &configuration)
        return configuration
    }

    private func complaint(_ text: String) -> String? {
        let failure = #expect(throws: CommandFailure.self) { _ = try configuration(text) }
        return failure?.reason
    }

    @Test func `says what options of the command line say, and where it says so`() throws {
        let file = try read(
            """
            {"host": "::1", "port": 9100, "projects": ["shop", "shop-test"], "storage": "sqlite:data/hearth.db",
             "profile": "strict", "tokenSigning": "rs256", "singleProject": "error", "production": true, "quiet": false,
             "publicURL": "https://id.example.com", "authorizedDomains": ["example.com"], "threads": 2,
             "maxBody": 4096, "trustedProxies": ["10.0.0.0/8"], "allowProxiedEmulator": true, "serviceAccounts": {"robot@example.com": "robot.pem"}}
            """
        )
        #expect(file.values["port"] == ["9100"] && file.values["host"] == ["::1"])
        #expect(file.values["project"] == ["shop", "shop-test"])
        // Files are found from the folder of the configuration, not from where the server was started.
        #expect(file.values["storage"] == ["sqlite:etc/data/hearth.db"])
        #expect(file.values["service-account"] == ["robot@example.com=etc/robot.pem"])
        #expect(file.switches == ["production", "allow-proxied-emulator"])
        #expect(file.values["trusted-proxy"] == ["10.0.0.0/8"])
        #expect(file.places["max-body"] == "etc/hearth.json: maxBody")
    }

    @Test func `leaves the last word to the command line`() throws {
        var options = try Options(["--port", "1"], of: "serve", valued: ["port", "profile", "threads"])
        options.adopt(
            ["port": ["2"], "profile": ["strict"], "threads": ["x"]],
            switches: [],
            from: ["threads": "f: threads"]
        )
        #expect(options.last("port") == "1")
        #expect(options.last("profile") == "strict")
        let failure = #expect(throws: CommandFailure.self) {
            try options.integer("threads", in: 1...2, default: 1)
        }
        #expect(failure?.reason == "f: threads: x: expected a number from 1 to 2")
    }

    @Test func `sets what no option says`() throws {
        let configuration = try configuration(
            """
            {"emailLinks": false, "secondFactors": ["totp"], "testPhoneNumbers": {"+15555550100": "123456"}}
            """
        )
        #expect(!configuration.allowsEmailLinkSignIn)
        #expect(configuration.secondFactors == [.totp])
        #expect(configuration.testPhoneNumbers["+15555550100"]?.reveal() == "123456")
    }

    @Test func `describes providers, each with what it needs`() throws {
        let providers = try configuration(
            """
            {"providers": [
                {"id": "Google.com", "clientIDs": ["g1", "g2"], "secretEnv": "PATH"},
                {"id": "oidc.staff", "clientIDs": ["app"], "issuer": "https://sso.example.com", "secretEnv": "PATH",
                 "authentication": "basic", "emailTrust": ["example.com"], "repeatedTokens": "refused", "scopes": ["openid"],
                 "tokenEndpoint": "https://sso.example.com/t"},
                {"id": "github.com", "clientIDs": ["gh"], "secretEnv": "PATH"},
                {"id": "microsoft.com", "clientIDs": ["ms"], "directory": "d1"},
                {"id": "twitter.com", "clientIDs": ["consumer"], "secretEnv": "PATH"},
                {"id": "yahoo.com", "clientIDs": ["y"]}
            ]}
            """
        ).providers
        let names = ["google.com", "oidc.staff", "github.com", "microsoft.com", "twitter.com", "yahoo.com"]
        #expect(providers.map(\.providerID) == names)
        #expect(providers[0].clientIDs == ["g1", "g2"])
        guard case .post = providers[0].clientAuthentication, case .basic = providers[1].clientAuthentication else {
            Issue.record("the secret is shown in another way")
            return
        }
        #expect(providers[1].emailTrust == .domains(["example.com"]))
        #expect(providers[1].repeatedTokens == .refused && providers[0].repeatedTokens == .fromOneNetwork)
        #expect(providers[1].scopes == ["openid"] && providers[1].tokenEndpoint == "https://sso.example.com/t")
        #expect(providers[2].accessTokens == .gitHub())
        #expect(providers[3].clientAuthentication == nil)
        #expect(providers[4].accessTokens == .twitter() && providers[4].clientIDs == ["consumer"])
        #expect(providers[5].issuer == "https://api.login.yahoo.com" && providers[5].clientAuthentication == nil)
    }

    @Test(
        arguments: [
            ("{\n\n\"port\": 1,}", "etc/hearth.json, line 3: "),
            ("{\"port\": 1, \"port\": 2}", "etc/hearth.json, line 1: "), ("[]", "etc/hearth.json: expected an object"),
            (#"{"prot": 1}"#, "etc/hearth.json: there is no member 'prot'"),
            (#"{"port": "1"}"#, "etc/hearth.json: port: expected an integer"),
            (#"{"quiet": 1}"#, "etc/hearth.json: quiet: expected true or false"),
            (#"{"host": ""}"#, "etc/hearth.json: host: expected a text that is not empty"),
            (#"{"projects": ["a", 1]}"#, "etc/hearth.json: projects: expected a list of texts"),
            (#"{"secondFactors": ["fax"]}"#, "etc/hearth.json: secondFactors: expected phone or totp"),
            (#"{"testPhoneNumbers": {"1": "123456"}}"#, "etc/hearth.json: testPhoneNumbers: expected numbers as"),
            (#"{"administratorTokenFile": "/nonexistent"}"#, "etc/hearth.json: administratorTokenFile: cannot read"),
            (#"{"administratorTokenFile": "/dev/null"}"#, "etc/hearth.json: administratorTokenFile: the file's first"),
            (
                #"{"administratorTokenEnv": "HEARTH_UNSET"}"#,
                "etc/hearth.json: administratorTokenEnv: HEARTH_UNSET is not set in the environment"
            ),
        ]
    )
    func `says where it does not understand`(_ text: String, _ words: String) {
        #expect(complaint(text)?.hasPrefix(words) == true, "\(complaint(text) ?? "")")
    }

    @Test(
        arguments: [
            (#""clientIDs": ["a"]"#, "id: is missing"), (#""id": "oidc.x""#, "clientIDs: is missing or empty"),
            (#""id": "oidc.x", "clientIDs": []"#, "clientIDs: is missing or empty"),
            (#""id": "oidc.x", "clientIDs": ["a"]"#, "issuer: is missing"),
            (#""id": "oidc.", "clientIDs": ["a"], "issuer": "x""#, "id: expected google.com"),
            (#""id": "linkedin.com", "clientIDs": ["a"]"#, "id: expected google.com"),
            (#""id": "twitter.com", "clientIDs": ["a"]"#, "secretEnv: is missing"),
            (#""id": "google.com", "clientIDs": ["a"], "issuer": "x""#, "issuer: only oidc.NAME"),
            (#""id": "github.com", "clientIDs": ["a"]"#, "secretEnv: is missing"),
            (#""id": "microsoft.com", "clientIDs": ["a"]"#, "directory: is missing"),
            (#""id": "google.com", "clientIDs": ["a"], "authentication": "basic""#, "authentication: there is no"),
            (
                #""id": "google.com", "clientIDs": ["a"], "secretEnv": "PATH", "authentication": "x""#,
                "authentication: expected post or basic"
            ),
            (
                #""id": "google.com", "clientIDs": ["a"], "secretEnv": "PATH", "secretFile": "x""#,
                "secretFile: there is secretEnv already"
            ),
            (#""id": "google.com", "clientIDs": ["a"], "emailTrust": 1"#, "emailTrust: expected never"),
            (#""id": "google.com", "clientIDs": ["a"], "repeatedTokens": "no""#, "repeatedTokens: expected accepted"),
            (#""id": "apple.com", "clientIDs": ["a"], "appleTeam": "T""#, "appleTeam: goes with"),
            (
                #""id": "apple.com", "clientIDs": ["a"], "appleTeam": "T", "appleKey": "K", "appleKeyFile": "/dev/null""#,
                "appleKeyFile: there is no private key"
            ),
        ]
    )
    func `says where it does not understand a provider`(_ entry: String, _ words: String) {
        let complaint = complaint("{\"providers\": [{\(entry)}]}")
        #expect(complaint?.hasPrefix("etc/hearth.json: providers[0].\(words)") == true, "\(complaint ?? "")")
    }

    @Test func `refuses a member that a provider does not have`() {
        #expect(
            complaint(#"{"providers": [{"id": "google.com", "clientIDs": ["a"], "secret": "s3cret"}]}"#)
                == "etc/hearth.json: providers[0]: there is no member 'secret'"
        )
    }

    @Test func `reads a provider on the command line`() throws {
        let provider = try ProviderEntry.configuration(
            words: "id=oidc.staff,issuer=https://sso.example.com/a=b,clientIDs=app other,secretEnv=PATH"
        )
        #expect(provider.issuer == "https://sso.example.com/a=b")
        #expect(provider.clientIDs == ["app", "other"])
    }

    @Test(arguments: ["id", "id=google.com,id=google.com", "id=google.com,clientIDs=a,colour=red", "id=google.com,,"])
    func `refuses a provider on the command line that is none`(_ words: String) {
        let failure = #expect(throws: CommandFailure.self) { _ = try ProviderEntry.configuration(words: words) }
        #expect(failure?.reason.hasPrefix("--provider \(words)") == true)
    }

    @Test func `finds the rules from the folder of the file`() throws {
        let file = try ServeFile(Array(#"{"rules": "shop.rules"}"#.utf8), path: "/etc/hearth/hearth.json")
        #expect(file.values["rules"] == ["/etc/hearth/shop.rules"])
    }
}
