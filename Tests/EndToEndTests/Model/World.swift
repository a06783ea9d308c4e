@testable import HearthAuth
import HearthBackend
import HearthCore
import HearthTestSupport
import HearthTesting

/// Two processes over one storage, with one backend, and a model of what may be so.
final class World {
    /// What the model knows of an account.
    struct Known {
        var email: String?
        /// What its password may be; more than one after a change whose outcome no one learned.
        var passwords: Set<String> = []
        /// An address and a password that a link without an answer may have given it.
        var maybeLinked: (email: String, password: String)?
        var deletion = Deletion.none
        /// A session from when the user was last signed in, to ask with whether the account is alive.
        var probe: Secret<[UInt8]>?
        /// Whether a change without an answer may have ended the stored session.
        var mayBeRevoked = false
        /// The named sessions that a change in another one may have ended.
        var mayBeRevokedIn: Set<String> = []
        /// Whether a mailed link has set a new password, which brings no tokens.
        var wasReset = false
        var methods = Methods()
    }

    enum Deletion {
        case none, asked, done
    }

    let backend: TestBackend
    let directory: String
    var processes: [ClientProcess]
    var accounts: [String: Known] = [:]
    /// Passwords of sign-ups that no one learned the outcome of, by address.
    var maybeCreated: [String: String] = [:]
    var violations: [String] = []
    var trace: [String] = []
    var random: SeededRandom
    let isStrict: Bool
    /// The named session that was made the active one last.
    var activeName = NamedSessions.mainName
    private var serial = 0

    /// The sessions that an app has on this device.
    static let names = [NamedSessions.mainName, "work"]

    init(seed: Int, isStrict: Bool, directory: String) async throws {
        random = SeededRandom(seed)
        self.isStrict = isStrict
        backend = try await TestBackend(appAttestation: AppProofVerifier()) {
            $0.profile = isStrict ? .strict : .lenient
            $0.relyingParty = RelyingParty(id: "shop.example", name: "Shop")
        }
        self.directory = directory
        processes = []
        for _ in 0..<2 { processes.append(ClientProcess(backend, directory: directory)) }
        for process in processes { _ = await process.auth?.ready() }
    }

    func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &random) }

    func fresh(_ prefix: String) -> String {
        serial += 1
        return "\(prefix)\(serial)"
    }

    /// The stored session of a name, read as the next start would read it.
    func storedSession(_ name: String) async -> KeptSession? {
        guard case .found(let bytes) = await storage(name).load() else { return nil }
        return SessionEnvelope.decode(bytes)
    }

    private func storage(_ name: String) -> any SessionStorage {
        let main = FileSessionStorage(directory: directory)
        return name == NamedSessions.mainName ? main : main.neighbor("session" + name)
    }

    /// Whether the session of a name was ended by the service, and other tokens of this user's may bring it back.
    func mayComeBack(_ uid: String?, _ name: String) async -> Bool {
        guard let uid, case .found(let bytes) = await storage(name).load(),
            case .ended(let ended) = StoredContent(bytes)
        else { return false }
        let tokens = TokenSet(
            subject: uid,
            idToken: "",
            refreshToken: "other tokens",
            lifetime: .zero,
            receivedAt: UnixTime(seconds: 0)
        )
        return ended.leavesOpen(KeptSession(id: nil, account: Account(uid: uid), tokens: tokens))
    }

    /// Who is stored under a name.
    func stored(_ name: String) async -> String? { await storedSession(name)?.account.uid }

    /// Who is stored under every name but one.
    func stored(besides name: String) async -> [String: String] {
        var stored: [String: String] = [:]
        for other in Self.names where other != name { stored[other] = await self.stored(other) }
        return stored
    }

    /// Whether a process shows a session that is not the stored one.
    func isStale(_ process: ClientProcess) async -> Bool {
        guard let auth = process.auth, auth.currentUser != nil, let bytes = await auth.exportSession(),
            let own = SessionEnvelope.decode(bytes)
        else { return false }
        guard let stored = await storedSession(process.name) else { return true }
        return !stored.isSameSession(as: own)
    }

    func violate(_ text: String) { violations.append("\(trace.count): \(text)") }

    /// An action that makes sense for what a process shows.
    func nextAction(of index: Int) -> Action {
        let shown = processes[index].auth?.currentUser
        let known = shown.flatMap { accounts[$0.uid] }
        let withPassword = accounts.values.filter {
            $0.deletion == .none && $0.email != nil && $0.passwords.count == 1 && $0.methods.isPasswordEnough
        }
        let others = withPassword.sorted { $0.email ?? "" < $1.email ?? "" }
        let signIn = pick(others).map { Action.signIn(email: $0.email ?? "", password: $0.passwords.first ?? "") }
        let signUp = Action.createUser(email: fresh("user") + "@example.com", password: fresh("password"))
        let otherSignIn = pick(pick(0...1) == 0 ? methodSignIns() : messageSignIns()) ?? signUp
        let other = Action.activate(Self.names.first { $0 != processes[index].name } ?? NamedSessions.mainName)
        guard shown != nil, let known else {
            let signIns = [signUp, signIn ?? signUp, signIn ?? .guest, .guest, otherSignIn, otherSignIn]
            return pick(signIns + [.look, .restart, .signOut, other]) ?? .guest
        }
        var actions: [Action] = [.rename, .reload, .refresh, .look, .signOut, .signOutNow, .delete, .restart, .guest]
        actions += [signUp, signIn ?? .reload, signIn ?? .reload, .reload, .refresh, otherSignIn]
        actions += [other, .removeSession]
        actions += methodActions(for: known) + messageActions(for: known)
        if let email = known.email, known.passwords.count == 1, let password = known.passwords.first {
            let change = Action.updatePassword(fresh("password"))
            actions += [change, change, change]
            if known.methods.isPasswordEnough { actions.append(.reauthenticate(email: email, password: password)) }
        } else if known.hasNoAddress {
            let link = Action.link(email: fresh("user") + "@example.com", password: fresh("password"))
            actions += [link, link, link, link]
        }
        return pick(actions) ?? .look
    }

    /// What becomes of the calls of an action.
    func fates() -> [Fate] {
        guard pick(0...2) > 0 else { return [] }
        let faults = Fate.allCases.filter { $0 != .passes }
        // Most actions make two or three calls.
        var fates: [Fate] = Array(repeating: .passes, count: pick(0...2))
        fates.append(pick(faults) ?? .passes)
        if pick(0...3) == 0 { fates.append(pick(faults) ?? .passes) }
        return fates
    }
}
