import HearthBackend
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

@Suite("Access tokens of service accounts", .inProcessAndLiveInLongRuns)
struct AccessTokenRightsTests {
    @Test func `a token ends after an hour`() async throws {
        let bench = try await ServiceAccountBench()
        let token = try await bench.token(try await bench.keyFile())
        bench.backend.clock.advance(by: .minutes(59))
        #expect(try await bench.look(token).status == 200)
        bench.backend.clock.advance(by: .minutes(1))
        let late = try await bench.look(token)
        #expect(late.status == 401)
        #expect(late["error"]?["status"] == "UNAUTHENTICATED")
    }

    @Test func `a token ends with its key, and the other keys' tokens go on`() async throws {
        let bench = try await ServiceAccountBench()
        let file = try await bench.keyFile()
        let second = try await bench.newKey(of: file.email)
        let (token, other) = (try await bench.token(file), try await bench.token(second))
        let path = "\(ServiceAccountBench.iam)/\(file.email)/keys"
        #expect(try await bench.operate(.get, path)["keys"]?.array?.count == 2)
        #expect(try await bench.operate(.delete, "\(path)/\(file.id)").status == 200)
        #expect(try await bench.operate(.delete, "\(path)/\(file.id)").status == 404)
        #expect(try await bench.look(token).status == 401)
        #expect(try await bench.trade(bench.assertion(file))["error_description"] == "Invalid JWT Signature.")
        #expect(try await bench.look(other).status == 200)
    }

    @Test func `a token ends with its account, also when the account is made again`() async throws {
        let bench = try await ServiceAccountBench()
        let file = try await bench.keyFile()
        let token = try await bench.token(file)
        #expect(try await bench.operate(.delete, "\(ServiceAccountBench.iam)/\(file.email)").status == 200)
        #expect(try await bench.look(token).status == 401)
        _ = try await bench.keyFile()
        #expect(try await bench.look(token).status == 401)
        #expect(try await bench.trade(bench.assertion(file))["error"] == "invalid_grant")
    }

    @Test(
        "a scope is needed, and it is Firebase's",
        arguments: [
            ("cloud-platform", 200), ("firebase", 200), ("identitytoolkit", 200), ("userinfo.email", 403), ("iam", 403),
            ("datastore", 403), ("firebase.database", 403),
        ]
    )
    func scopes(_ scope: String, _ status: Int) async throws {
        let bench = try await ServiceAccountBench()
        let token = try await bench.token(
            try await bench.keyFile(),
            scope: "https://www.googleapis.com/auth/\(scope)"
        )
        let answer = try await bench.look(token)
        #expect(answer.status == status)
        guard status == 403 else { return }
        #expect(answer.error == "INSUFFICIENT_PERMISSION : Request had insufficient authentication scopes.")
        #expect(answer["error"]?["status"] == "PERMISSION_DENIED")
        let user = try await bench.call(.post, "/v1/accounts:signUp?key=k", [:], token: token)
        #expect(user.status == 403)
    }

    @Test func `a token is good for its own project alone`() async throws {
        let other = try #require(ProjectID(rawValue: "demo-other"))
        let bench = try await ServiceAccountBench { $0.projects.append(other) }
        let token = try await bench.token(try await bench.keyFile("server", project: "demo-other"))
        #expect(try await bench.look(token, project: "demo-other").status == 200)
        let answer = try await bench.look(token)
        #expect(answer.status == 403)
        #expect(answer.error?.hasPrefix("INSUFFICIENT_PERMISSION : ") == true)
        #expect(try await bench.look(token, project: "demo-third").error == "PROJECT_NOT_FOUND")
        // A path that names no project means the caller's own.
        let body: JSONValue = ["localId": "made", "displayName": "Made"]
        let made = try await bench.call(.post, "/identitytoolkit.googleapis.com/v1/accounts:signUp", body, token: token)
        #expect(made.status == 200)
        let lookUp: JSONValue = ["localId": ["made"]]
        let path = "/identitytoolkit.googleapis.com/v1/projects/demo-other/accounts:lookup"
        #expect(try await bench.operate(.post, path, lookUp)["users"]?.array?.count == 1)
        let first = path.replacing("demo-other", with: "demo-test")
        #expect(try await bench.operate(.post, first, lookUp)["users"] == nil)
    }

