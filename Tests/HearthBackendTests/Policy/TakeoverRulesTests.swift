import HearthCore
import HearthWire
import Testing

@testable import HearthBackend

@Suite("The rules against takeover")
struct TakeoverRulesTests {
    /// The author of a change.
    enum Author: String, CaseIterable {
        case credential, recentUser, oldUser, provingUser, reset, link, click, usersClick, change, recovery, revert
        case provider, newOwner, administrator, revocation
    }

    /// What the account was.
    enum Before: String, CaseIterable {
        case guest, unproved, clicked, claimed
    }

    /// What is different afterwards.
    enum Change: String, CaseIterable {
        case none, name, password, address, addNumber, dropNumber, addProvider, addPasskey, dropPasskey, addFactor
        case dropFactor, disable
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let author: Author
        let before: Before
        let change: Change

        var testDescription: String { "\(author) \(before) \(change)" }
    }

    private static let now = UnixTime(seconds: 1_000_000)

    private static let all = Author.allCases.flatMap { author in
        Before.allCases.flatMap { before in Change.allCases.map { Case(author: author, before: before, change: $0) } }
    }

    // MARK: The table

    /// What must come of a change, in the words of a person who relies on it.
    struct Row: Sendable, CustomTestStringConvertible {
        let author: Author
        let before: Before
        let change: Change
        let outcome: String

        init(_ author: Author, _ before: Before, _ change: Change, _ outcome: String) {
            (self.author, self.before, self.change, self.outcome) = (author, before, change, outcome)
        }

        var testDescription: String { "\(author) \(before) \(change) → \(outcome)" }
    }

