import HearthAuth
import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// Rules for passwords, shown by the client and enforced by the backend.
@Suite("A client, its backend and passwords")
struct PasswordPolicyTests {
    let backend: TestBackend
    let auth: Auth

    init() async throws {
        backend = try await TestBackend()
        auth = Auth(backend)
    }

    private func enforce(_ options: JSONValue) async throws {
        let policy: JSONValue = [
            "passwordPolicyConfig": [
                "passwordPolicyEnforcementState": "ENFORCE",
                "passwordPolicyVersions": [["customStrengthOptions": options]],
            ]
        ]
        let request = HTTPRequest(
            .patch,
            target: "/identitytoolkit.googleapis.com/v2/projects/demo-test/config",
            fields: ["Authorization": "Bearer owner", "Content-Type": "application/json"],
            body: JSON.serialize(policy)
        )
        try #require(try await backend.transport.send(request).status == 200)
    }

    private func signUp(_ password: String) async -> AuthError? {
        await failure { () throws(AuthError) in
            try await Auth(backend).createUser(withEmail: "\(UInt64.random(in: 0 ... .max))@x.com", password: password)
        }
    }

    @Test(arguments: 0..<8)
    func `both ends come to the same verdict`(_ seed: Int) async throws {
        var random = Xorshift(seed)
        for _ in 0..<5 {
            try await enforce(random.options())
            let auth = Auth(backend)
            for _ in 0..<12 {
                let password = random.password()
                let verdict = try await auth.validatePassword(password)
                let error = await signUp(password)
                #expect((error == nil) == verdict.isValid, "\(password) \(verdict)")
                if let error { #expect(error.code == .passwordDoesNotMeetRequirements) }
            }
        }
    }

    @Test func `the rules are asked for once, and again when they were broken`() async throws {
        #expect(try await auth.validatePassword("secret").isValid)
        try await enforce(["minPasswordLength": 10])
        #expect(try await auth.validatePassword("secret").isValid, "the rules are remembered")
        let error = await failure { () throws(AuthError) in
            try await auth.createUser(withEmail: "eve@example.com", password: "secret")
        }
        #expect(error?.code == .passwordDoesNotMeetRequirements)
        #expect(error?.serverDetail?.contains("at least 10 characters") == true)
        let policy = try await auth.passwordPolicy()
        #expect(policy.minimumLength == 10 && policy.isEnforced)
        #expect(try await !auth.validatePassword("secret").isValid)
    }

    @Test func `without the service no one knows the rules`() async throws {
        backend.fail(next: try .operation("passwordPolicy"), with: .offline)
        #expect(await code { () throws(AuthError) in try await auth.validatePassword("x") } == .networkError)
    }
}

/// Policies and passwords that are often just right or just wrong.
private struct Xorshift {
    private var state: UInt64

    init(_ seed: Int) {
        state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    private mutating func number(below limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(limit))
    }

    private mutating func coin() -> Bool { number(below: 2) == 0 }

    mutating func options() -> JSONValue {
        var options = JSONObject()
        let minimum = 6 + number(below: 5)
        options["minPasswordLength"] = .integer(Int64(minimum))
        if coin() { options["maxPasswordLength"] = .integer(Int64(minimum + number(below: 6))) }
        for name in ["Lowercase", "Uppercase", "Numeric", "NonAlphanumeric"] {
            options["contains\(name)Character"] = .bool(coin())
        }
        return .object(options)
    }

    mutating func password() -> String {
        let alphabets = ["abc", "XYZ", "019", "!_\"^", "é€ 🔥", "ß١"].map(Array.init)
        let used = alphabets.filter { _ in coin() } + [alphabets[0]]
        return String(
            (0..<4 + number(below: 12)).map { _ in
                let alphabet = used[number(below: used.count)]
                return alphabet[number(below: alphabet.count)]
            }
        )
    }
}
