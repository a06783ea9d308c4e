import HearthCore
import HearthWire
import Testing

@testable import HearthBackend

@Suite("Account linking")
struct AccountLinkingTests {
    /// Who has what, and what must come of it.
    struct Case: Sendable, CustomTestStringConvertible {
        var caller = Caller.absent
        var holder = Holder.absent
        var namesake = Namesake.absent
        var trust = Trust.final
        var duplicates = false
        var mayCreate = true
        var isStrict = true
        let outcome: String

        var testDescription: String {
            "\(caller) \(holder) \(namesake) \(trust) \(duplicates) \(mayCreate) \(isStrict) → \(outcome)"
        }
    }

    enum Caller: CaseIterable { case absent, plain, hasOtherUser }
    enum Holder: CaseIterable { case absent, otherUser, caller }
    enum Namesake: CaseIterable { case absent, unproved, proved, provedWithOtherUser, caller }
    enum Trust: CaseIterable { case noAddress, unverified, verified, final }

    @Test(arguments: table())
    func `follows the table`(_ entry: Case) throws {
        #expect(Self.decide(entry) == entry.outcome)
    }

    @Test func `the table has every combination`() {
        let table = Self.table()
        #expect(table.count == 3 * 3 * 5 * 4 * 2 * 2 * 2)
        // Every outcome is reached: a table of one answer would test nothing.
        let outcomes = Set(table.map(\.outcome))
        #expect(
            outcomes == [
                "FEDERATED_USER_ID_ALREADY_LINKED", "PROVIDER_ALREADY_LINKED", "EMAIL_EXISTS", "USER_NOT_FOUND",
                "link", "sign in", "join", "join replacing", "join recycled", "confirm", "create",
                "create with address",
            ]
        )
    }

    /// What must come of every combination, written by what the user must be able to rely on.
    static func table() -> [Case] {
        var table: [Case] = []
        for caller in Caller.allCases {
            for holder in Holder.allCases {
                for namesake in Namesake.allCases {
                    for trust in Trust.allCases {
                        for bits in 0..<8 {
                            let (duplicates, mayCreate, isStrict) = (bits & 1 > 0, bits & 2 > 0, bits & 4 > 0)
                            var entry = Case(outcome: "")
                            entry.caller = caller
                            entry.holder = holder
                            entry.namesake = namesake
                            entry.trust = trust
                            entry.duplicates = duplicates
                            entry.mayCreate = mayCreate
                            entry.isStrict = isStrict
                            table.append(entry.expecting(expectation(entry)))
                        }
                    }
                }
            }
        }
        return table
    }

    private static func expectation(_ entry: Case) -> String {
        let hasAddress = entry.trust != .noAddress
        let isFound = entry.namesake != .absent && hasAddress && !(entry.namesake == .caller && entry.caller == .absent)
        if entry.caller != .absent {
            if entry.holder != .absent { return "FEDERATED_USER_ID_ALREADY_LINKED" }
            if entry.caller == .hasOtherUser, entry.isStrict { return "PROVIDER_ALREADY_LINKED" }
            return isFound && entry.namesake != .caller && !entry.duplicates ? "EMAIL_EXISTS" : "link"
        }
        // No one calls: an account of the caller's is no one's.
        if entry.holder == .otherUser { return "sign in" }
        if isFound, !entry.duplicates {
            guard entry.trust == .final else { return "confirm" }
            switch entry.namesake {
            case .unproved: return "join replacing"
            case .provedWithOtherUser: return "join recycled"
            default: return "join"
            }
        }
        guard entry.mayCreate else { return "USER_NOT_FOUND" }
        return hasAddress && !entry.duplicates ? "create with address" : "create"
    }

    private static func decide(_ entry: Case) -> String {
        var rule = AccountLinking(user: user(entry.trust))
        let caller = account("caller", hasOtherUser: entry.caller == .hasOtherUser)
        if entry.caller != .absent { rule.caller = caller }
        switch entry.holder {
        case .absent: break
        case .otherUser: rule.holder = Account(id: "holder")
        case .caller: rule.holder = entry.caller == .absent ? nil : caller
        }
        // Only an address finds a namesake.
        if entry.trust != .noAddress {
            switch entry.namesake {
            case .absent: break
            case .unproved: rule.namesake = account("namesake", isProved: false)
            case .proved: rule.namesake = account("namesake")
            case .provedWithOtherUser: rule.namesake = account("namesake", hasOtherUser: true)
            case .caller: rule.namesake = entry.caller == .absent ? nil : caller
            }
        }
        rule.allowsDuplicateEmails = entry.duplicates
        rule.mayCreate = entry.mayCreate
        rule.refusesSecondUser = entry.isStrict
        return outcome(of: rule)
    }

    private static func outcome(of rule: AccountLinking) -> String {
        do throws(APIError) {
            switch try rule.decide() {
            case .signIn(let account): return account.id == "holder" ? "sign in" : "a stranger's account"
            case .create(let hasEmail): return hasEmail ? "create with address" : "create"
            case .link(let account): return account.id == "caller" ? "link" : "a stranger's account"
            case .join(_, true, _): return "join replacing"
            case .join(_, false, let isRecycled): return isRecycled ? "join recycled" : "join"
            case .needConfirmation: return "confirm"
            }
        } catch {
            return error.code.rawValue
        }
    }

    private static func user(_ trust: Trust) -> ProviderClaims {
        var user = ProviderClaims(providerID: "google.com", rawID: "u1")
        user.email = trust == .noAddress ? nil : "ada@gmail.com"
        user.isEmailVerified = trust == .verified || trust == .final
        user.isEmailTrusted = trust == .final
        return user
    }

    private static func account(_ id: UserID, isProved: Bool = true, hasOtherUser: Bool = false) -> Account {
        var account = Account(id: id)
        account.email = "ada@gmail.com"
        account.isEmailVerified = isProved
        account.isEmailClaimed = isProved
        if hasOtherUser {
            account.link(LinkedProvider(providerID: "google.com", rawID: "u0"))
        }
        return account
    }
}

extension AccountLinkingTests.Case {
    func expecting(_ outcome: String) -> Self {
        var entry = Self(outcome: outcome)
        (entry.caller, entry.holder, entry.namesake, entry.trust) = (caller, holder, namesake, trust)
        (entry.duplicates, entry.mayCreate, entry.isStrict) = (duplicates, mayCreate, isStrict)
        return entry
    }
}
