internal import HearthCore
internal import HearthJSON

/// The events of one request, which count when their transactions are committed.
final class AccountEventLog: Sendable {
    private let events = Locked<[AccountEvent]>([])
    private let random: RandomSource

    init(random: RandomSource) {
        self.random = random
    }

    /// How many there are.
    var count: Int { events.withLock { $0.count } }

    /// All of them, in their order.
    var all: [AccountEvent] { events.withLock { $0 } }

    func add(_ kind: AccountEvent.Kind, _ account: Account, _ tx: borrowing Transaction) {
        let event = AccountEvent(
            kind: kind,
            id: random.alphanumeric(28),
            project: tx.scope.project,
            tenant: tx.scope.tenant,
            uid: account.id,
            time: tx.now,
            user: account.eventData(in: tx.scope)
        )
        events.withLock { $0.append(event) }
    }

    /// Forgets what a transaction added that was undone.
    func cut(to count: Int) {
        events.withLock { events in
            if events.count > count { events.removeSubrange(count...) }
        }
    }
}

extension Account {
    /// The account as functions of the first generation are told it.
    fileprivate func eventData(in scope: Scope) -> JSONObject {
        func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }
        var data = JSONObject()
        data["uid"] = .string(id.rawValue)
        data["email"] = text(email?.text)
        data["emailVerified"] = .bool(isEmailVerified)
        data["displayName"] = text(displayName)
        data["photoURL"] = text(photoURL)
        data["phoneNumber"] = text(phoneNumber?.text)
        data["disabled"] = .bool(isDisabled)
        var metadata = JSONObject()
        metadata["creationTime"] = createdAt.map { .string(CivilTime($0).rfc3339) }
        metadata["lastSignInTime"] = lastLoginAt.map { .string(CivilTime($0).rfc3339) }
        data["metadata"] = .object(metadata)
        data["customClaims"] = customAttributes.flatMap { try? JSON.parse(Array($0.utf8)) } ?? [:]
        data["providerData"] = .array(
            linked.map { provider in
                var entry = JSONObject()
                entry["rawId"] = .string(provider.rawID)
                entry["providerId"] = .string(provider.providerID)
                entry["displayName"] = text(provider.displayName)
                entry["email"] = text(provider.email?.text)
                entry["federatedId"] = text(provider.federatedID)
                entry["photoURL"] = text(provider.photoURL)
                entry["screenName"] = text(provider.screenName)
                return .object(entry)
            }
        )
        data["tenantId"] = text(scope.tenant?.rawValue)
        return data
    }
}
