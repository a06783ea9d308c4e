import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("Races", .inProcessAndLive, .timeLimit(.minutes(5)))
struct RaceTests {
    private static let crowd = 50

    @Test(arguments: Carrier.allCases)
    func `fifty redemptions of one code, one success`(_ carrier: Carrier) async throws {
        try await carrier.serve { _, client in
            _ = try await client.signUp("ada@example.com")
            let code = JSONValue.string(try await client.code("PASSWORD_RESET", ["email": "ada@example.com"]))
            let answers = try await crowd { index in
                let body: JSONValue = ["oobCode": code, "newPassword": .string("secret-\(index)")]
                return try await client.user("accounts:resetPassword", body)
            }
            #expect(answers.count { $0.status == 200 } == 1)
            #expect(answers.count { $0.error == "INVALID_OOB_CODE" } == Self.crowd - 1)
        }
    }

    @Test func `fifty proofs of one address, one success`() async throws {
        let (_, client) = try await TestClient.strict()
        _ = try await client.signUp("ada@example.com")
        let code = JSONValue.string(try await client.code("VERIFY_EMAIL", ["email": "ada@example.com"]))
        let answers = try await crowd { _ in try await client.user("accounts:update", ["oobCode": code]) }
        #expect(answers.count { $0.status == 200 } == 1)
    }

    @Test(arguments: Carrier.allCases)
    func `fifty sign-ups with one address, one account`(_ carrier: Carrier) async throws {
        try await carrier.serve { _, client in
            let answers = try await crowd { index in
                let email = index.isMultiple(of: 2) ? "ada@example.com" : "ADA@Example.com"
                return try await client.user("accounts:signUp", ["email": .string(email), "password": "secret1"])
            }
            #expect(answers.count { $0.status == 200 } == 1)
            #expect(answers.count { $0.error == "EMAIL_EXISTS" } == Self.crowd - 1)
            let list = try await client.admin("accounts:batchGet?maxResults=-1", method: .get)
            #expect(list["users"]?.array?.count == 1)
        }
    }

    @Test func `a number and a provider's user have one owner`() async throws {
        let client = TestClient(try await TestBackend())
        let phones = try await crowd { _ in try await client.admin("accounts", ["phoneNumber": "+15555550100"]) }
        #expect(phones.count { $0.status == 200 } == 1)
        #expect(phones.count { $0.error == "PHONE_NUMBER_EXISTS" } == Self.crowd - 1)
        let users = (0..<Self.crowd).map { JSONValue(["localId": .string("u\($0)")]) }
        _ = try await client.admin("accounts:batchCreate", ["users": .array(users)])
        let link: JSONValue = ["providerId": "google.com", "rawId": "one"]
        let links = try await crowd { index in
            let body: JSONValue = ["localId": .string("u\(index)"), "linkProviderUserInfo": link]
            return try await client.admin("accounts:update", body)
        }
        #expect(links.count { $0.status == 200 } == 1)
        #expect(links.count { $0.error == "FEDERATED_USER_ID_ALREADY_LINKED" } == Self.crowd - 1)
    }

    @Test(arguments: Carrier.allCases)
    func `many refreshes of one token at once all succeed`(_ carrier: Carrier) async throws {
        try await carrier.serve { _, client in
            let user = try await client.signUp("ada@example.com")
            let answers = try await crowd { _ in try await client.refresh(user.refreshToken) }
            #expect(answers.allSatisfy { $0.status == 200 })
        }
    }

    @Test func `a deletion and sign-ins at once leave no session behind`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        let answers = try await crowd { index in
            index == 10
                ? try await client.admin("accounts:delete", ["localId": .string(user.uid)])
                : try await client.signIn("ada@example.com")
        }
        for answer in answers {
            guard let token = answer["refreshToken"]?.string else { continue }
            #expect(try await client.refresh(token).error == "INVALID_REFRESH_TOKEN")
        }
    }

    private func crowd(
        _ call: @escaping @Sendable (Int) async throws -> TestClient.Answer
    ) async throws -> [TestClient.Answer] {
        try await withThrowingTaskGroup(of: TestClient.Answer.self) { group in
            for index in 0..<Self.crowd { group.addTask { try await call(index) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
