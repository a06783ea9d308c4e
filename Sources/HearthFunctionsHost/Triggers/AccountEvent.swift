public import HearthCore
public import HearthJSON
internal import HearthTriggers

/// An account that was created or deleted, which a function acts on.
public struct AccountEvent: Sendable {
    /// What happened to the account.
    public enum Change: String, Sendable, Hashable, CaseIterable {
        /// A user signed up, or an administrator made the account; an import is no such event.
        case created
        /// A user or an administrator deleted the account.
        case deleted
    }

    /// Tells this event from every other, also when it is delivered again.
    public let id: String
    /// What happened.
    public let change: Change
    /// The user.
    public let uid: String
    /// The address.
    public let email: String?
    /// The name.
    public let displayName: String?
    /// The phone number.
    public let phoneNumber: String?
    /// The account's tenant; `nil` for an account of the project itself.
    public let tenant: String?
    /// When it happened.
    public let time: UnixTime
    /// The account as Firebase's functions of the first generation are told it: `uid`, `email`, `metadata` and the rest.
    public let user: JSONObject

    init?(_ event: TriggerEvent) {
        guard let change = Change.allCases.first(where: { $0.kind == event.kind }),
            let user = (try? JSON.parse(event.payload))?["data"]?.object, let uid = user["uid"]?.string
        else { return nil }
        id = event.id
        time = event.time
        self.change = change
        self.user = user
        self.uid = uid
        email = user["email"]?.string
        displayName = user["displayName"]?.string
        phoneNumber = user["phoneNumber"]?.string
        tenant = user["tenantId"]?.string
    }
}

extension AccountEvent.Change {
    /// How the identity service calls the event.
    var kind: String {
        switch self {
        case .created: "providers/firebase.auth/eventTypes/user.create"
        case .deleted: "providers/firebase.auth/eventTypes/user.delete"
        }
    }
}

extension FunctionsHost {
    /// Adds a function that acts on accounts that were created or deleted.
    ///
    /// Every event is delivered at least once, those of one account in their order.
    ///
    /// - Parameters:
    ///   - name: Its name. Events wait under it: keep it when the program is started anew.
    ///   - changes: What it acts on. Defaults to both.
    ///   - retryFor: How long an event is tried again after failures. Defaults to not at all.
    ///   - options: How it runs. Defaults to the usual.
    ///   - body: What it does. It may see an event twice.
    /// - Throws: ``FunctionRegistrationError``.
    public func onAccount(
        _ name: String,
        _ changes: Set<AccountEvent.Change> = Set(AccountEvent.Change.allCases),
        retryFor: Duration? = nil,
        options: FunctionOptions = .init(),
        _ body: @escaping @Sendable (AccountEvent) async throws -> Void
    ) throws(FunctionRegistrationError) {
        guard let subjects = try? PathPattern("projects/\(project)/**") else {
            throw FunctionRegistrationError(.invalidPattern, project)
        }
        let declaration = TriggerDeclaration(
            function: name,
            kinds: Set(changes.map(\.kind)),
            subjects: subjects,
            retryFor: retryFor
        )
        try add(declaration, options) { event in
            guard let event = AccountEvent(event) else { return }
            try await body(event)
        }
    }
}
