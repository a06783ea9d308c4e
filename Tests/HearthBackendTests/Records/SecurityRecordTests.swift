import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("What an operator is told of attacks", .inProcessAndLive)
struct SecurityRecordTests {
    private static let stranger = "203.0.113.9"
    private static let owner = "198.51.100.7"

    /// A strict backend whose log is read.
    private struct Bench {
        let backend: TestBackend
        let client: TestClient
        private let lines = Locked<[String]>([])

        init(_ configure: (inout BackendConfiguration) -> Void = { _ in }) async throws {
            var probe = BackendProbe()
            let lines = lines
            probe.logged = { _, line in lines.withLock { $0.append(line) } }
            backend = try await TestBackend(probe: probe) {
                $0.profile = .strict
                configure(&$0)
                if TestWire.current != nil { $0.trustedProxies.append("127.0.0.1") }
            }
            client = TestClient(backend)
        }

        /// The lines about safety since they were last asked for.
        func take() -> [String] {
            lines.withLock { lines in
                defer { lines = [] }
                return lines.filter { $0.hasPrefix("security ") }
            }
        }

        /// The lines, each as its event and operation alone.
        func events() -> [String] { take().map { "\(Self.field("event", $0)) \(Self.field("operation", $0))" } }

        static func field(_ name: String, _ line: String) -> String {
            let parts = line.split(separator: " ").filter { $0.hasPrefix("\(name)=") }
            return parts.first.map { String($0.dropFirst(name.utf8.count + 1)) } ?? ""
        }
    }

