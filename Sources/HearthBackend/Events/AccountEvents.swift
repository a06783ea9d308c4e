public import HearthCore
public import HearthJSON

/// An account was created or deleted.
public struct AccountEvent: Sendable {
    /// What happened.
    public enum Kind: String, Sendable, CaseIterable {
        /// A user signed up, or an administrator made an account; imports are no such event.
        case created
        /// A user or an administrator deleted an account; the end of its tenant is no such event.
        case deleted
    }

    /// What happened.
    public let kind: Kind
    /// The event's own identifier, by which it is known when it comes twice.
    public let id: String
    /// The account's project.
    public let project: ProjectID
    /// The account's tenant; `nil` for an account of the project itself.
    public let tenant: TenantID?
    /// The account's identifier.
    public let uid: UserID
    /// When it happened.
    public let time: UnixTime
    /// The account as functions of the first generation are told it: `uid`, `email`, `metadata` and the rest, without the
    /// password's hash.
    public let user: JSONObject
}

extension AccountEvent {
    /// The event as functions of the first generation receive it.
    public var document: JSONObject {
        var document = JSONObject()
        let verb = kind == .created ? "create" : "delete"
        document["eventId"] = .string(id)
        document["eventType"] = .string("providers/firebase.auth/eventTypes/user.\(verb)")
        document["resource"] = ["name": .string("projects/\(project)"), "service": "firebaseauth.googleapis.com"]
        document["params"] = [:]
        document["timestamp"] = .string(CivilTime(time).rfc3339)
        document["data"] = .object(user)
        return document
    }
}

/// Learns of accounts that were created and deleted: what hosts a project's functions implements it.
///
/// It is told after the transaction is committed, in the order of the changes of one request. A process that is killed
/// between the two loses the event.
public protocol AccountEvents: Sendable {
    /// Takes events; the request that caused them is answered when it returns.
    ///
    /// - Parameter events: What happened, at least one.
    func deliver(_ events: [AccountEvent]) async
}
