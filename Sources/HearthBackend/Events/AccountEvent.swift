internal import HearthCore
internal import HearthJSON
internal import HearthTriggers

/// Something that happened to an account, as functions of the first generation are told it.
enum AccountEvent {
    /// What happened.
    enum Kind: String, CaseIterable {
        /// A user signed up, or an administrator made an account; imports are no such event.
        case created = "providers/firebase.auth/eventTypes/user.create"
        /// A user or an administrator deleted an account; the end of its tenant is no such event.
        case deleted = "providers/firebase.auth/eventTypes/user.delete"
    }

    /// The event for triggers: its subject is `projects/{project}/accounts/{uid}`, with `/tenants/{tenant}` between for
    /// an account of a tenant, and its payload is the document that the functions emulator takes.
    static func event(_ kind: Kind, _ account: Account, id: String, in scope: Scope, at time: UnixTime) -> TriggerEvent
    {
        let project = "projects/\(scope.project)"
        let document: JSONObject = [
            "eventId": .string(id), "eventType": .string(kind.rawValue),
            "resource": ["name": .string(project), "service": "firebaseauth.googleapis.com"],
            "params": [:], "timestamp": .string(CivilTime(time).rfc3339),
            "data": .object(account.eventData(in: scope)),
        ]
        let parent = scope.tenant.map { "\(project)/tenants/\($0)" } ?? project
        return TriggerEvent(
            id: id,
            kind: kind.rawValue,
            subject: "\(parent)/accounts/\(account.id)",
            time: time,
            payload: JSON.serialize(.object(document))
        )
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
                entry["rawId"] = .string(provider.rawID.rawValue)
                entry["providerId"] = .string(provider.providerID.rawValue)
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
