import HearthBackend
import HearthHTTP
import HearthCore
import HearthJSON
import HearthTesting
import Testing

@Suite("Imported passwords", .inProcessAndLive)
struct ImportedPasswordTests {
    /// A hash that was made elsewhere, as an import carries it.
    struct Sample: Sendable, CustomTestStringConvertible {
        let algorithm: String
        let password: String
        let hash: String
        var salt: String? = ImportedPasswordTests.encode("salt-of-16-bytes")
        var parameters: [String: JSONValue] = [:]

        var testDescription: String { algorithm }

        /// The body of an import of one user.
        var request: JSONValue {
            var user: [String: JSONValue] = [
                "localId": "ada", "email": "ada@example.com", "passwordHash": .string(hash),
            ]
            if let salt { user["salt"] = .string(salt) }
            var body = parameters
            body["hashAlgorithm"] = .string(algorithm)
            body["users"] = [JSONValue(user)]
            return JSONValue(body)
        }
    }

    @Test(arguments: try digests() + derivations())
    func `a hash signs in, a wrong password does not, and the hash is replaced`(
        _ sample: Sample
    ) async throws {
        let client = TestClient(try await TestBackend())
        let imported = try await client.admin("accounts:batchCreate", sample.request)
        #expect(imported["error"] == [])
        let before = try await client.account("ada")["passwordHash"]
        #expect(try await client.signIn("ada@example.com", "wrong").error == "INVALID_PASSWORD")
        #expect(try await client.account("ada")["passwordHash"] == before)
        #expect(try await client.signIn("ada@example.com", sample.password)["localId"] == "ada")
        let after = try await client.account("ada")["passwordHash"]
        #expect(after != before)
        #expect(try await client.signIn("ada@example.com", sample.password).status == 200)
        #expect(try await client.account("ada")["passwordHash"] == after)
    }

    @Test(
        arguments: [
            (
                ["hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 1_073_741_824, "blockSize": 8],
                "AAAAAAAAAAAAAAAAAAAAAA=="
            ),
            (["hashAlgorithm": "PBKDF2_SHA256", "rounds": 2_000_000_000], "AAAAAAAAAAAAAAAAAAAAAA=="),
            (
                [
                    "hashAlgorithm": "ARGON2",
                    "argon2Parameters": ["memoryCostKib": 100_000_000, "iterations": 3, "parallelism": 1],
                ],
                "AAAAAAAAAAAAAAAAAAAAAA=="
            ),
            ([:], encode("$argon2id$v=19$m=100000000,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA")),
            ([:], encode("$scrypt$n=1073741824,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA")),
        ] as [([String: JSONValue], String)],
        BackendConfiguration.Profile.allCases
    )
    func `a hash that would cost too much is an error of the import`(
        _ hash: (parameters: [String: JSONValue], text: String),
        _ profile: BackendConfiguration.Profile
    ) async throws {
        let client = TestClient(try await TestBackend { $0.profile = profile })
        var body = hash.parameters
        let user: JSONValue = [
            "localId": "ada", "email": "ada@example.com", "passwordHash": .string(hash.text),
            "salt": .string(Self.encode("salt-of-16-bytes")),
        ]
        body["users"] = [user]
        let answer = try await client.admin("accounts:batchCreate", JSONValue(body))
        #expect(answer["error"]?.array?.first?["index"] == 0, "\(answer.text)")
        #expect(answer["error"]?.array?.first?["message"]?.text.hasPrefix("Invalid password hash: ") == true)
        #expect(try await client.admin("accounts:lookup", ["localId": ["ada"]])["users"] == nil)
    }

    @Test func `strict replaces an imported hash by argon2id`() async throws {
        let (_, client) = try await TestClient.strict()
        let sample = try #require(Self.digests().first)
        _ = try await client.admin("accounts:batchCreate", sample.request)
        #expect(try await client.signIn("ada@example.com", sample.password).status == 200)
        #expect(try await hash(of: "ada", client).hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(try await client.signIn("ada@example.com", sample.password).status == 200)
    }

    @Test func `reads the passwords of an export of the official emulator`() async throws {
        let client = TestClient(try await TestBackend())
        let user: JSONValue = [
            "localId": "ada", "email": "ada@example.com", "salt": "fakeSalt1",
            "passwordHash": "fakeHash:salt=fakeSalt1:password=secret:with=signs",
        ]
        #expect(try await client.admin("accounts:batchCreate", ["users": [user]])["error"] == [])
        #expect(try await client.signIn("ada@example.com", "secret:with=signs").status == 200)
    }

    @Test(arguments: [true, false])
    func `an export can be imported again, with its passwords`(_ isStrict: Bool) async throws {
        let (_, first) = try await TestClient.strict { $0.profile = isStrict ? .strict : .lenient }
        let user = try await first.signUp("ada@example.com", "correct horse")
        let export = try await first.admin("accounts:batchGet?maxResults=-1", method: .get)
        let users = try #require(export["users"])
        let (_, second) = try await TestClient.strict { $0.profile = isStrict ? .strict : .lenient }
        #expect(try await second.admin("accounts:batchCreate", ["users": users])["error"] == [])
        #expect(try await second.signIn("ada@example.com", "correct horse")["localId"] == .string(user.uid))
        let again = try await second.admin("accounts:batchGet?maxResults=-1", method: .get)
        for name in ["localId", "email", "passwordHash", "salt", "providerUserInfo", "createdAt"] {
            #expect(again["users"]?.array?.first?[name] == users.array?.first?[name])
        }
    }

    @Test(
        arguments: [
            Sample(algorithm: "NONSENSE", password: "", hash: encode("x")),
            Sample(algorithm: "SHA256", password: "", hash: "***", parameters: ["rounds": 1]),
            Sample(algorithm: "SHA256", password: "", hash: encode("short"), parameters: ["rounds": 1]),
            Sample(algorithm: "BCRYPT", password: "", hash: encode("$2x$10$")),
            Sample(
                algorithm: "STANDARD_SCRYPT",
                password: "",
                hash: encode("0123456789abcdef"),
                parameters: ["cpuMemCost": 1_073_741_824, "blockSize": 8, "parallelization": 1]
            ),
            Sample(
                algorithm: "PBKDF2_SHA256",
                password: "",
                hash: encode("0123456789abcdef"),
                parameters: ["rounds": 1_073_741_824]
            ),
        ]
    )
    func `a hash that cannot be one, or costs too much, fails its user only`(
        _ sample: Sample
    ) async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.admin("accounts:batchCreate", sample.request)
        #expect(answer.status == 200)
        #expect(answer["error"]?.array?.first?["index"] == 0)
        #expect(answer["error"]?.array?.first?["message"]?.text.hasPrefix("Invalid password hash: ") == true)
        #expect(try await client.admin("accounts:lookup", ["localId": ["ada"]])["users"] == nil)
    }

