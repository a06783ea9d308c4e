import HearthBackend
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

@Suite("POST oauth2.googleapis.com/token", .inProcessAndLiveInLongRuns)
struct TokenEndpointTests {
    @Test(arguments: Carrier.allCases)
    func `a key file gets a token, and the token administers`(_ carrier: Carrier) async throws {
        try await carrier.serve(configure: ServiceAccountBench.configure) { backend, client in
            let bench = ServiceAccountBench(backend, client)
            let file = try await bench.keyFile()
            #expect(file.document["type"] == "service_account")
            #expect(file.document["project_id"] == "demo-test")
            #expect(file.document["token_uri"] == "https://hearth.example/oauth2.googleapis.com/token")
            for path in [
                "/oauth2.googleapis.com/token", "/www.googleapis.com/oauth2/v4/token", "/token", "/oauth2/v4/token",
            ] {
                let answer = try await bench.trade(bench.assertion(file), at: path)
                #expect(answer.status == 200)
                #expect(answer["token_type"] == "Bearer")
                #expect(answer["expires_in"] == 3599)
                #expect(answer.fields["cache-control"] == "no-store")
                let token = try #require(answer["access_token"]?.string)
                #expect(token.hasPrefix("ya29."))
                #expect(try await bench.look(token).status == 200)
            }
        }
    }

    @Test(
        arguments: [
            ["aud": "https://www.googleapis.com/oauth2/v4/token"],
            ["aud": "https://accounts.google.com/o/oauth2/token"],
            ["aud": "https://hearth.example/oauth2.googleapis.com/token"], ["sub": .string(ServiceAccountBench.email)],
        ] as [JSONValue]
    )
    func `accepts what the SDKs write`(_ more: JSONValue) async throws {
        let bench = try await ServiceAccountBench()
        let file = try await bench.keyFile()
        #expect(try await bench.trade(bench.assertion(file, more)).status == 200)
    }

    private static let time =
        "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. "
        + "Check your iat and exp values in the JWT claim."
    private static let scope = "Invalid OAuth scope or ID token audience provided."

    @Test(
        "an assertion that is not right gets no token",
        arguments: [
            (["iss": "absent@demo-test.iam.gserviceaccount.com"], "invalid_grant", "Invalid grant: account not found"),
            (["iss": .null], "invalid_grant", "Invalid grant: account not found"),
            (["iss": 7], "invalid_grant", "Invalid grant: account not found"),
            (["aud": "https://hearth.example"], "invalid_grant", "Invalid JWT: Failed audience check."),
            (["aud": .null], "invalid_grant", "Invalid JWT: Failed audience check."),
            (["aud": ["https://oauth2.googleapis.com/token"]], "invalid_grant", "Invalid JWT: Failed audience check."),
            (["exp": .null], "invalid_grant", time),
            (["iat": .null], "invalid_grant", time),
            (["exp": "soon"], "invalid_grant", time),
            (["iat": 0], "invalid_grant", time),
            (["iat": .integer(.min)], "invalid_grant", time),
            (["exp": .integer(.max)], "invalid_grant", time),
            (["scope": ""], "invalid_scope", scope),
            (["scope": .null], "invalid_scope", scope),
            (["scope": "https://www.googleapis.com/auth/everything"], "invalid_scope", scope),
            (["scope": "cloud-platform"], "invalid_scope", scope),
            (["scope": .null, "target_audience": "https://run.app"], "invalid_scope", scope),
        ] as [(JSONValue, String, String)]
    )
    func refusals(_ more: JSONValue, _ error: String, _ words: String) async throws {
        let bench = try await ServiceAccountBench()
        let file = try await bench.keyFile()
        let answer = try await bench.trade(bench.assertion(file, more))
        #expect(answer.status == 400)
        #expect(answer["error"] == .string(error))
        #expect(answer["error_description"] == .string(words))
        #expect(answer["access_token"] == nil)
    }

    @Test func `an assertion counts for an hour, and not before its time`() async throws {
        let bench = try await ServiceAccountBench()
        let file = try await bench.keyFile()
        let now = bench.backend.clock.now.seconds
        func status(_ start: Int64, _ end: Int64) async throws -> Int {
            let times: JSONValue = ["iat": .integer(now + start), "exp": .integer(now + end)]
            return try await bench.trade(bench.assertion(file, times)).status
        }
        #expect(try await status(0, 3600) == 200)
        #expect(try await status(0, 3601) == 400)
        #expect(try await status(-3599, 1) == 200)
        #expect(try await status(-3600, 0) == 400)
        #expect(try await status(60, 3660) == 200)
        #expect(try await status(61, 3600) == 400)
    }

    @Test func `delegation is refused`() async throws {
        let bench = try await ServiceAccountBench()
        let file = try await bench.keyFile()
        let answer = try await bench.trade(bench.assertion(file, ["sub": "ada@example.com"]))
        #expect(answer.status == 401)
        #expect(answer["error"] == "unauthorized_client")
    }

    @Test func `another's signature, none, and a confused one get no token`() async throws {
        let bench = try await ServiceAccountBench()
        let file = try await bench.keyFile()
        let other = try await bench.keyFile("another")
        let payload = try #require(bench.assertion(file).split(separator: ".").dropFirst().first)
        let none = Base64.encode(Array(#"{"alg":"none"}"#.utf8))
        let headed = Base64.encode(Array(#"{"alg":"RS256","jwk":{}}"#.utf8))
        let right = try bench.assertion(file)
        for assertion in [
            try bench.assertion(file, key: other.key), "\(none).\(payload).", "\(headed).\(payload).AAAA",
            String(right.dropLast(2)), "x", "a.b.c", String(repeating: "a", count: 40_000),
        ] {
            let answer = try await bench.trade(assertion)
            #expect(answer.status == 400)
            #expect(answer["error"] == "invalid_grant")
            #expect(answer["error_description"] == "Invalid JWT Signature.")
        }
    }

    @Test(
        arguments: [
            ([:], "invalid_request", "Missing parameter: grant_type"),
            (["grant_type": "refresh_token"], "unsupported_grant_type", "Invalid grant_type: refresh_token"),
            (
                ["grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer"], "invalid_request",
                "Missing parameter: assertion"
            ),
        ] as [(FormParameters, String, String)]
    )
    func `a form that is not right is refused in OAuth's words`(
        _ form: FormParameters,
        _ error: String,
        _ words: String
    ) async throws {
        let answer = try await ServiceAccountBench().post(form)
        #expect(answer.status == 400)
        #expect(answer["error"] == .string(error))
        #expect(answer["error_description"] == .string(words))
    }

    @Test func `a body of another kind, or without an end, is refused`() async throws {
        let bench = try await ServiceAccountBench()
        for text in ["{\"grant_type\":1}", "%FF=%FE", String(repeating: "a=b&", count: 2000)] {
            #expect(try await bench.client.send(.post, "/oauth2.googleapis.com/token", text: text).status == 400)
        }
        let long = String(repeating: "a", count: 70_000)
        #expect(try await bench.client.send(.post, "/oauth2.googleapis.com/token", text: long).status == 413)
        #expect(try await bench.client.send(.get, "/oauth2.googleapis.com/token").status == 404)
    }
}
