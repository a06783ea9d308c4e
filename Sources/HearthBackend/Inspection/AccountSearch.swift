package import HearthCore
internal import HearthDatabase
package import HearthJSON
internal import HearthWire

/// What the console's list of users asks for.
///
/// Everything is found by an index, a page after the other by the place of its last account: the last page of a million
/// users costs what the first one does.
package struct AccountSearch: Sendable {
    /// What the accounts are sorted by.
    package enum Order: String, Sendable, CaseIterable {
        case uid, name, created, signedIn, email
    }

    /// An identifier, or the beginning of an address, a number or a name; empty for all accounts.
    package var text = ""
    /// What the accounts are narrowed to.
    package var filter = AccountFilter()
    /// What the accounts are sorted by; what a text finds is sorted by what was found.
    package var order = Order.created
    /// Whether the order is turned round.
    package var isDescending = true
    /// The end of the page before, from its answer; `nil` for the first page.
    package var after: String?
    /// The most accounts, 1 to 200.
    package var size = 50

    /// Creates a search for the newest accounts.
    package init() {}

    /// The number of accounts up to which those that pass a filter are counted, and up to which a filter's are read whole.
    package static let countLimit = 10_000

    var tableOrder: AccountTable.Order {
        switch order {
        case .uid: .id
        case .name: .name
        case .created: .creation
        case .signedIn: .lastLogin
        case .email: .email
        }
    }
}

extension Backend {
    /// Finds accounts for the console.
    ///
    /// - Parameters:
    ///   - search: What is asked for.
    ///   - project: The project.
    ///   - tenant: The tenant; `nil` for the project itself.
    /// - Returns: `users` as `accounts:lookup` has them; `next` for the page after, which may be there although the page
    ///   is short or empty, because no more accounts are read for one page than a bounded number; `total`, the accounts
    ///   of the scope, and `withFactor`, those of them that have a second factor; and with a filter and no text
    ///   `matched`, those that pass, counted up to ``AccountSearch/countLimit`` (`matchedExact` tells), unless no index
    ///   tells.
    /// - Throws: ``BackendError`` if the place of a page is none, or the storage fails.
    package func find(
        _ search: AccountSearch,
        of project: ProjectID,
        tenant: TenantID?
    ) async throws(BackendError) -> JSONObject {
        let call = inspection(of: Scope(project: project, tenant: tenant))
        let finder = try AccountFinder(search, store: store)
        do {
            let (found, counts) = try await store.read(call) { [store] tx in
                (try finder.find(tx), try store.accountCounts.counts(tx))
            }
            var page = JSONObject()
            page["users"] = .array(try found.accounts.map { try JSON.value(of: UserInfo($0, in: call.scope)) })
            page["next"] = found.next.map { .string(Base64.encode(JSON.serialize(.array($0)))) }
            page["total"] = .integer(Int64(counts.accounts))
            page["withFactor"] = .integer(Int64(counts.withSecondFactor))
            if let matched = found.matched {
                page["matched"] = .integer(Int64(min(matched, AccountSearch.countLimit)))
                page["matchedExact"] = .bool(matched <= AccountSearch.countLimit)
            }
            return page
        } catch {
            throw error as? BackendError ?? BackendError(.storage, "the accounts cannot be listed: \(error)")
        }
    }

    /// A call on behalf of the console.
    func inspection(of scope: Scope, baseURL: String = "") -> Call {
        Call(scope: scope, isPrivileged: true, base: .fixed(baseURL), now: environment.now(), locale: nil)
    }
}