    private static let table = [
        Row(.credential, .claimed, .none, "keeps all"),
        Row(.credential, .guest, .addNumber, "ends all, voids pending"),
        Row(.recentUser, .claimed, .name, "keeps all"),
        Row(.oldUser, .claimed, .name, "keeps all"),
        Row(.recentUser, .claimed, .password, "ends all, voids pending"),
        Row(.oldUser, .claimed, .password, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"),
        Row(.oldUser, .guest, .addNumber, "ends all, voids pending"),
        Row(.oldUser, .guest, .address, "ends all, voids pending"),
        Row(.recentUser, .unproved, .address, "ends all, voids pending, tells the old address"),
        Row(.recentUser, .clicked, .address, "EMAIL_CHANGE_NEEDS_VERIFICATION"),
        Row(.recentUser, .claimed, .address, "EMAIL_CHANGE_NEEDS_VERIFICATION"),
        Row(.provingUser, .claimed, .address, "ends all, voids pending, tells the old address"),
        Row(.recentUser, .claimed, .addNumber, "voids pending"),
        Row(.recentUser, .claimed, .addProvider, "voids pending"),
        Row(.recentUser, .claimed, .addPasskey, "voids pending"),
        Row(.recentUser, .claimed, .dropPasskey, "ends all, voids pending"),
        Row(.recentUser, .claimed, .addFactor, "ends all, voids pending, tells of the factor"),
        Row(.recentUser, .claimed, .dropFactor, "ends all, voids pending"),
        Row(.reset, .unproved, .password, "ends all, voids pending, strips"),
        Row(.reset, .clicked, .password, "ends all, voids pending, strips but for factors"),
        Row(.reset, .claimed, .password, "ends all, voids pending"),
        Row(.link, .unproved, .none, "ends all, voids pending, strips"),
        Row(.link, .clicked, .none, "ends all, voids pending, strips but for factors"),
        Row(.link, .claimed, .none, "keeps all"),
        Row(.click, .unproved, .none, "voids pending"),
        Row(.usersClick, .unproved, .none, "voids pending"),
        Row(.change, .claimed, .address, "ends all, voids pending, tells the old address"),
        Row(.change, .unproved, .address, "ends all, voids pending"),
        Row(.recovery, .claimed, .address, "ends all, voids pending, strips"),
        Row(.revert, .claimed, .dropFactor, "ends all, voids pending"),
        Row(.provider, .unproved, .addProvider, "ends all, voids pending, strips"),
        Row(.provider, .clicked, .addProvider, "ends all, voids pending, strips but for factors"),
        Row(.provider, .claimed, .addProvider, "voids pending"),
        Row(.newOwner, .claimed, .addProvider, "ends all, voids pending, strips"),
        Row(.administrator, .claimed, .name, "keeps all"),
        Row(.administrator, .claimed, .addFactor, "voids pending"),
        Row(.administrator, .claimed, .password, "ends all, voids pending"),
        Row(.administrator, .claimed, .address, "ends all, voids pending"),
        Row(.administrator, .claimed, .dropNumber, "ends all, voids pending"),
        Row(.administrator, .claimed, .disable, "ends all, voids pending"),
        Row(.revocation, .claimed, .none, "ends all, voids pending"),
    ]

    @Test(arguments: table)
    func `follow the table`(_ row: Row) {
        let entry = Case(author: row.author, before: row.before, change: row.change)
        #expect(Self.words(of: entry) == row.outcome)
    }

    private static func words(of entry: Case) -> String {
        let verdict: Verdict
        do throws(APIError) { verdict = try judge(entry) } catch { return error.code.rawValue }
        var words: [String] = []
        if verdict.sessions != .keep { words.append("ends all") }
        if verdict.voids.contains(.pending) { words.append("voids pending") }
        let (before, account) = (before(entry.before), verdict.account)
        let isBare = account.passkeys.isEmpty && account.linked.allSatisfy { !before.linked.contains($0) }
        if before.email != nil, isBare, account.phoneNumber == nil, entry.author != .reset || !before.isEmailClaimed {
            words.append(account.secondFactors.isEmpty ? "strips" : "strips but for factors")
        }
        for notice in verdict.notices {
            switch notice {
            case .replacedAddress: words.append("tells the old address")
            case .newFactor: words.append("tells of the factor")
            }
        }
        return words.isEmpty ? "keeps all" : words.joined(separator: ", ")
    }

    // MARK: Properties of every combination

    @Test func `a credential is never changed by a user who signed in long ago, unless it is a guest`() {
        for entry in Self.all where entry.author == .oldUser && entry.before != .guest {
            let change = MethodChange(from: Self.before(entry.before), to: Self.after(entry))
            #expect((try? Self.judge(entry)) == nil || !change.isAny, "\(entry)")
        }
    }

    @Test func `no change of a credential leaves a pending code or, if one is lost, a session`() throws {
        for entry in Self.all where entry.author != .credential {
            guard let verdict = try? Self.judge(entry) else { continue }
            let change = MethodChange(from: Self.before(entry.before), to: verdict.account)
            guard change.isAny else { continue }
            #expect(verdict.voids.contains(.pending), "\(entry)")
            let isLost = change.isPasswordChanged || change.isAddressChanged || change.isAnythingRemoved
            if isLost { #expect(verdict.sessions != .keep, "\(entry)") }
        }
    }

    @Test func `a replaced address that was proved is told, with the methods to return to`() throws {
        for entry in Self.all {
            let before = Self.before(entry.before)
            guard let verdict = try? Self.judge(entry), verdict.account.email != before.email,
                [.recentUser, .oldUser, .provingUser, .change].contains(entry.author), before.email != nil
            else { continue }
            let told = verdict.notices.contains { notice in
                if case .replacedAddress(let email, let methods) = notice {
                    email == before.email && (methods != nil) == (before.isEmailVerified == true)
                } else {
                    false
                }
            }
            #expect(told || before.isEmailVerified != true, "\(entry)")
        }
    }

    @Test func `the moment before which tokens are void never goes back`() throws {
        for entry in Self.all {
            guard let verdict = try? Self.judge(entry) else { continue }
            #expect(verdict.account.validSince ?? 0 >= Self.before(entry.before).validSince ?? 0, "\(entry)")
        }
    }

    @Test func `a guest who becomes a user loses every older session`() throws {
        for entry in Self.all where entry.before == .guest {
            guard let verdict = try? Self.judge(entry), !verdict.account.isAnonymous else { continue }
            #expect(verdict.sessions == .endAll, "\(entry)")
        }
    }

    @Test func `the emulator ends no session, but where a provider's user takes an unproved account`() throws {
        for entry in Self.all {
            let verdict = try Self.judge(entry, .emulator)
            let isTaken = [.provider, .newOwner].contains(entry.author) && entry.before != .claimed
            #expect((verdict.sessions == .keep) == !isTaken, "\(entry)")
        }
    }

    // MARK: What is judged

    private static func judge(_ entry: Case, _ policy: Policy = .production) throws(APIError) -> Verdict {
        try Takeover(
            policy: policy,
            before: before(entry.before),
            after: after(entry),
            author: author(entry.author),
            now: now
        ).verdict()
    }

    private static func before(_ state: Before) -> Account {
        var account = Account(id: "ada")
        account.validSince = 900_000
        guard state != .guest else { return account }
        account.email = "ada@example.com"
        account.isEmailVerified = state != .unproved
        account.isEmailClaimed = state == .claimed
        account.password = Secret("hash")
        account.phoneNumber = "+15555550100"
        account.linked = [LinkedProvider(providerID: "facebook.com", rawID: "f1")]
        account.passkeys = [EnrolledPasskey(id: "k1", name: nil)]
        account.secondFactors = [SecondFactor(id: "s1", enrolledAt: now, method: .totp(app))]
        if state == .claimed { account.provedMethods = SignInMethods() }
        return account
    }

    private static let app = Authenticator(key: Secret([1]), lastStep: 0)

    private static func after(_ entry: Case) -> Account {
        var account = before(entry.before)
        switch entry.change {
        case .none: break
        case .name: account.displayName = "Ada"
        case .password: account.setPassword(Secret("another hash"), now: now)
        case .address: account.email = "new@example.com"
        // An account that has a number already gets a mailed link instead: another number would be a loss of the first.
        case .addNumber where entry.before == .guest: account.phoneNumber = "+15555550199"
        case .addNumber: account.hasEmailLink = true
        case .dropNumber: account.phoneNumber = nil
        case .addProvider: account.link(LinkedProvider(providerID: "google.com", rawID: "g1"))
        case .addPasskey: account.passkeys.append(EnrolledPasskey(id: "k2", name: nil))
        case .dropPasskey: account.passkeys = []
        case .addFactor: account.secondFactors.append(SecondFactor(id: "s2", enrolledAt: now, method: .totp(app)))
        case .dropFactor: account.secondFactors = []
        case .disable: account.isDisabled = true
        }
        return account
    }

    private static func author(_ author: Author) -> Takeover.Author {
        switch author {
        case .credential: .credential
        case .recentUser: .user(token(age: 60), getsSession: true)
        case .oldUser: .user(token(age: 301), getsSession: true)
        case .provingUser: .user(token(age: 60), provesAddress: true, getsSession: true)
        case .reset: .mailReader(code(.passwordReset))
        case .link: .mailReader(code(.emailSignIn))
        case .click: .mailReader(code(.verifyEmail))
        case .usersClick: .mailReader(code(.verifyEmail), isUser: true)
        case .change: .mailReader(code(.verifyAndChangeEmail))
        case .recovery: .mailReader(code(.recoverEmail))
        case .revert: .mailReader(code(.revertSecondFactor))
        case .provider: .provider(isRecycled: false)
        case .newOwner: .provider(isRecycled: true)
        case .administrator: .administrator(revokes: false)
        case .revocation: .administrator(revokes: true)
        }
    }

    private static func code(_ type: CodeType) -> Code {
        Code(type: type, email: "ada@example.com", account: "ada", createdAt: now)
    }

    private static func token(age: Int64) -> IdentityToken {
        IdentityToken(
            uid: "ada",
            session: [1],
            tenant: nil,
            signInProvider: "password",
            issuedAt: now.seconds - age,
            authTime: now.seconds - age,
            expiresAt: now + .hours(1),
            secondFactor: nil,
            secondFactorID: nil
        )
    }
}
