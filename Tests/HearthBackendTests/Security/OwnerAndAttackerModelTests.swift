import HearthAuth
import HearthBackend
import HearthCore
import HearthJSON
import HearthTesting
import Testing

/// Random sequences of what an owner, an attacker who once was in, and an administrator do to one account.
@Suite("An owner and an attacker")
struct OwnerAndAttackerModelTests {
    /// `HEARTH_LONG=1` runs a hundred times as many.
    private static let sequences =
        LongRun.isWanted ? 100_000 : 1_000
    private static let perBackend = 25
    /// The long form has the machine to itself; beside the short one other tests need a processor.
    private static let lanes = LongRun.isWanted ? 2 : 1

    @Test(.timeLimit(.minutes(60)))
    func `nothing that the attacker holds does anything after the owner took the account back`() async throws {
        let rescues = try await withThrowingTaskGroup(of: [Rescue: Int].self) { group in
            for lane in 0..<Self.lanes {
                group.addTask {
                    var rescues: [Rescue: Int] = [:]
                    for batch in stride(from: lane, to: Self.sequences / Self.perBackend, by: Self.lanes) {
                        for rescue in try await Self.run(batch: batch) { rescues[rescue, default: 0] += 1 }
                    }
                    return rescues
                }
            }
            return try await group.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
        }
        // A model that never reaches an outcome would show nothing of it.
        for rescue in [Rescue.reset, .recovery, .revocation] {
            #expect(rescues[rescue, default: 0] > Self.sequences / 100, "\(rescue): \(rescues)")
        }
    }

    /// How the account was taken back.
    enum Rescue: Sendable { case reset, recovery, revocation, lost }

    private static func run(batch: Int) async throws -> [Rescue] {
        let (backend, client) = try await TestClient.strict {
            $0.relyingParty = RelyingParty(id: "shop.example")
            $0.hashesCheaply = true
        }
        var rescues: [Rescue] = []
        for index in 0..<perBackend {
            let seed = batch * perBackend + index
            var story = try await Sequence(seed: seed, backend, client)
            for _ in 0..<Int.random(in: 2...8, using: &story.random) { try await story.step() }
            rescues.append(try await story.rescue())
        }
        return rescues
    }
}

/// One account and the people around it.
private struct Sequence {
    let seed: Int
    let backend: TestBackend
    let client: TestClient
    var random: SplitMix
    let owner: String
    let thief: String
    let number: String
    let uid: String
    /// Whether an attacker made the account for its victim.
    let isPrepared: Bool

    var ownerPassword = "the owner's"
    var ownerSession: TestUser?

    // What the attacker holds.
    var passwords: [String] = []
    var sessions: [TestUser] = []
    var codes: [String] = []
    var links: [String] = []
    var pending: [JSONValue] = []
    var apps: [AuthenticatorApp] = []
    var drafts: [(session: JSONValue, app: AuthenticatorApp)] = []
    let authenticator = SoftwareAuthenticator()
    var registrations: [PasskeyRegistration] = []
    var log: [String] = []

    init(seed: Int, _ backend: TestBackend, _ client: TestClient) async throws {
        self.seed = seed
        self.backend = backend
        self.client = client
        random = SplitMix(state: UInt64(seed))
        owner = "owner\(seed)@example.com"
        thief = "thief\(seed)@example.com"
        number = "+1555\(1_000_000 + seed)"
        isPrepared = Int.random(in: 0..<4, using: &random) == 0
        let user = try await client.signUp(owner, isPrepared ? "the attacker's" : "the owner's")
        uid = user.uid
        if isPrepared {
            passwords = ["the attacker's"]
            sessions = [user]
        } else {
            ownerSession = user
            passwords = ["the owner's"]
        }
        if Bool.random(using: &random) {
            _ = try await client.admin("accounts:update", ["localId": .string(uid), "emailVerified": true])
        }
    }