    @Test func `sign-ins that succeed and fail, and clients that have to wait`() async throws {
        let bench = try await Bench()
        let client = bench.client.calling(from: Self.owner)
        let ada = try await client.signUp("ada@example.com")
        #expect(bench.events() == ["account-created SignUp", "sign-in SignUp"])
        _ = try await client.signIn("ada@example.com")
        let line = try #require(bench.take().first)
        #expect(Bench.field("event", line) == "sign-in" && Bench.field("method", line) == "password")
        #expect(Bench.field("account", line) == ada.uid && Bench.field("by", line) == "user")
        #expect(Bench.field("project", line) == "demo-test" && Bench.field("tenant", line).isEmpty)
        let stranger = bench.client.calling(from: Self.stranger)
        for _ in 0..<12 { _ = try await stranger.signIn("ada@example.com", "wrong1") }
        let lines = bench.take()
        #expect(
            lines.prefix(10).allSatisfy { $0.hasPrefix("security event=refused operation=SignInWithPassword by=user") }
        )
        #expect(lines.prefix(10).allSatisfy { Bench.field("code", $0) == "INVALID_LOGIN_CREDENTIALS" })
        #expect(lines.dropFirst(10).map { Bench.field("event", $0) } == ["locked-out", "locked-out"])
        // All of one client, which is another one than the owner's.
        #expect(Set(lines.map { Bench.field("client", $0) }).count == 1)
        #expect(Bench.field("client", lines[0]) != Bench.field("client", line))
    }

    @Test func `changes of an account, by whom, and that its sessions ended`() async throws {
        let bench = try await Bench()
        let user = try await bench.client.signUp("ada@example.com")
        _ = bench.take()
        #expect(try await bench.client.update(user, ["password": "secret2"]).status == 200)
        #expect(bench.events() == ["password-changed UpdateAccount", "sessions-ended UpdateAccount"])
        let id = JSONValue.string(user.uid)
        let since = JSONValue.string("\(bench.backend.clock.now.seconds)")
        #expect(try await bench.client.admin("accounts:update", ["localId": id, "validSince": since]).status == 200)
        let lines = bench.take()
        #expect(lines.map { Bench.field("event", $0) } == ["sessions-ended", "administration"])
        #expect(lines.allSatisfy { Bench.field("by", $0) == "operator" })
        #expect(Bench.field("account", lines[0]) == user.uid)
        #expect(try await bench.client.admin("accounts:update", ["localId": id, "disableUser": true]).status == 200)
        #expect(
            bench.events() == [
                "account-disabled UpdateAccount", "sessions-ended UpdateAccount", "administration UpdateAccount",
            ]
        )
        #expect(try await bench.client.signIn("ada@example.com", "secret2").error == "USER_DISABLED")
        #expect(bench.events() == ["refused SignInWithPassword"])
        #expect(try await bench.client.admin("accounts:delete", ["localId": id]).status == 200)
        #expect(bench.events() == ["account-deleted DeleteAccount", "administration DeleteAccount"])
    }

    @Test func `a reset by mail, and codes that are not right`() async throws {
        let bench = try await Bench()
        _ = try await bench.client.signUp("ada@example.com")
        let code = try await bench.client.code("PASSWORD_RESET", ["email": "ada@example.com"])
        _ = bench.take()
        let reset: JSONValue = ["oobCode": .string(code), "newPassword": "secret2"]
        #expect(try await bench.client.user("accounts:resetPassword", reset).status == 200)
        #expect(bench.events() == ["password-changed ResetPassword", "sessions-ended ResetPassword"])
        #expect(try await bench.client.user("accounts:resetPassword", reset).error == "INVALID_OOB_CODE")
        #expect(bench.events() == ["refused ResetPassword"])
        // What an app gets wrong is no attack: it is counted, and has no line.
        #expect(try await bench.client.user("accounts:signUp", ["email": "x"]).status == 400)
        #expect(bench.take() == [])
    }

    @Test func `administrators' writes and refused administrators, and no reads`() async throws {
        let bench = try await Bench(ServiceAccountBench.configure)
        let servers = ServiceAccountBench(bench.backend, bench.client)
        let path = "/identitytoolkit.googleapis.com/v1/projects/demo-test/accounts"
        #expect(try await servers.operate(.post, path, ["email": "ada@example.com"]).status == 200)
        #expect(bench.events() == ["account-created SignUp", "administration SignUp"])
        #expect(try await servers.operate(.post, "\(path):lookup", ["email": ["ada@example.com"]]).status == 200)
        #expect(bench.take() == [])
        #expect(try await servers.call(.post, path, ["email": "eve@example.com"], token: "owner").status == 401)
        let line = try #require(bench.take().first)
        #expect(line.hasPrefix("security event=refused operation=SignUp by=user"))
        #expect(Bench.field("status", line) == "401")
        #expect(try await servers.call(.get, "/metrics", token: "owner").status == 401)
        #expect(try await bench.client.send(.get, "/metrics").status == 401)
    }

    @Test func `nothing that is secret or personal`() async throws {
        let bench = try await Bench()
        let client = bench.client.calling(from: Self.owner)
        _ = try await bench.client.admin(
            "accounts",
            ["localId": "ada@example.com", "email": "a@example.com", "password": "secret1"]
        )
        let user = try TestUser(try await client.signIn("a@example.com"))
        let code = try await bench.client.code("PASSWORD_RESET", ["email": "a@example.com"])
        _ = try await client.signIn("a@example.com", "wrong-password-1")
        _ = try await client.refresh(user.refreshToken + "x")
        _ = try await client.user("accounts:lookup", ["idToken": .string(user.idToken + "x")])
        _ = try await client.user("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
        _ = try await client.user("accounts:signInWithPhoneNumber", ["sessionInfo": "made-up", "code": "123456"])
        _ = try await client.user("accounts:resetPassword", ["oobCode": .string(code), "newPassword": "secret2"])
        _ = try await client.user("accounts:signUp?%0D%0Asecurity%20event=forged", ["tenantId": "no\r\ntenant"])
        let text = bench.take().joined(separator: "\n")
        #expect(text.contains("event=sign-in") && text.contains("code=INVALID_REFRESH_TOKEN"))
        for secret in [
            "example.com", "secret1", "secret2", "wrong-password-1", "15555550100", "123456", "made-up", Self.owner,
            "198.51.100", "forged", code, String(user.idToken.suffix(40)), user.refreshToken,
        ] {
            #expect(!text.contains(secret), "\(secret) stands in the log")
        }
        for line in text.split(separator: "\n") {
            #expect(line.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } && line.utf8.count < 400)
        }
    }

    @Test func `a flood in numbers, not in lines`() async throws {
        let bench = try await Bench()
        for _ in 0..<300 { _ = try await bench.client.user("accounts:resetPassword", ["oobCode": "wrong"]) }
        #expect(bench.take().count == 120)
        bench.backend.clock.advance(by: .minutes(1))
        _ = try await bench.client.user("accounts:resetPassword", ["oobCode": "wrong"])
        let lines = bench.take()
        #expect(lines.first == "security event=lines-left-out count=180")
        #expect(lines.count == 2)
        let metrics = try await bench.client.send(.get, "/metrics", nil, ["Authorization": "Bearer owner"])
        #expect(metrics.text.contains("hearth_refusals_total{status=\"400\",reason=\"INVALID_OOB_CODE\"} 301\n"))
    }

    @Test func `numbers for monitoring, in both profiles, to the operator alone`() async throws {
        for profile in BackendConfiguration.Profile.allCases {
            let bench = try await Bench { $0.profile = profile }
            let user = try await bench.client.signUp("ada@example.com")
            _ = try await bench.client.signIn("ada@example.com")
            _ = try await bench.client.signIn("ada@example.com", "wrong1")
            _ = try await bench.client.admin("accounts:update", ["localId": .string(user.uid), "disableUser": true])
            _ = try await bench.client.send(.get, "/nothing")
            let metrics = try await bench.client.send(.get, "/metrics", nil, ["Authorization": "Bearer owner"])
            #expect(metrics.fields["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
            let numbers = metrics.text.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasSuffix(" 0") }
            let wrong = profile == .strict ? "INVALID_LOGIN_CREDENTIALS" : "INVALID_PASSWORD"
            var expected = [
                "hearth_security_events_total{event=\"account-created\"} 1",
                "hearth_security_events_total{event=\"account-disabled\"} 1",
                "hearth_security_events_total{event=\"sign-in\"} 2", "hearth_administration_writes_total 1",
                "hearth_refusals_total{status=\"400\",reason=\"\(wrong)\"} 1",
                "hearth_refusals_total{status=\"404\",reason=\"OTHER\"} 1",
            ]
            if profile == .strict { expected.insert("hearth_security_events_total{event=\"sessions-ended\"} 1", at: 2) }
            #expect(numbers.map(String.init) == expected)
            if profile == .lenient { #expect(bench.take() == []) }
        }
    }

    @Test func `nothing that was undone`() async throws {
        let bench = try await Bench()
        _ = try await bench.client.signUp("ada@example.com")
        _ = bench.take()
        #expect(
            try await bench.client.user("accounts:signUp", ["email": "ada@example.com", "password": "secret1"]).status
                == 400
        )
        #expect(bench.events().allSatisfy { !$0.hasPrefix("account-created") })
    }
}