    @Test func `a changed token, another server's, and a made-up one are refused`() async throws {
        let bench = try await ServiceAccountBench()
        let token = try await bench.token(try await bench.keyFile())
        let elsewhere = try await ServiceAccountBench()
        #expect(try await elsewhere.look(token).status == 401)
        let middle = token.index(token.startIndex, offsetBy: token.count / 2)
        var changed = token
        changed.replaceSubrange(middle...middle, with: token[middle] == "A" ? "B" : "A")
        for bad in [
            changed, token + "A", String(token.dropLast()), "ya29.", "ya29.AAAA",
            "ya29." + String(repeating: "A", count: 4000),
        ] {
            let answer = try await bench.look(bad)
            #expect(answer.status == 401)
            #expect(answer["error"]?["errors"]?.array?.first?["reason"] == "authError")
        }
    }

    @Test func `a service account cannot make accounts or keys that outlive its own`() async throws {
        let bench = try await ServiceAccountBench()
        let file = try await bench.keyFile()
        let token = try await bench.token(file)
        for (method, path) in [
            (.post, ServiceAccountBench.iam), (.get, ServiceAccountBench.iam),
            (.post, "\(ServiceAccountBench.iam)/\(file.email)/keys"),
            (.delete, "\(ServiceAccountBench.iam)/\(file.email)"),
        ] as [(HTTPMethod, String)] {
            let answer = try await bench.call(method, path, method == .post ? [:] : nil, token: token)
            #expect(answer.status == 403)
            #expect(answer.error?.hasPrefix("INSUFFICIENT_PERMISSION : ") == true)
            #expect(try await bench.client.send(method, path, method == .post ? [:] : nil).status == 401)
            #expect(try await bench.client.send(method, path + "?key=k", method == .post ? [:] : nil).status == 401)
        }
    }

    @Test func `the database alone shows no private key`() async throws {
        let bench = try await ServiceAccountBench()
        let file = try await bench.keyFile()
        #expect(file.document["private_key"]?.string?.contains("PRIVATE KEY") == true)
        let listed = try await bench.operate(.get, "\(ServiceAccountBench.iam)/\(file.email)/keys")
        #expect(!listed.text.contains("PRIVATE KEY"))
        #expect(listed["keys"]?.array?.first?["keyOrigin"] == "GOOGLE_PROVIDED")
    }

    @Test func `an official Admin SDK of another kind works against an emulator too`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        let path = ServiceAccountBench.iam
        let made = try await client.send(.post, path, ["accountId": "server"], ["Authorization": "Bearer owner"])
        #expect(made["email"] == .string(ServiceAccountBench.email))
    }
}

@Suite("The operator's service accounts", .inProcessAndLiveInLongRuns)
struct ServiceAccountEndpointTests {
    @Test(arguments: Carrier.allCases)
    func `accounts are made, listed page by page, and deleted`(_ carrier: Carrier) async throws {
        try await carrier.serve(configure: ServiceAccountBench.configure) { backend, client in
            let bench = ServiceAccountBench(backend, client)
            for name in ["server-c", "server-a", "server-b"] {
                let body: JSONValue = ["accountId": .string(name), "serviceAccount": ["displayName": "A server"]]
                let made = try await bench.operate(.post, ServiceAccountBench.iam, body)
                #expect(made["email"] == .string("\(name)@demo-test.iam.gserviceaccount.com"))
                #expect(made["displayName"] == "A server")
                #expect(made["uniqueId"]?.text.count == 21)
            }
            let page = try await bench.operate(.get, ServiceAccountBench.iam + "?pageSize=2")
            #expect(page["accounts"]?.array?.compactMap { $0["email"]?.text.prefix(8) } == ["server-a", "server-b"])
            let token = try #require(page["nextPageToken"]?.string)
            let rest = try await bench.operate(.get, ServiceAccountBench.iam + "?pageSize=2&pageToken=\(token)")
            #expect(rest["accounts"]?.array?.count == 1 && rest["nextPageToken"] == nil)
            let path = "\(ServiceAccountBench.iam)/server-a@demo-test.iam.gserviceaccount.com"
            #expect(try await bench.operate(.delete, path).status == 200)
            #expect(try await bench.operate(.delete, path).error == "Unknown service account")
        }
    }