    private enum Action: String, CaseIterable {
        case signIn, steal, setPassword, setEmail, askChange, click, addPasskey, challenge, addPhone, enrollApp, draft
        case captureReset, captureLink, captureProof, unlinkPassword, refreshStolen, useRecovery
        case ownerSignsIn, ownerSetsPassword, ownerClicks, ownerRecovers, ownerAddsPhone
        case adminDisables, adminRevokes, wait, waitLong
    }

    /// Does something; what is refused is refused.
    mutating func step() async throws {
        guard let action = Action.allCases.randomElement(using: &random) else { return }
        log.append(action.rawValue)
        switch action {
        case .ownerSignsIn, .ownerSetsPassword, .ownerClicks, .ownerRecovers, .ownerAddsPhone:
            try await ownerActs(action)
        case .adminDisables:
            for disabled in [true, false] {
                _ = try await client.admin("accounts:update", ["localId": id, "disableUser": .bool(disabled)])
            }
        case .adminRevokes: _ = try await revoke()
        case .wait: backend.clock.advance(by: .seconds(1))
        case .waitLong: backend.clock.advance(by: .minutes(6))
        default: try await attackerActs(action)
        }
    }

    private var id: JSONValue { .string(uid) }

    private func address() async throws -> String { try await client.account(uid)["email"]?.text ?? "" }

    /// The user of an answer that has tokens.
    private func user(_ answer: TestClient.Answer) throws -> TestUser? {
        answer["idToken"] == nil && answer["id_token"] == nil ? nil : try TestUser(answer)
    }

    /// The options of a new passkey, if the session may enroll one.
    private func options(_ session: TestUser) async throws -> PasskeyCreationOptions? {
        let body: JSONValue = ["idToken": .string(session.idToken)]
        guard try await client.user2("accounts/passkeyEnrollment:start", body).status == 200 else { return nil }
        return try await client.creationOptions(session)
    }

    /// An authenticator app that waits for its first code, if the session may enroll one.
    private func draft(_ session: TestUser) async throws -> (session: JSONValue, app: AuthenticatorApp)? {
        let body: JSONValue = ["idToken": .string(session.idToken), "totpEnrollmentInfo": [:]]
        let info = try await client.user2("accounts/mfaEnrollment:start", body)["totpSessionInfo"]
        guard let info, let app = AuthenticatorApp(key: info["sharedSecretKey"]?.text ?? "") else { return nil }
        return (info["sessionInfo"] ?? .null, app)
    }

    /// Signs in with a number, or links it.
    private func phone(_ number: String, _ more: [String: JSONValue] = [:]) async throws -> TestClient.Answer {
        let sent = try await client.user("accounts:sendVerificationCode", ["phoneNumber": .string(number)])
        guard let session = sent["sessionInfo"]?.string else { return sent }
        var body = more
        body["sessionInfo"] = .string(session)
        body["code"] = .string(try await client.listedCode(of: session))
        return try await client.user("accounts:signInWithPhoneNumber", JSONValue(body))
    }

    private func revoke() async throws -> TestClient.Answer {
        let since = JSONValue.string(String(backend.clock.now.seconds))
        return try await client.admin("accounts:update", ["localId": id, "validSince": since])
    }

    // MARK: The owner

    private mutating func ownerActs(_ action: Action) async throws {
        switch action {
        case .ownerSignsIn: ownerSession = try user(try await client.signIn(owner, ownerPassword))
        case .ownerSetsPassword:
            guard let session = ownerSession else { return }
            let answer = try await client.update(session, ["password": "owner's second"])
            guard let new = try user(answer) else { return }
            (ownerSession, ownerPassword) = (new, "owner's second")
        case .ownerClicks:
            guard try await address() == owner else { return }
            let code = try await client.code("VERIFY_EMAIL", ["email": .string(owner)])
            var body: [String: JSONValue] = ["oobCode": .string(code)]
            if let session = ownerSession, Bool.random(using: &random) { body["idToken"] = .string(session.idToken) }
            _ = try await client.user("accounts:update", JSONValue(body))
        case .ownerRecovers: _ = try await recover()
        default:
            guard let session = ownerSession else { return }
            _ = try await phone(number + "9", ["idToken": .string(session.idToken)])
        }
    }