    private func hash(of uid: String, _ client: TestClient) async throws -> String {
        let text = try #require(try await client.account(uid)["passwordHash"]?.string)
        return String(decoding: try #require(Base64.decodeLeniently(text)), as: UTF8.self)
    }

    private static func encode(_ text: String) -> String {
        Base64.encode(Array(text.utf8))
    }

    private static func encode(hex: String) throws -> String {
        Base64.encode(try #require(Hex.decode(hex)))
    }
}

extension ImportedPasswordTests {
    private static let password = "correct horse"

    fileprivate static func digests() throws -> [Sample] {
        let keyed = try [
            ("HMAC_MD5", "056f92a19a9f9108d53dbee8639ffe8b"),
            ("HMAC_SHA1", "091b59fa8b27358e47bfc4aad2186bf5a24b61b4"),
            ("HMAC_SHA256", "d57984e0c9012025c8aba0f52cf5569b9461d92205543b3bf28ce277cc4a47da"),
            (
                "HMAC_SHA512",
                "567d12599ccb03dd00e294d94244f652031cbe872d339f879694168d18c09b4e"
                    + "e8dd0eeff966a59f794fa98a1e7ce8c4e93a64b3ded592daa612ed8582ca146f"
            ),
        ].map { algorithm, hash in
            Sample(
                algorithm: algorithm,
                password: password,
                hash: try encode(hex: hash),
                parameters: [
                    "signerKey": .string(encode("signer")), "passwordHashOrder": "SALT_AND_PASSWORD",
                ]
            )
        }
        let iterated = try [
            ("MD5", "fcd8caeca462c0fb49cd2565b03684c6"),
            ("SHA1", "af34da60eb396d7401092ae01a33023ef8a37c28"),
            ("SHA256", "d79bc11d8afb9f93ff61c497de984b96d5a88ce07e3786ec4a1b5287cd224a62"),
            (
                "SHA512",
                "803a22b8268e43c05d7fa6e0d869410911d9f04b6d13424cbb3677b38d29a9fa"
                    + "6d7f87cbe2c0087f378293dcc81826375748ca5dbc0cf5b0da062c2bf7e5e7d3"
            ),
        ].map { algorithm, hash in
            Sample(
                algorithm: algorithm,
                password: password,
                hash: try encode(hex: hash),
                parameters: ["rounds": 5, "passwordHashOrder": "PASSWORD_AND_SALT"]
            )
        }
        return keyed + iterated
    }

    fileprivate static func derivations() throws -> [Sample] {
        [
            Sample(
                algorithm: "PBKDF2_SHA256",
                password: password,
                hash: try encode(hex: "0c6675e16d003a760c3aa7a629411f83ecccbcb421bdd5f4cbfffafd99c08671"),
                parameters: ["rounds": 1000]
            ),
            Sample(
                algorithm: "PBKDF_SHA1",
                password: password,
                hash: try encode(hex: "e68680c864045a8e3945f82c911b8b035fcc141b"),
                parameters: ["rounds": 1000]
            ),
            Sample(
                algorithm: "BCRYPT",
                password: password,
                hash: encode("$2b$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e"),
                salt: nil
            ),
            Sample(
                algorithm: "STANDARD_SCRYPT",
                password: "pleaseletmein",
                hash: try encode(
                    hex: "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
                        + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
                ),
                salt: encode("SodiumChloride"),
                parameters: ["cpuMemCost": 16_384, "blockSize": 8, "parallelization": 1, "dkLen": 64]
            ),
            Sample(
                algorithm: "ARGON2",
                password: "password",
                hash: try encode(hex: "9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe"),
                salt: encode("somesalt"),
                parameters: [
                    "argon2Parameters": [
                        "hashType": "ARGON2_ID", "version": "VERSION_13", "iterations": 2, "memoryCostKib": 256,
                        "parallelism": 1, "hashLengthBytes": 32,
                    ]
                ]
            ),
            Sample(
                algorithm: "SCRYPT",
                password: "user1password",
                hash: "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
                salt: "42xEC+ixf3L2lw==",
                parameters: [
                    "signerKey": """
                    jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==
                    """, "saltSeparator": "Bw==", "rounds": 8, "memoryCost": 14,
                ]
            ),
        ]
    }
}