    @Test(
        arguments: [
            [:], ["accountId": "short"], ["accountId": "Capital"], ["accountId": "1digit"], ["accountId": "hyphen-"],
            ["accountId": "a.dotted.name"], ["accountId": "a@b.example"],
            ["accountId": "waytoolongtobethenameofaserviceaccount"], ["accountId": 7], ["accountId": ["server"]],
            ["accountId": "server", "serviceAccount": ["displayName": .string(String(repeating: "x", count: 101))]],
        ] as [JSONValue]
    )
    func `a name that Google would not take is refused`(_ body: JSONValue) async throws {
        let answer = try await ServiceAccountBench().operate(.post, ServiceAccountBench.iam, body)
        #expect(answer.status == 400)
        #expect(answer["error"]?["status"] == "INVALID_ARGUMENT")
    }

    @Test func `a name is taken once`() async throws {
        let bench = try await ServiceAccountBench()
        _ = try await bench.keyFile()
        let again = try await bench.operate(.post, ServiceAccountBench.iam, ["accountId": "server"])
        #expect(again.status == 409)
        #expect(again["error"]?["status"] == "ALREADY_EXISTS")
    }

    @Test func `a key of the owner's own is uploaded, and signs`() async throws {
        let bench = try await ServiceAccountBench()
        let file = try await bench.keyFile()
        let key = try RSAPrivateKey.generate()
        let path = "\(ServiceAccountBench.iam)/\(file.email)/keys:upload"
        let body: JSONValue = ["publicKeyData": .string(Base64.encode(Array(try key.publicKey.pem().utf8), .standard))]
        let uploaded = try await bench.operate(.post, path, body)
        #expect(uploaded["keyOrigin"] == "USER_PROVIDED")
        #expect(try await bench.trade(bench.assertion(file, key: key)).status == 200)
        #expect(try await bench.operate(.post, path, body).status == 400)
        for bad in ["", "!", "LS0tLS1CRUdJTg=="] {
            #expect(try await bench.operate(.post, path, ["publicKeyData": .string(bad)]).status == 400)
        }
    }

    @Test func `an account has ten keys at most`() async throws {
        let bench = try await ServiceAccountBench()
        let file = try await bench.keyFile()
        let path = "\(ServiceAccountBench.iam)/\(file.email)/keys"
        for _ in 2...10 { #expect(try await bench.operate(.post, path, [:]).status == 200) }
        let one = try await bench.operate(.post, path, [:])
        #expect(one.status == 400)
        #expect(one["error"]?["status"] == "FAILED_PRECONDITION")
        for bad: JSONValue in [
            ["keyAlgorithm": "KEY_ALG_RSA_1024"], ["privateKeyType": "TYPE_PKCS12_FILE"], ["keyAlgorithm": 2],
        ] {
            #expect(try await bench.operate(.post, path, bad).status == 400)
        }
    }
}

@Suite("POST iamcredentials …:signBlob", .inProcessAndLiveInLongRuns)
struct SignBlobEndpointTests {
    private static let root = "/iamcredentials.googleapis.com/v1/projects/-/serviceAccounts"