    /// Tries the recoveries in the owner's mailbox, the latest first.
    private func recover() async throws -> Bool {
        for mail in backend.inbox.all.reversed() where mail.kind == .recoverEmail && mail.to == owner {
            if try await client.use(code: mail.code).status == 200 { return true }
        }
        return false
    }

    // MARK: The attacker

    private mutating func attackerActs(_ action: Action) async throws {
        switch action {
        case .signIn: try await attackerSignsIn()
        case .steal: if let session = ownerSession { sessions.append(session) }
        case .captureReset: try await capture("PASSWORD_RESET", of: try await address())
        case .captureProof: try await capture("VERIFY_EMAIL", of: try await address())
        case .captureLink:
            let code = try await client.code("EMAIL_SIGNIN", ["email": .string(owner)])
            links.append(code)
        case .click:
            for mail in backend.inbox.all where mail.to == thief && mail.kind == .verifyAndChangeEmail {
                _ = try await client.use(code: mail.code)
            }
        case .useRecovery:
            for mail in backend.inbox.all where mail.to == thief && mail.kind == .recoverEmail {
                _ = try await client.use(code: mail.code)
            }
        default:
            guard let session = sessions.last else { return }
            try await attackerActs(action, with: session)
        }
    }

    private mutating func attackerActs(_ action: Action, with session: TestUser) async throws {
        let token = JSONValue.string(session.idToken)
        switch action {
        case .setPassword: try note(try await client.update(session, ["password": "thief's"]), password: "thief's")
        case .setEmail: try note(try await client.update(session, ["email": .string(thief)]))
        case .unlinkPassword: try note(try await client.update(session, ["deleteProvider": ["password"]]))
        case .refreshStolen: try note(try await client.refresh(session.refreshToken))
        case .askChange:
            _ = try await client.user(
                "accounts:sendOobCode",
                ["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": token, "newEmail": .string(thief)]
            )
        case .addPasskey:
            guard let options = try await options(session) else { return }
            try note(try await client.finish(try await authenticator.register(options), session))
        case .challenge:
            guard let options = try await options(session) else { return }
            registrations.append(try await authenticator.register(options))
        case .addPhone: try note(try await phone(number, ["idToken": token]))
        case .enrollApp:
            guard let draft = try await draft(session) else { return }
            let info: JSONValue = [
                "sessionInfo": draft.session, "verificationCode": .string(draft.app.code(at: backend.clock.now)),
            ]
            let body: JSONValue = ["idToken": token, "totpVerificationInfo": info]
            let answer = try await client.user2("accounts/mfaEnrollment:finalize", body)
            guard answer.status == 200 else { return }
            apps.append(draft.app)
            try note(answer)
        case .draft:
            if let draft = try await draft(session) { drafts.append(draft) }
        default: break
        }
    }

    private mutating func attackerSignsIn() async throws {
        for password in passwords {
            let answer = try await client.signIn(try await address(), password)
            try note(answer)
            if let credential = answer["mfaPendingCredential"] { pending.append(credential) }
        }
    }

    /// Reads a code in a mailbox, once.
    private mutating func capture(_ type: String, of address: String) async throws {
        guard !address.isEmpty else { return }
        codes.append(try await client.code(type, ["email": .string(address)]))
    }

    private mutating func note(_ answer: TestClient.Answer, password: String? = nil) throws {
        guard answer.status == 200 else { return }
        if let password { passwords.append(password) }
        if let user = try user(answer) { sessions.append(user) }
    }

    // MARK: The end

