import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@testable import HearthBackend

@Suite("The configuration of blocking functions")
struct BlockingConfigurationTests {
    private static let refused: [(JSONValue, String)] = {
        let event = "INVALID_BLOCKING_FUNCTION : ((Event type is invalid.))"
        let address = "INVALID_BLOCKING_FUNCTION : ((Expected an absolute URI with valid scheme and host.))"
        let audience: JSONValue = ["functionUri": "https://a.example", "audience": "demo-test"]
        func trigger(_ value: JSONValue, _ name: String = "beforeCreate") -> JSONValue { ["triggers": [name: value]] }
        return [
            (trigger(["functionUri": "https://a.example"], "afterCreate"), event),
            (trigger(["functionUri": "nowhere"]), address), (trigger(["functionUri": "/hook"]), address),
            (trigger(["functionUri": 7]), address), (trigger([:]), address), (trigger("https://a.example"), address),
            (["triggers": []], "blockingFunctions.triggers: an object is expected"),
            ("x", "blockingFunctions: an object is expected"),
            (trigger(audience), "INVALID_BLOCKING_FUNCTION : audience: an absolute URI is expected"),
        ]
    }()

    @Test(arguments: refused)
    func `is checked, also if the mask leaves it out`(_ functions: JSONValue, _ error: String) async throws {
        let client = TestClient(try await TestBackend())
        for mask in ["blockingFunctions", "signIn.allowDuplicateEmails"] {
            let answer = try await client.config(.patch, ["blockingFunctions": functions], mask: mask)
            #expect(answer.status == 400 && answer.error == error, "\(answer.text)")
        }
    }

    @Test(arguments: ["beforeCreate", "beforeSignIn", "beforeSendEmail", "beforeSendSms"])
    func `takes every event, and another audience`(_ event: String) async throws {
        let (_, client, _) = try await FakeFunction.bench(triggers: [event])
        let functions: JSONValue = [
            "triggers": [event: ["functionUri": "https://a.example/f", "audience": "https://x.cloudfunctions.net/f"]]
        ]
        #expect(try await client.setFunctions(functions).status == 200)
        let kept = try await client.config(.get)
        #expect(kept["blockingFunctions"]?["triggers"]?[event]?["functionUri"] == "https://a.example/f")
    }

    @Test(
        "strict calls https and public addresses alone",
        arguments: [
            "http://functions.example.com", "https://localhost/f", "https://127.0.0.1/f", "https://[::1]/f",
            "https://10.0.0.1", "https://172.16.0.1", "https://192.168.1.1", "https://169.254.169.254/computeMetadata",
            "https://[fd00::1]", "https://[fe80::1]", "https://[::ffff:127.0.0.1]", "https://2130706433/",
            "https://0x7f.0.0.1", "https://127.1", "https://intranet/f", "https://db.internal", "https://0.0.0.0",
            "https://a.example@127.0.0.1/", "https://a.example\\@127.0.0.1/", "file:///etc/passwd", "ftp://a.example/",
            "https://100.64.0.1", "https://[2002:7f00:1::]", "https://[64:ff9b::7f00:1]", "https://a.example/#f",
        ]
    )
    func strict(_ url: String) async throws {
        let (_, client) = try await TestClient.strict()
        let functions: JSONValue = ["triggers": ["beforeCreate": ["functionUri": .string(url)]]]
        let answer = try await client.setFunctions(functions)
        #expect(answer.status == 400)
        #expect(answer.error?.hasPrefix("INVALID_BLOCKING_FUNCTION : ") == true)
    }

    @Test func `the operator allows hosts, and no others`() async throws {
        let (_, client) = try await TestClient.strict { $0.internalHosts = ["functions.internal", "127.0.0.1"] }
        func status(_ url: String) async throws -> Int {
            try await client.setFunctions(["triggers": ["beforeCreate": ["functionUri": .string(url)]]]).status
        }
        #expect(try await status("http://functions.internal:8080/f") == 200)
        #expect(try await status("http://127.0.0.1:5001/f") == 200)
        #expect(try await status("http://127.0.0.2:5001/f") == 400)
        #expect(try await status("https://functions.example.com/f") == 200)
    }

    @Test(
        arguments: [
            ("8.8.8.8", true), ("127.0.0.1", false), ("10.1.2.3", false), ("100.64.0.1", false),
            ("169.254.169.254", false),
            ("172.31.255.255", false), ("172.32.0.1", true), ("192.168.0.1", false), ("224.0.0.1", false),
            ("255.255.255.255", false), ("0.0.0.0", false), ("198.18.0.1", false), ("::1", false), ("::", false),
            ("2606:4700::1111", true), ("fc00::1", false), ("fe80::1", false), ("ff02::1", false),
            ("2001:db8::1", false),
            ("2002:0a00:0001::", false), ("64:ff9b::0a00:1", false), ("::ffff:10.0.0.1", false),
            ("::ffff:8.8.8.8", true),
        ]
    )
    func `knows public addresses`(_ text: String, _ isPublic: Bool) throws {
        let address = try #require(IPAddress(text))
        #expect(address.isPublic == isPublic)
        #expect(PublicAddress.contains(address.bytes) == isPublic)
    }
}