    @Test(arguments: Carrier.allCases)
    func `signs custom tokens for servers without a key`(_ carrier: Carrier) async throws {
        try await carrier.serve(configure: ServiceAccountBench.configure) { backend, client in
            let bench = ServiceAccountBench(backend, client)
            let file = try await bench.keyFile()
            let token = try await bench.token(file)
            let now = backend.clock.now.seconds
            let claims: JSONValue = [
                "iss": .string(file.email), "sub": .string(file.email), "uid": "ada",
                "aud": "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit",
                "iat": .integer(now), "exp": .integer(now + 3600),
            ]
            let head = Base64.encode(Array(#"{"alg":"RS256","typ":"JWT"}"#.utf8))
            let message = "\(head).\(Base64.encode(JSON.serialize(claims)))"
            let payload: JSONValue = ["payload": .string(Base64.encode(Array(message.utf8), .standard))]
            let signed = try await bench.call(.post, "\(Self.root)/\(file.email):signBlob", payload, token: token)
            #expect(signed.status == 200)
            let again = try await bench.call(.post, "\(Self.root)/\(file.email):signBlob", payload, token: token)
            #expect(again["keyId"] == signed["keyId"] && signed["keyId"]?.string != file.id)
            let signature = try #require(Base64.decode((signed["signedBlob"]?.text ?? "").utf8, .standard))
            let custom: JSONValue = ["token": .string("\(message).\(Base64.encode(signature))")]
            let session = try await client.user("accounts:signInWithCustomToken", custom)
            #expect(session.status == 200)
            // The server's key is for the account's users, and gets no access token.
            let assertion = try await bench.trade("\(message).\(Base64.encode(signature))")
            #expect(assertion["error_description"] == "Invalid JWT Signature.")
            #expect(
                try await bench.operate(.get, "\(ServiceAccountBench.iam)/\(file.email)/keys")["keys"]?.array?.count
                    == 1
            )
        }
    }

    @Test func `needs a scope, a payload, and an account of the project`() async throws {
        let other = try #require(ProjectID(rawValue: "demo-other"))
        let bench = try await ServiceAccountBench { $0.projects.append(other) }
        let file = try await bench.keyFile()
        let stranger = try await bench.keyFile("stranger", project: "demo-other")
        let token = try await bench.token(file)
        let path = "\(Self.root)/\(file.email):signBlob"
        let body: JSONValue = ["payload": "YWJj"]
        #expect(try await bench.client.send(.post, path, body).status == 401)
        let narrow = try await bench.token(file, scope: "https://www.googleapis.com/auth/firebase")
        #expect(try await bench.call(.post, path, body, token: narrow).status == 403)
        let iam = try await bench.token(file, scope: "https://www.googleapis.com/auth/iam")
        #expect(try await bench.call(.post, path, body, token: iam).status == 200)
        for name in [stranger.email, "absent@demo-test.iam.gserviceaccount.com", "1"] {
            let answer = try await bench.call(.post, "\(Self.root)/\(name):signBlob", body, token: token)
            #expect(answer.status == 403)
            #expect(
                answer.error == "Permission 'iam.serviceAccounts.signBlob' denied on resource (or it may not exist)."
            )
        }
        let delegated: JSONValue = ["payload": "YWJj", "delegates": ["projects/-/serviceAccounts/x"]]
        #expect(try await bench.call(.post, path, delegated, token: token).status == 403)
        for bad: JSONValue in [[:], ["payload": ""], ["payload": "YW-_"], ["payload": "YWI"], ["payload": 7]] {
            let answer = try await bench.call(.post, path, bad, token: token)
            #expect(answer.status == 400)
            #expect(answer["error"]?["status"] == "INVALID_ARGUMENT")
        }
    }