    /// Takes the account back, and sees that the attacker can do nothing.
    mutating func rescue() async throws -> OwnerAndAttackerModelTests.Rescue {
        var rescue = OwnerAndAttackerModelTests.Rescue.reset
        if Int.random(in: 0..<4, using: &random) == 0 {
            rescue = .revocation
            #expect(try await revoke().status == 200)
        } else {
            if try await address() != owner {
                // The owner of an address that was never proved has nothing to call back with.
                guard try await recover() else { return .lost }
                rescue = .recovery
            }
            let code = try await client.code("PASSWORD_RESET", ["email": .string(owner)])
            #expect(try await client.use(reset: code, "owner's last").status == 200, "\(words)")
        }
        let before = try await client.account(uid)
        try await attackerTriesTokens()
        try await attackerTriesCodes(of: rescue)
        if rescue != .revocation { try await attackerTriesMethods() }
        let after = try await client.account(uid)
        for name in [
            "email", "emailVerified", "providerUserInfo", "phoneNumber", "mfaInfo", "passkeyInfo", "passwordHash",
            "disabled", "displayName", "validSince",
        ] { #expect(before[name] == after[name], "\(name) \(words)") }
        return rescue
    }

    private var words: String { "seed \(seed)\(isPrepared ? ", prepared" : ""): \(log.joined(separator: " "))" }

    private func attackerTriesTokens() async throws {
        for session in sessions {
            #expect(try await client.refresh(session.refreshToken).status == 400, "\(words)")
            let token = JSONValue.string(session.idToken)
            for change in [["password": "thief's last"], ["displayName": "Thief"]] as [[String: JSONValue]] {
                #expect(try await client.update(session, change).status == 400, "\(words)")
            }
            #expect(try await client.user("accounts:delete", ["idToken": token]).status == 400, "\(words)")
            for registration in registrations {
                #expect(try await client.finish(registration, session).status == 400, "\(words)")
            }
            for draft in drafts {
                let info: JSONValue = [
                    "sessionInfo": draft.session, "verificationCode": .string(draft.app.code(at: backend.clock.now)),
                ]
                let body: JSONValue = ["idToken": token, "totpVerificationInfo": info]
                #expect(try await client.user2("accounts/mfaEnrollment:finalize", body).status == 400, "\(words)")
            }
        }
    }

    private func attackerTriesCodes(of rescue: OwnerAndAttackerModelTests.Rescue) async throws {
        let factors = try await client.factors(of: uid)
        for credential in pending {
            for (app, factor) in zip(apps, factors) {
                let body: JSONValue = [
                    "mfaPendingCredential": credential, "mfaEnrollmentId": .string(factor),
                    "totpVerificationInfo": ["verificationCode": .string(app.code(at: backend.clock.now))],
                ]
                #expect(try await client.user2("accounts/mfaSignIn:finalize", body).status == 400, "\(words)")
            }
        }
        // A mailbox that the account has not left yet, after a revocation, still is the account's.
        let own = backend.inbox.all.filter { mail in
            mail.to == thief && (rescue != .revocation || mail.kind == .verifyAndChangeEmail)
        }
        for code in codes + own.map(\.code) {
            #expect(try await client.use(code: code).status == 400, "\(words)")
            #expect(try await client.use(reset: code, "thief's last").status == 400, "\(words)")
        }
        for code in links {
            let body: JSONValue = ["oobCode": .string(code), "email": .string(owner)]
            let answer = try await client.user("accounts:signInWithEmailLink", body)
            #expect(answer["localId"]?.string != uid, "\(words)")
        }
    }

    private func attackerTriesMethods() async throws {
        for address in [owner, thief] {
            for password in passwords {
                #expect(try await client.signIn(address, password)["localId"]?.string != uid, "\(words)")
            }
        }
        if let assertion = try? await authenticator.authenticate(try await client.requestOptions()) {
            #expect(try await client.finish(assertion)["localId"]?.string != uid, "\(words)")
        }
        #expect(try await phone(number)["localId"]?.string != uid, "\(words)")
    }
}

/// The same numbers for the same seed ([SplitMix64](https://prng.di.unimi.it/splitmix64.c)).
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
