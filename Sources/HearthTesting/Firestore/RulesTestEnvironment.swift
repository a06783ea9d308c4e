internal import HearthCore
internal import HearthDatabase
internal import HearthFirestoreBackend
internal import HearthFirestoreModel
internal import HearthFirestoreRules
internal import HearthHTTP
public import HearthJSON

/// Tests security rules: a Firestore in memory, and clients that are users, guests or administrators.
///
/// ```swift
/// let rules = try await RulesTestEnvironment(rules: source)
/// try await rules.administrator.set("notes/1", ["owner": .string("ann")])
/// let ann = rules.authenticated("ann", claims: ["role": "editor"])
/// try await expectAllowed { try await ann.get("notes/1") }
/// try await expectDenied { try await rules.unauthenticated.get("notes/1") }
/// ```
///
/// It starts in a few milliseconds: make one for each test.
public struct RulesTestEnvironment: Sendable {
    /// The project that paths are in.
    public let project: String
    /// The clock behind `request.time`, which stands until the test moves it.
    public let clock: ManualClock
    private let documents: TestFirestore

    /// Starts an environment.
    ///
    /// - Parameters:
    ///   - rules: The source of the rules.
    ///   - project: The project. Defaults to `demo-test`.
    /// - Throws: `RulesetError` with the line and the column of every issue if the source does not compile.
    public init(rules: String, project: String = "demo-test") async throws {
        let clock = ManualClock()
        var configuration = FirestoreBackend.Configuration(
            location: .memory,
            access: .emulator,
            rules: rules,
            now: { clock.now }
        )
        configuration.sleep = { try await clock.sleep(for: $0) }
        self.project = project
        self.clock = clock
        documents = TestFirestore(configuration)
        _ = try await documents.backend()
    }

    /// A client for which no rule holds: for what a test needs to find.
    public var administrator: RulesTestContext { context("Bearer owner") }

    /// A client that is not signed in: `request.auth` is null.
    public var unauthenticated: RulesTestContext { context(nil) }

    /// A client that is signed in.
    ///
    /// - Parameters:
    ///   - userID: `request.auth.uid`.
    ///   - claims: More of `request.auth.token`: custom claims, `email`, `firebase`. Defaults to none. Claims that every
    ///     token has are set unless they are given.
    /// - Returns: The client.
    public func authenticated(_ userID: String, claims: JSONObject = [:]) -> RulesTestContext {
        let now = clock.now.seconds
        var payload: JSONObject = [
            "iss": .string("https://securetoken.google.com/\(project)"), "aud": .string(project),
            "auth_time": .integer(now), "user_id": .string(userID), "iat": .integer(now), "exp": .integer(now + 3600),
            "firebase": ["identities": [:], "sign_in_provider": "custom"],
        ]
        for member in claims.members { payload[member.name] = member.value }
        payload["sub"] = .string(userID)
        let parts = [JSONValue.object(["alg": "none", "typ": "JWT"]), .object(payload)]
        let text = parts.map { Base64.encode(JSON.serialize($0), .url) }.joined(separator: ".")
        return context("Bearer \(text).")
    }

    private func context(_ authorization: String?) -> RulesTestContext {
        RulesTestContext(project: project, authorization: authorization, transport: InProcessTransport(nil, documents))
    }

    /// Replaces the rules; what was counted for the coverage is forgotten, documents stay.
    ///
    /// - Parameter source: The source of the new rules.
    /// - Throws: `RulesetError` if the source does not compile; the old rules hold on.
    public func setRules(_ source: String) async throws {
        try await documents.backend().replaceRules(source)
    }

    /// Removes all documents.
    public func clear() async throws {
        let target = "/emulator/v1/projects/\(PercentEncoding.encode(project))/databases/(default)/documents"
        _ = try await administrator.send(.delete, target: target)
    }

    /// What the expressions of the rules gave since they were set, in the form of the official emulator.
    ///
    /// - Returns: The report, for the tools that read the official emulator's.
    public func coverage() async throws -> JSONValue {
        let target = "/emulator/v1/projects/\(PercentEncoding.encode(project)):ruleCoverage"
        return try await administrator.send(.get, target: target)
    }

    /// The lines of `allow` statements that no request has reached: what no test covers.
    ///
    /// - Returns: Numbers of lines, from 1, ascending.
    public func uncoveredLines() async throws -> [Int] {
        try await documents.backend().uncoveredRuleLines(project: project)
    }
}