    @Test func `believes custom tokens of its own project's accounts alone`() async throws {
        let other = try #require(ProjectID(rawValue: "demo-other"))
        let bench = try await ServiceAccountBench { $0.projects.append(other) }
        let stranger = try await bench.keyFile("stranger", project: "demo-other")
        let now = bench.backend.clock.now.seconds
        var claims = JSONObject()
        for (name, value) in [
            ("iss", .string(stranger.email)), ("sub", .string(stranger.email)), ("uid", "ada"),
            ("aud", "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"),
            ("iat", .integer(now)), ("exp", .integer(now + 3600)),
        ] as [(String, JSONValue)] {
            claims[name] = value
        }
        let token = try TokenMint.rs256(stranger.key).mint(claims).reveal()
        let body: JSONValue = ["token": .string(token)]
        #expect(try await bench.client.user("accounts:signInWithCustomToken", body).error == "CREDENTIAL_MISMATCH")
        var own = bench.client
        own.key = "demo-other"
        #expect(try await own.user("accounts:signInWithCustomToken", body).status == 200)
    }
}

@Suite("The metadata address", .inProcessAndLiveInLongRuns)
struct MetadataServiceTests {
    private static let root = "/computeMetadata/v1"

    private func ask(
        _ service: MetadataService,
        _ path: String,
        _ fields: HTTPFields = ["Metadata-Flavor": "Google"],
        method: HTTPMethod = .get
    ) async -> TestClient.Answer {
        TestClient.Answer(await service.handle(HTTPRequest(method, target: path, fields: fields)))
    }

    @Test func `tells who the machine is, and gives it a token`() async throws {
        let bench = try await ServiceAccountBench()
        let file = try await bench.keyFile()
        let service = try await bench.backend.backend.metadataService(for: file.email)
        let ping = await ask(service, "/", [:])
        #expect(ping.status == 200 && ping.fields["metadata-flavor"] == "Google")
        #expect(await ask(service, Self.root + "/project/project-id").text == "demo-test")
        let account = Self.root + "/instance/service-accounts/default"
        #expect(await ask(service, account + "/email").text == file.email)
        #expect(await ask(service, account + "/?recursive=true")["email"] == .string(file.email))
        let answer = await ask(service, account + "/token?scopes=\(ServiceAccountBench.cloudPlatform)")
        #expect(answer["token_type"] == "Bearer")
        let token = try #require(answer["access_token"]?.string)
        #expect(try await bench.look(token).status == 200)
        #expect(await ask(service, "\(Self.root)/instance/service-accounts/\(file.email)/token").status == 200)
        #expect(try await bench.operate(.delete, "\(ServiceAccountBench.iam)/\(file.email)").status == 200)
        #expect(try await bench.look(token).status == 401)
        #expect(await ask(service, account + "/token").status == 404)
    }

    @Test func `answers neither pages nor proxies nor anything else`() async throws {
        let bench = try await ServiceAccountBench()
        let file = try await bench.keyFile()
        let service = try await bench.backend.backend.metadataService(for: file.email)
        let path = Self.root + "/instance/service-accounts/default/token"
        let flavor = ("Metadata-Flavor", "Google")
        for fields: HTTPFields in [
            [:], HTTPFields(dictionaryLiteral: flavor, ("X-Forwarded-For", "192.0.2.1")),
            HTTPFields(dictionaryLiteral: flavor, ("Host", "evil.example")),
            HTTPFields(dictionaryLiteral: flavor, ("Via", "1.1 proxy")),
        ] {
            #expect(await ask(service, path, fields).status == 403)
        }
        #expect(await ask(service, path, method: .post).status == 404)
        for path in ["/x", Self.root, Self.root + "/instance/service-accounts/other/token", path + "/more"] {
            #expect(await ask(service, path).status == 404)
        }
        // The server's own port knows nothing of it.
        #expect(try await bench.client.send(.get, path, nil, ["Metadata-Flavor": "Google"]).status == 404)
        await #expect(throws: BackendError.self) {
            _ = try await bench.backend.backend.metadataService(for: "absent@example.com")
        }
    }
}
