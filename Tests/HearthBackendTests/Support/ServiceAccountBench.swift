import HearthBackend
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

/// A production server, its operator, and what a service account's SDK does.
struct ServiceAccountBench: Sendable {
    static let operatorToken = "0123456789abcdef0123456789abcdef"
    static let email = "server@demo-test.iam.gserviceaccount.com"
    static let iam = "/iam.googleapis.com/v1/projects/demo-test/serviceAccounts"
    static let cloudPlatform = "https://www.googleapis.com/auth/cloud-platform"
    static let googleAudience = "https://oauth2.googleapis.com/token"

    let backend: TestBackend
    let client: TestClient

    init(_ configure: (inout BackendConfiguration) -> Void = { _ in }) async throws {
        (backend, client) = try await TestClient.strict {
            $0.isEmulator = false
            $0.administratorToken = Secret(Self.operatorToken)
            configure(&$0)
        }
    }

    init(_ backend: TestBackend, _ client: TestClient) {
        self.backend = backend
        self.client = client
    }

    /// A configuration like this bench's.
    static func configure(_ configuration: inout BackendConfiguration) {
        configuration.profile = .strict
        configuration.isEmulator = false
        configuration.administratorToken = Secret(operatorToken)
    }

    /// Calls as the operator.
    func operate(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil) async throws -> TestClient.Answer {
        try await call(method, path, body, token: Self.operatorToken)
    }

    /// Calls with a bearer token.
    func call(
        _ method: HTTPMethod,
        _ path: String,
        _ body: JSONValue? = nil,
        token: String
    ) async throws -> TestClient.Answer {
        try await client.send(method, path, body, ["Authorization": "Bearer \(token)"])
    }

    /// Makes a service account with a key, and returns its key file.
    func keyFile(_ name: String = "server", project: String = "demo-test") async throws -> KeyFileContent {
        let path = "/iam.googleapis.com/v1/projects/\(project)/serviceAccounts"
        let made = try await operate(.post, path, ["accountId": .string(name)])
        try #require(made.status == 200, "\(made.text)")
        return try await newKey(of: made["email"]?.text ?? "", project: project)
    }

    /// Makes another key for an account.
    func newKey(of email: String, project: String = "demo-test") async throws -> KeyFileContent {
        let path = "/iam.googleapis.com/v1/projects/\(project)/serviceAccounts/\(email)/keys"
        let made = try await operate(.post, path, [:])
        let bytes = try #require(Base64.decode((made["privateKeyData"]?.text ?? "").utf8, .standard))
        return try KeyFileContent(try JSON.parse(bytes))
    }

    /// What a key file says.
    struct KeyFileContent: Sendable {
        let document: JSONValue
        let email: String
        let id: String
        let key: RSAPrivateKey

        init(_ document: JSONValue) throws {
            self.document = document
            email = try #require(document["client_email"]?.string)
            id = try #require(document["private_key_id"]?.string)
            key = try RSAPrivateKey(pem: Secret(try #require(document["private_key"]?.string)))
        }
    }

    /// The assertion that google-auth makes of a key file; `null` takes a claim away.
    func assertion(_ file: KeyFileContent, _ more: JSONValue = [:], key: RSAPrivateKey? = nil) throws -> String {
        let now = backend.clock.now.seconds
        var claims = JSONObject()
        claims["iss"] = .string(file.email)
        claims["aud"] = .string(Self.googleAudience)
        claims["iat"] = .integer(now)
        claims["exp"] = .integer(now + 3600)
        claims["scope"] = .string(Self.cloudPlatform)
        for member in more.object?.members ?? [] {
            claims[member.name] = member.value == .null ? Optional<JSONValue>.none : member.value
        }
        return try TokenMint.rs256(key ?? file.key, keyIdentifier: file.id).mint(claims).reveal()
    }

    /// Asks for an access token.
    func trade(_ assertion: String, at path: String = "/oauth2.googleapis.com/token") async throws -> TestClient.Answer
    {
        let form: FormParameters = [
            "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion": assertion,
        ]
        return try await post(form, at: path)
    }

    func post(_ form: FormParameters, at path: String = "/oauth2.googleapis.com/token") async throws
        -> TestClient.Answer
    {
        try await client.send(.post, path, text: form.encoded, type: "application/x-www-form-urlencoded")
    }

    /// The access token of a key file.
    func token(_ file: KeyFileContent, scope: String = cloudPlatform) async throws -> String {
        let answer = try await trade(assertion(file, ["scope": .string(scope)]))
        try #require(answer.status == 200, "\(answer.text)")
        return try #require(answer["access_token"]?.string)
    }

    /// An administrator's call that changes nothing.
    func look(_ token: String, project: String = "demo-test") async throws -> TestClient.Answer {
        let path = "/identitytoolkit.googleapis.com/v1/projects/\(project)/accounts:lookup"
        return try await call(.post, path, ["localId": ["x"]], token: token)
    }
}
